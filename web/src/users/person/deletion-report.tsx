import { List, Text } from '@mantine/core';
import type { DeletionReport } from '../../api/admin/users.ts';
import { formatCount } from '../../format/count.ts';

/** What became of a deleted person's things. */
export function DeletionReportView({ report }: { readonly report: DeletionReport }) {
  const lines = deletionLines(report);
  const failed = report.datasetResults.filter(({ success }) => !success);
  return (
    <>
      {lines.length === 0 ? (
        <Text>Nothing else was changed: organizations and datasets are where they were.</Text>
      ) : (
        <List>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {failed.length > 0 && (
        <Text className="al-reason">
          {failed.map(({ originalSlug, error }) => `${originalSlug}: ${error ?? 'not moved'}`).join('\n')}
        </Text>
      )}
    </>
  );
}

/** The counts that are not zero, as sentences. */
export function deletionLines(report: DeletionReport): readonly string[] {
  const to = report.successor ?? 'somebody else';
  const counts: readonly (readonly [number, (count: number) => string])[] = [
    [
      report.organizationsTransferred,
      (it) => `${formatCount(it, 'organization now belongs', 'organizations now belong')} to ${to}`,
    ],
    [report.datasetsTransferred, (it) => `${formatCount(it, 'dataset')} moved along`],
    [report.organizationsDeleted, (it) => `${formatCount(it, 'organization')} deleted`],
    [report.datasetsDeleted, (it) => `${formatCount(it, 'dataset')} deleted`],
    [report.batchesDeleted, (it) => `${formatCount(it, 'unfinished upload')} deleted`],
  ];
  return counts.filter(([count]) => count > 0).map(([count, text]) => text(count));
}
