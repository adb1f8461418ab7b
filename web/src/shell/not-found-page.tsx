import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { i18n } from '../languages/i18n.ts';

export function NotFoundPage() {
  usePageTitle(i18n.t('Page not found'));
  return (
    <EmptyState title={i18n.t('There is no page at this address')} heading={1}>
      <p>{i18n.t('The link may be old or mistyped.')}</p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{i18n.t('Go to home')}</Button>
    </EmptyState>
  );
}
