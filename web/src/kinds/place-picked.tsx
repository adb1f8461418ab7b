import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPhoto, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { thumbAddress } from '../api/addresses.ts';
import { entryQuery } from '../api/entries.ts';
import { shownName } from '../files/entry-path.ts';
import { clockText } from '../lightbox/clock-text.ts';
import { formatMoment } from '../format/time.ts';
import type { LightboxProps } from '../lightbox/lightbox.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import type { PickedProps } from './map-kind.ts';
import { nearestPlaces } from './nearest-places.ts';
import { boundsOfPlaces } from './place-features.ts';
import { i18n } from '../languages/i18n.ts';

const Lightbox = soon<LightboxProps>(async () => (await import('../lightbox/lightbox.tsx')).Lightbox);

type PlacePickedProps = PickedProps & {
  /** Second at which a video begins. Default: 0 */
  readonly startAt?: number;
};

/** What a click on a photo, a video or a cluster of them shows. */
export function PlacePicked(props: PlacePickedProps) {
  const { datasetRef, layer, features, at, onZoom, startAt = 0 } = props;
  const [shown, setShown] = useState<string | null>(null);
  const points = layer.places?.points;
  const [picked] = features.filter(({ properties }) => 'path' in properties || 'point_count' in properties);
  if (points === undefined) return null;
  if (picked === undefined) return <Text size="sm">{i18n.t('Flight path')}</Text>;
  const count = Number(picked.properties['point_count'] ?? 1);
  const path = picked.properties['path'] as unknown;
  const near = typeof path === 'string' ? [] : nearestPlaces(points.features, at, count);
  const [first] = near;
  const items = points.features.map(({ properties }) => properties);
  return (
    <>
      {typeof path === 'string' ? (
        <One {...props} path={path} onOpen={() => setShown(path)} />
      ) : (
        <Stack gap="xs">
          <Text fw={600}>
            {layer.kind === 'video'
              ? i18n.t('{count, plural, one {# video here} other {# videos here}}', { count })
              : i18n.t('{count, plural, one {# photo here} other {# photos here}}', { count })}
          </Text>
          <Button
            variant="default"
            leftSection={<IconZoomIn size={18} aria-hidden />}
            onClick={() => {
              const bounds = boundsOfPlaces({ points: { type: 'FeatureCollection', features: [...near] } });
              if (bounds !== null) onZoom(bounds);
            }}
          >
            {i18n.t('Zoom to')}
          </Button>
          <Button
            leftSection={<IconPhoto size={18} aria-hidden />}
            onClick={() => setShown(first?.properties.path ?? null)}
          >
            {i18n.t('Open')}
          </Button>
        </Stack>
      )}
      {/* Keys and clicks there are not meant for the pop-up, though React hands them on to it. */}
      <div role="presentation" onKeyDown={(event) => event.stopPropagation()}>
        <Lightbox
          opened={shown !== null}
          datasetRef={datasetRef}
          items={items}
          start={shown ?? ''}
          startAt={startAt}
          onClose={() => setShown(null)}
          onShow={(place) => {
            setShown(null);
            onZoom([...place, ...place]);
          }}
        />
      </div>
    </>
  );
}

type OneProps = PlacePickedProps & { readonly path: string; readonly onOpen: () => void };

/** One photo or video: what it shows, when and with what it was taken. */
function One({ datasetRef, path, startAt = 0, onOpen }: OneProps) {
  const entry = useQuery(entryQuery(datasetRef, path));
  if (entry.isPending) return <Skeleton height={180} width={240} />;
  if (entry.error !== null) return <Problem title={i18n.t('The file could not be read')} error={entry.error} />;
  const { captureTime, make, model } = entry.data.properties ?? {};
  const camera = [make, model].filter((word) => typeof word === 'string' && word !== 'unknown').join(' ');
  return (
    <Stack gap="xs">
      <Text fw={600} className="al-break">
        <bdi>{shownName(path)}</bdi>
      </Text>
      <button
        type="button"
        className="al-picked-photo"
        aria-label={i18n.t('Open {path}', { path: shownName(path) })}
        onClick={onOpen}
      >
        <img src={thumbAddress(datasetRef, path, entry.data.hash, 512)} alt="" />
      </button>
      {startAt > 0 && <Text size="sm">{i18n.t('Begins at {clock}', { clock: clockText(startAt) })}</Text>}
      {typeof captureTime === 'number' && captureTime > 0 && <Text size="sm">{formatMoment(captureTime / 1000)}</Text>}
      {camera !== '' && (
        <Text size="sm" c="dimmed">
          {camera}
        </Text>
      )}
    </Stack>
  );
}
