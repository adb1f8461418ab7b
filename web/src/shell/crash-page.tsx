import { Button } from '@mantine/core';
import { EmptyState } from '../parts/empty-state.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { i18n } from '../languages/i18n.ts';

/** Shown when a page cannot be drawn or its script cannot be loaded, for instance after an update of the service. */
export function CrashPage() {
  usePageTitle(i18n.t('This page could not be shown'));
  return (
    <EmptyState title={i18n.t('This page could not be shown')} heading={1}>
      <p>{i18n.t('The service may have been updated or be out of reach. Your data is not touched by this.')}</p>
      <Button onClick={() => window.location.reload()}>{i18n.t('Load the page again')}</Button>
    </EmptyState>
  );
}
