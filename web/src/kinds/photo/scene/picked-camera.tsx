import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { thumbAddress } from '../../../api/addresses.ts';
import { entryQuery } from '../../../api/entries.ts';
import { shownName } from '../../../files/entry-path.ts';
import { formatMoment } from '../../../format/time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { poseBetween } from '../../../scene/camera/pose.ts';
import type { PickedViewProps } from '../../../scene/core/scene-kind.ts';
import type { SceneLayer } from '../../../scene/core/scene-layer.ts';
import { add, times } from '../../../scene/geometry/triple.ts';
import type { CameraLayer } from './camera-layer.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Lengths of a camera between the eye in it and what the eye turns about. */
const AHEAD = 20;

const isCameras = (layer: SceneLayer): layer is CameraLayer => 'cameras' in layer;

/** The photo of a camera, when it was taken, and the ways on. */
export function PickedCamera({ datasetRef, picked, camera, onOpen }: PickedViewProps) {
  const { layer, part } = picked;
  const index = typeof part === 'number' ? part : -1;
  const cameras = isCameras(layer) ? layer.cameras() : [];
  const path = cameras[index]?.path ?? '';
  const entry = useQuery({ ...entryQuery(datasetRef, path), enabled: path !== '' });
  if (!isCameras(layer) || path === '') return null;
  if (entry.isPending) return <Skeleton height={180} />;
  if (entry.error !== null) return <Problem title={i18n.t('The file could not be read')} error={entry.error} />;
  const { captureTime, make, model } = entry.data.properties ?? {};
  const device = [make, model].filter((word) => typeof word === 'string' && word !== 'unknown').join(' ');
  const place = layer.placeOf(index);
  const lookThrough = (): void => {
    const axes = place?.axes ?? null;
    if (place === null || axes === null) return;
    camera.setPose(poseBetween(place.at, add(place.at, times(axes.forward, AHEAD * layer.length()))));
  };
  return (
    <Stack gap="xs">
      <Text fw={600} className="al-break">
        <bdi>{shownName(path)}</bdi>
      </Text>
      <button
        type="button"
        className="al-scene-photo"
        aria-label={i18n.t('Open {path}', { path: shownName(path) })}
        onClick={() => onOpen(cameras, path)}
      >
        <img src={thumbAddress(datasetRef, path, entry.data.hash, 512)} alt="" />
      </button>
      {typeof captureTime === 'number' && captureTime > 0 && <Text size="sm">{formatMoment(captureTime / 1000)}</Text>}
      {device !== '' && (
        <Text size="sm" c="dimmed">
          {device}
        </Text>
      )}
      {place?.axes ? (
        <Button variant="default" leftSection={<IconCamera size={18} aria-hidden />} onClick={lookThrough}>
          {i18n.t('Look through this camera')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {i18n.t('The file does not say where the camera looked.')}
        </Text>
      )}
    </Stack>
  );
}
