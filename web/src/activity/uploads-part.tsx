import { Button, Group, Text, Title } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { useUploadQueue, useUploads } from '../uploads/upload-context.tsx';
import { isOpen } from '../uploads/upload-item.ts';
import { PAUSED } from '../uploads/paused-note.tsx';
import { UploadRows } from '../uploads/upload-rows.tsx';
import { progressText, titleText } from '../uploads/upload-texts.ts';
import { uploadTotals } from '../uploads/upload-totals.ts';
import { i18n } from '../languages/i18n.ts';

type UploadsPartProps = {
  readonly opened: boolean;
  readonly datasetRef: DatasetRef;
};

/** The uploads of this browser into a dataset. */
export function UploadsPart({ opened, datasetRef: { org, ds } }: UploadsPartProps) {
  const queue = useUploadQueue();
  const { items, rate, paused } = useUploads();
  const own = items.filter(({ ref }) => ref.org === org && ref.ds === ds);
  if (!opened) return null;
  if (own.length === 0)
    return (
      <EmptyState title={i18n.t('There is no upload')}>
        <Text c="dimmed" ta="center">
          {i18n.t('What this browser uploads into the dataset appears here.')}
        </Text>
      </EmptyState>
    );
  // Uploads into other datasets share the line: the time left is that of all of them.
  const totals = uploadTotals({ items: own, rate });
  const each = (does: (id: number) => void, state: (item: (typeof own)[number]) => boolean): void => {
    for (const item of own) if (state(item)) does(item.id);
  };
  return (
    <section aria-label={i18n.t('Uploads of this browser')} className="al-activity-uploads">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h5">
            {titleText(totals)}
          </Title>
          <Text size="sm" c="dimmed" className="al-figures">
            {progressText(totals, rate)}
          </Text>
        </div>
        <Group gap="xs">
          {totals.failed > 0 && (
            <Button variant="default" onClick={() => each(queue.retry, ({ state }) => state === 'failed')}>
              {i18n.t('Retry failed uploads')}
            </Button>
          )}
          {totals.open > 0 && (
            <Button variant="default" onClick={() => each(queue.cancel, isOpen)}>
              {i18n.t('Cancel uploads')}
            </Button>
          )}
        </Group>
      </Group>
      {paused && <Text size="sm">{PAUSED}</Text>}
      <UploadRows items={own} />
    </section>
  );
}
