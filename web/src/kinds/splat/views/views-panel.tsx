import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorText } from '../../../api/api-error.ts';
import { datasetQuery } from '../../../api/datasets.ts';
import { eyeOf, type Pose, poseBetween } from '../../../scene/camera/pose.ts';
import type { PanelCamera } from '../../../scene/core/scene-kind.ts';
import { readBeside, writeBeside } from '../beside-file.ts';
import type { SplatLayer } from '../splat-layer.ts';
import { type NewView, parseViews, type SavedView, viewsPath, withView } from './saved-views.ts';
import { tourPose } from './tour.ts';
import { i18n } from '../../../languages/i18n.ts';

type ViewsPanelProps = { readonly layer: SplatLayer; readonly camera: PanelCamera };

/** Saved views of a file: going to one, a tour through all, and saving another one. */
export function ViewsPanel({ layer, camera }: ViewsPanelProps) {
  const { datasetRef, path } = layer.source;
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const key = ['saved-views', datasetRef.org, datasetRef.ds, path];
  const asked = useQuery({ queryKey: key, queryFn: ({ signal }) => readViews(layer, signal) });
  const canWrite = useQuery(datasetQuery(datasetRef)).data?.permissions?.canWrite === true;
  const save = useMutation({
    mutationFn: (view: NewView) => saveView(layer, view),
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey: key });
    },
  });
  const tour = useTour(camera);
  const views = parseViews(asked.data ?? '[]');
  const poseOf = ({ position, target }: SavedView): Pose | null => {
    const [eye, at] = [layer.toScene(position), layer.toScene(target)];
    return eye === null || at === null ? null : poseBetween(eye, at);
  };
  const current = (): NewView | null => {
    const pose = camera.pose();
    const [eye, target] = [layer.toFile(eyeOf(pose)), layer.toFile(pose.target)];
    const up = layer.upInFile();
    return eye !== null && target !== null && up !== null
      ? { name: name.trim() || i18n.t('View {value}', { value: views.length + 1 }), position: eye, target, up }
      : null;
  };
  const failure = asked.error ?? save.error;
  return (
    <div role="group" aria-label={i18n.t('Saved views')}>
      <Text size="sm">{i18n.t('Saved views')}</Text>
      <Group gap="xs">
        {views.map((view, index) => (
          <Button
            // Names may be the same.
            key={`${index} ${view.name}`}
            variant="default"
            size="xs"
            onClick={() => {
              tour.stop();
              const pose = poseOf(view);
              if (pose !== null) camera.setPose(pose);
            }}
          >
            {view.name}
          </Button>
        ))}
        {views.length > 1 && (
          <Button
            variant="default"
            size="xs"
            aria-pressed={tour.isPlaying}
            onClick={() => (tour.isPlaying ? tour.stop() : tour.play(views.flatMap((view) => poseOf(view) ?? [])))}
          >
            {tour.isPlaying ? i18n.t('Stop tour') : i18n.t('Play tour')}
          </Button>
        )}
      </Group>
      {views.length === 0 && asked.isSuccess && (
        <Text size="sm" c="dimmed">
          {i18n.t('None yet')}
        </Text>
      )}
      {canWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const view = current();
            if (view !== null) save.mutate(view);
          }}
        >
          <TextInput
            label={i18n.t('Name of the view')}
            description={i18n.t('Kept in {viewsPath}.', { viewsPath: viewsPath(path) })}
            value={name}
            maxLength={100}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Button type="submit" variant="default" mt="xs" loading={save.isPending}>
            {i18n.t('Save this view')}
          </Button>
        </form>
      )}
      <Text size="sm" role="status">
        {failure !== null && errorText(failure)}
      </Text>
    </div>
  );
}

/** Plays a tour until it ends, another camera movement is asked for, or the panel goes. */
function useTour(camera: PanelCamera) {
  const request = useRef<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const stop = (): void => {
    if (request.current !== null) cancelAnimationFrame(request.current);
    request.current = null;
    setPlaying(false);
  };
  useEffect(
    () => () => {
      if (request.current !== null) cancelAnimationFrame(request.current);
    },
    [],
  );
  const play = (poses: readonly Pose[]): void => {
    stop();
    const flies = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const tour = { poses, from: camera.pose(), flies };
    const began = performance.now();
    let last = camera.pose();
    const step = (): void => {
      const pose = tourPose(tour, performance.now() - began);
      // Somebody has moved the camera: it is theirs.
      if (pose === null || camera.pose() !== last) return stop();
      camera.setPose(pose);
      last = camera.pose();
      request.current = requestAnimationFrame(step);
    };
    setPlaying(true);
    request.current = requestAnimationFrame(step);
  };
  return { isPlaying, play, stop };
}

const REFUSED: readonly number[] = [401, 403];

async function readViews({ source: { datasetRef, path } }: SplatLayer, signal: AbortSignal): Promise<string> {
  try {
    return (await readBeside(datasetRef, viewsPath(path), signal)) ?? '[]';
  } catch (error) {
    // A share link of one file shows no other.
    if (error instanceof ApiError && REFUSED.includes(error.status)) return '[]';
    throw error;
  }
}

/** Adds to the file as it is now: others may have saved views meanwhile. */
async function saveView({ source: { datasetRef, path } }: SplatLayer, view: NewView): Promise<void> {
  const file = viewsPath(path);
  const text = withView(await readBeside(datasetRef, file), view);
  if (text === null)
    throw new ApiError(
      400,
      i18n.t('{file} is not a list of views. Correct it or delete it, then save again.', { file }),
    );
  await writeBeside(datasetRef, file, text);
}
