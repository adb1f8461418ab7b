import { Group, Text } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import { isActive } from '../api/tasks.ts';
import { plain } from '../format/plain.ts';
import { formatIsoDateTime } from '../format/time.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { JobState } from '../system/jobs/job-state.tsx';
import { ClearButton } from '../tasks/clear-button.tsx';
import { OwnButtons, ownName } from './own-buttons.tsx';
import type { OwnRow } from './own-rows.ts';
import { useOwnRows } from './use-own-rows.ts';
import { i18n } from '../languages/i18n.ts';

/** What this page began to download of a dataset. */
export function DownloadsPart({ datasetRef }: { readonly datasetRef: DatasetRef }) {
  const own = useOwnRows(datasetRef);
  const rows = own.rows.filter(({ kind }) => kind === 'download');
  const ended = rows.filter(({ state }) => !isActive(state));
  if (rows.length === 0)
    return (
      <EmptyState title={i18n.t('There is no download')}>
        <Text c="dimmed" ta="center">
          {i18n.t(
            'What is downloaded from these pages appears here until they are closed. The browser shows how far it is.',
          )}
        </Text>
      </EmptyState>
    );
  const columns: readonly Column<OwnRow>[] = [
    { head: i18n.t('About'), names: true, cell: ({ about }) => <bdi className="al-break">{plain(about)}</bdi> },
    {
      head: i18n.t('State'),
      cell: (row) => <JobState state={row.state} percent={row.percent} phase={row.note} label={ownName(row)} />,
    },
    { head: i18n.t('Requested'), short: true, cell: ({ at }) => formatIsoDateTime(new Date(at).toISOString()) },
    { head: i18n.t('Actions'), actions: true, cell: (row) => <OwnButtons datasetRef={datasetRef} row={row} /> },
  ];
  return (
    <>
      <Group justify="flex-end">
        <ClearButton
          warning={i18n.t('What was downloaded stays where the browser keeps it.')}
          busy={false}
          disabled={ended.length === 0}
          onClear={() => own.forget(ended)}
        />
      </Group>
      <Table label={i18n.t('Downloads')} columns={columns} rows={rows} keyOf={({ key }) => key} />
    </>
  );
}
