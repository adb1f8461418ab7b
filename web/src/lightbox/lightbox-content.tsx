import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight, IconDownload, IconInfoCircle, IconMapPin } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { entryQuery } from '../api/entries.ts';
import { DownloadProblem } from '../files/download-problem.tsx';
import { useDownload } from '../files/use-download.ts';
import { Problem } from '../parts/problem.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { type LightboxItem, placeAfterKey } from './lightbox-items.ts';
import { MediaFacts } from './media-facts.tsx';
import { MediaStage } from './media-stage.tsx';
import { i18n } from '../languages/i18n.ts';

type LightboxContentProps = {
  readonly datasetRef: DatasetRef;
  readonly items: readonly LightboxItem[];
  readonly at: number;
  /** Second at which a video begins. */
  readonly startAt: number;
  readonly onMove: (at: number) => void;
  readonly onShow: ((place: readonly [longitude: number, latitude: number]) => void) | undefined;
};

export function LightboxContent({ datasetRef, items, at, startAt, onMove, onShow }: LightboxContentProps) {
  const [showsFacts, setShowsFacts] = useState(false);
  const download = useDownload(datasetRef);
  const item = items[at];
  const path = item?.path ?? '';
  const entry = useQuery(entryQuery(datasetRef, path));
  const [longitude, latitude] = entry.data?.point_geom?.geometry.coordinates ?? [];
  const onKey = (event: KeyboardEvent): void => {
    const isOfVideo = event.target instanceof HTMLVideoElement;
    const next = isOfVideo ? null : placeAfterKey(event.key, at, items.length);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  const move = (by: -1 | 1): void => onMove(Math.max(0, Math.min(items.length - 1, at + by)));
  return (
    <div className="al-lightbox-content" role="presentation" onKeyDown={onKey}>
      <Group gap="xs" className="al-lightbox-bar">
        <Text size="sm" aria-live="polite">
          {i18n.t('{value} of {count}', { value: at + 1, count: items.length })}
        </Text>
        <Button
          variant="default"
          leftSection={<IconInfoCircle size={18} aria-hidden />}
          aria-pressed={showsFacts}
          // The keys lead on from here at once.
          data-autofocus
          onClick={() => setShowsFacts(!showsFacts)}
        >
          {i18n.t('Info')}
        </Button>
        {onShow !== undefined && longitude !== undefined && latitude !== undefined && (
          <Button
            variant="default"
            leftSection={<IconMapPin size={18} aria-hidden />}
            onClick={() => onShow([longitude, latitude])}
          >
            {i18n.t('Show on the map')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => download.start([path])}
        >
          {i18n.t('Download')}
        </Button>
      </Group>
      <DownloadProblem download={download} />
      <div className="al-lightbox-main">
        <div className="al-lightbox-stage">
          {entry.error !== null && <Problem title={i18n.t('The file could not be read')} error={entry.error} />}
          {entry.data !== undefined && (
            <MediaStage key={path} datasetRef={datasetRef} entry={entry.data} startAt={startAt} onSwipe={move} />
          )}
          <ActionIcon
            className="al-lightbox-previous"
            variant="default"
            size="xl"
            aria-label={i18n.t('Previous')}
            disabled={at === 0}
            onClick={() => move(-1)}
          >
            <IconChevronLeft />
          </ActionIcon>
          <ActionIcon
            className="al-lightbox-next"
            variant="default"
            size="xl"
            aria-label={i18n.t('Next')}
            disabled={at === items.length - 1}
            onClick={() => move(1)}
          >
            <IconChevronRight />
          </ActionIcon>
        </div>
        {showsFacts && entry.data !== undefined && <MediaFacts entry={entry.data} />}
      </div>
      <Filmstrip datasetRef={datasetRef} items={items} at={at} onMove={onMove} />
    </div>
  );
}
