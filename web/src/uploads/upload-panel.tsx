import '../styles/uploads.css';
import { ActionIcon, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useUploadQueue } from './upload-context.tsx';
import { PAUSED, PausedNote } from './paused-note.tsx';
import type { UploadSnapshot } from './upload-queue.ts';
import { UploadRows } from './upload-rows.tsx';
import { progressText, takenText, titleText } from './upload-texts.ts';
import { uploadTotals } from './upload-totals.ts';
import { i18n } from '../languages/i18n.ts';

export type UploadPanelProps = { readonly opened: boolean; readonly snapshot: UploadSnapshot };

/** All uploads of this browser tab, in a corner of every page while there are any. */
export function UploadPanel({ opened, snapshot }: UploadPanelProps) {
  const queue = useUploadQueue();
  const [folded, setFolded] = useState(false);
  if (!opened) return null;
  const totals = uploadTotals(snapshot);
  const Chevron = folded ? IconChevronUp : IconChevronDown;
  return (
    <section className="al-uploads" aria-label={i18n.t('Uploads')}>
      <Group justify="space-between" wrap="nowrap" gap="xs" className="al-uploads-head">
        <div>
          <Text fw={600}>{titleText(totals)}</Text>
          <Text size="sm" c="dimmed" className="al-figures">
            {progressText(totals, snapshot.rate)}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-expanded={!folded}
            aria-label={folded ? i18n.t('Show the uploads') : i18n.t('Fold the uploads')}
            onClick={() => setFolded(!folded)}
          >
            <Chevron size={20} />
          </ActionIcon>
          {totals.open === 0 && totals.taken === 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={i18n.t('Close the uploads')}
              onClick={() => queue.clear()}
            >
              <IconX size={20} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Progress
        value={totals.percent}
        size="sm"
        radius={0}
        color={totals.failed > 0 && totals.open === 0 ? 'red' : undefined}
        aria-label={i18n.t('All uploads')}
      />
      {snapshot.paused && <PausedNote />}
      {!folded && <UploadRows items={snapshot.items} />}
      {totals.taken > 0 && <TakenChoice count={totals.taken} />}
      {!folded && (totals.open > 0 || totals.failed > 0) && (
        <Group gap="xs" justify="flex-end" p="xs">
          {totals.failed > 0 && (
            <Button variant="default" onClick={queue.retryFailed}>
              {i18n.t('Try {failed, plural, one {# failed upload} other {# failed uploads}} again', {
                failed: totals.failed,
              })}
            </Button>
          )}
          {totals.open > 0 && (
            <Button variant="default" onClick={queue.cancelAll}>
              {i18n.t('Cancel all')}
            </Button>
          )}
        </Group>
      )}
      {/* Said once at the end, not at every percent. */}
      <VisuallyHidden role="status">
        {totals.open === 0 ? titleText(totals) : snapshot.paused ? PAUSED : ''}
      </VisuallyHidden>
    </section>
  );
}

/** What is to happen to files whose names are taken; a single one can be skipped in its row. */
function TakenChoice({ count }: { readonly count: number }) {
  const queue = useUploadQueue();
  return (
    <div role="group" aria-label={i18n.t('Names that are taken')} className="al-uploads-taken">
      <Text size="sm">{takenText(count)}.</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => queue.settleTaken('skip')}>
          {i18n.t('Skip')}
        </Button>
        <Button variant="default" onClick={() => queue.settleTaken('number')}>
          {i18n.t('Keep both')}
        </Button>
        <Button variant="default" onClick={() => queue.settleTaken('replace')}>
          {i18n.t('Replace')}
        </Button>
      </Group>
    </div>
  );
}
