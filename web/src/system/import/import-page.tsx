import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { PageHead } from '../../parts/page-head.tsx';
import { Section } from '../../parts/section.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { destinationOf } from './import-fields.ts';
import { ImportForm } from './import-form.tsx';
import { ImportProgress } from './import-progress.tsx';
import { i18n } from '../../languages/i18n.ts';

/** Fetching datasets from another installation; the running import and where it goes stand in the address. */
export function ImportPage() {
  usePageTitle(i18n.t('Import'), i18n.t('Settings'));
  const { job, into } = useSearch({ from: '/settings/import' });
  const navigate = useNavigate({ from: '/settings/import' });
  const form = useRef<HTMLFormElement>(null);
  return (
    <div className="al-page al-narrow">
      <PageHead
        title={i18n.t('Import')}
        detail={i18n.t('Fetches a dataset or all datasets of an organization from another installation.')}
      />
      {job !== undefined && (
        <ImportProgress key={job} id={job} into={into} onRetry={() => form.current?.requestSubmit()} />
      )}
      <Section
        title={i18n.t('New import')}
        detail={i18n.t('What is here already with the same content is not fetched again.')}
      >
        <ImportForm
          formRef={form}
          onStarted={(id, wanted) => void navigate({ search: { job: id, into: destinationOf(wanted) } })}
        />
      </Section>
    </div>
  );
}
