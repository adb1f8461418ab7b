import { Button, List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operationQuery } from '../../api/admin/system.ts';
import type { ImportReport, Operation } from '../../api/answers.ts';
import { isActive } from '../../api/tasks.ts';
import { formatBytes } from '../../format/bytes.ts';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { arrivedAt } from './import-fields.ts';
import { JobState } from '../jobs/job-state.tsx';
import { isBad } from '../jobs/job-texts.ts';
import { countsOf, shownState } from './import-outcome.ts';
import { i18n } from '../../languages/i18n.ts';

type ImportProgressProps = {
  readonly id: string;
  readonly into: string | undefined;
  /** Starts it once more with what stands in the form, or asks for what is missing there. */
  readonly onRetry: () => void;
};

/** How far the import is; when it has ended, what came of it. The report names what it fetched by its names there. */
export function ImportProgress({ id, into, onRetry }: ImportProgressProps) {
  const operation = useQuery(operationQuery(id));
  return (
    <Section title={i18n.t('This import')}>
      {operation.isPending && <Skeleton height={60} radius="md" />}
      {operation.error !== null && <Problem title={i18n.t('The import could not be found')} error={operation.error} />}
      {operation.data !== undefined && <Progress operation={operation.data} into={into} onRetry={onRetry} />}
    </Section>
  );
}

type ProgressProps = Omit<ImportProgressProps, 'id'> & { readonly operation: Operation };

function Progress({ operation, into, onRetry }: ProgressProps) {
  const { progressPercent, phase, errorText, result } = operation;
  const report = result !== null && 'importedItems' in result ? result : null;
  const state = shownState(operation.state, report && countsOf(report));
  return (
    <>
      <div role="status">
        <JobState
          state={state}
          percent={progressPercent}
          phase={isActive(state) ? phase : null}
          label={i18n.t('Import')}
        />
      </div>
      {errorText !== null && <Text className="al-reason">{errorText}</Text>}
      {report !== null && <Report report={report} into={into} />}
      {isBad(state) && (
        <Button variant="default" className="al-start" onClick={onRetry}>
          {i18n.t('Try again')}
        </Button>
      )}
    </>
  );
}

function Report({ report, into }: { readonly report: ImportReport; readonly into: string | undefined }) {
  const failures = [
    ...report.errors.map(
      ({ organization, dataset, message }) =>
        `${[organization, dataset].filter((it) => it !== null && it !== '').join('/')}: ${message}`,
    ),
    ...report.fileErrors.map(({ dataset, filePath, message }) => `${dataset}/${filePath}: ${message}`),
  ];
  return (
    <>
      <Text>
        {i18n.t(
          '{count, plural, one {# dataset} other {# datasets}} fetched: {totalFiles, plural, one {# file} other {# files}}, {totalSize}; {skippedFiles, plural, one {# file was} other {# files were}} here already.',
          {
            count: report.importedItems.length,
            totalFiles: report.totalFiles,
            totalSize: formatBytes(report.totalSize),
            skippedFiles: report.skippedFiles,
          },
        )}
      </Text>
      <List>
        {report.importedItems.map((item) => {
          const { org, ds } = arrivedAt(into, item);
          return (
            <List.Item key={`${org}/${ds}`}>
              <Link to="/r/$org/$ds" params={{ org, ds }} className="al-link">
                {org}/{ds}
              </Link>
            </List.Item>
          );
        })}
      </List>
      {failures.length > 0 && (
        <>
          <Text fw={550} c="var(--mantine-color-error)">
            {i18n.t('{count, plural, one {# failure} other {# failures}}', { count: failures.length })}
          </Text>
          <Text className="al-reason al-reason-bad">{failures.join('\n')}</Text>
        </>
      )}
    </>
  );
}
