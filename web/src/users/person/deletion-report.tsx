import { List, Text } from '@mantine/core';
import type { DeletionReport } from '../../api/admin/users.ts';
import { i18n } from '../../languages/i18n.ts';

/** What became of a deleted person's things. */
export function DeletionReportView({ report }: { readonly report: DeletionReport }) {
  const lines = deletionLines(report);
  const failed = report.datasetResults.filter(({ success }) => !success);
  return (
    <>
      {lines.length === 0 ? (
        <Text>{i18n.t('Nothing else was changed: organizations and datasets are where they were.')}</Text>
      ) : (
        <List>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {failed.length > 0 && (
        <Text className="al-reason">
          {failed.map(({ originalSlug, error }) => `${originalSlug}: ${error ?? i18n.t('not moved')}`).join('\n')}
        </Text>
      )}
    </>
  );
}

/** The counts that are not zero, as sentences. */
export function deletionLines(report: DeletionReport): readonly string[] {
  const to = report.successor ?? i18n.t('somebody else');
  const counts: readonly (readonly [number, (count: number) => string])[] = [
    [
      report.organizationsTransferred,
      (it) =>
        i18n.t('{it, plural, one {# organization now belongs} other {# organizations now belong}} to {to}', { it, to }),
    ],
    [
      report.datasetsTransferred,
      (it) => i18n.t('{it, plural, one {# dataset} other {# datasets}} moved along', { it }),
    ],
    [
      report.organizationsDeleted,
      (it) => i18n.t('{it, plural, one {# organization} other {# organizations}} deleted', { it }),
    ],
    [report.datasetsDeleted, (it) => i18n.t('{it, plural, one {# dataset} other {# datasets}} deleted', { it })],
    [
      report.batchesDeleted,
      (it) => i18n.t('{it, plural, one {# unfinished upload} other {# unfinished uploads}} deleted', { it }),
    ],
  ];
  return counts.filter(([count]) => count > 0).map(([count, text]) => text(count));
}
