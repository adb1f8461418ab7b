import '../styles/uploads.css';
import { ActionIcon, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../format/count.ts';
import { useUploadQueue } from './upload-context.tsx';
import type { UploadItem } from './upload-item.ts';
import type { UploadSnapshot } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { PAUSED, progressText, takenText, titleText } from './upload-texts.ts';
import { uploadTotals } from './upload-totals.ts';
import { ScrollGroup } from '../parts/scroll-group.tsx';
import { useScrolledRows } from '../rows/scrolled-rows.ts';

type UploadPanelProps = { readonly opened: boolean; readonly snapshot: UploadSnapshot };

/** All uploads of this browser tab, in a corner of every page while there are any. */
export function UploadPanel({ opened, snapshot }: UploadPanelProps) {
  const queue = useUploadQueue();
  const [folded, setFolded] = useState(false);
  if (!opened) return null;
  const totals = uploadTotals(snapshot);
  const Chevron = folded ? IconChevronUp : IconChevronDown;
  return (
    <section className="al-uploads" aria-label="Uploads">
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
            aria-label={folded ? 'Show the uploads' : 'Fold the uploads'}
            onClick={() => setFolded(!folded)}
          >
            <Chevron size={20} />
          </ActionIcon>
          {totals.open === 0 && totals.taken === 0 && (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Close the uploads" onClick={queue.clear}>
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
        aria-label="All uploads"
      />
      {snapshot.paused && (
        <Text size="sm" className="al-uploads-paused">
          {PAUSED}
        </Text>
      )}
      {!folded && <UploadRows items={snapshot.items} />}
      {totals.taken > 0 && <TakenChoice count={totals.taken} />}
      {!folded && (totals.open > 0 || totals.failed > 0) && (
        <Group gap="xs" justify="flex-end" p="xs">
          {totals.failed > 0 && (
            <Button variant="default" onClick={queue.retryFailed}>
              Try {formatCount(totals.failed, 'failed upload')} again
            </Button>
          )}
          {totals.open > 0 && (
            <Button variant="default" onClick={queue.cancelAll}>
              Cancel all
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
    <div role="group" aria-label="Names that are taken" className="al-uploads-taken">
      <Text size="sm">{takenText(count)}.</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => queue.settleTaken('skip')}>
          Skip
        </Button>
        <Button variant="default" onClick={() => queue.settleTaken('number')}>
          Keep both
        </Button>
        <Button variant="default" onClick={() => queue.settleTaken('replace')}>
          Replace
        </Button>
      </Group>
    </div>
  );
}

/**
 * Least height of a row in pixels; the reason of a failure makes it higher. A folder of ten thousand files has as many
 * rows: only those in sight are drawn.
 */
const ROW = 64;

function UploadRows({ items }: { readonly items: readonly UploadItem[] }) {
  const { scroller, rows } = useScrolledRows(items.length, ROW);
  return (
    <ScrollGroup ref={scroller} className="al-uploads-rows" label="Files">
      <ul className="al-plain-list" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <UploadRow
                key={item.id}
                item={item}
                measure={rows.measureElement}
                style={{ minHeight: ROW, transform: `translateY(${start}px)` }}
                position={index + 1}
                count={items.length}
              />
            )
          );
        })}
      </ul>
    </ScrollGroup>
  );
}
