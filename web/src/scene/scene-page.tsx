import '../styles/map.css';
import '../styles/scene.css';
import { Skeleton, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { Entry } from '../api/answers.ts';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { entryQuery } from '../api/entries.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { baseName, shownName } from '../files/entry-path.ts';
import { viewerFor } from '../kinds/index.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FileBar } from '../parts/file-bar.tsx';
import { Problem } from '../parts/problem.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { usePageTitle } from '../parts/use-page-title.ts';
import { parseItems } from '../api/item-list.ts';
import { ViewTabs } from '../workspace/view-tabs.tsx';
import type { SceneAddress } from './address/scene-address.ts';
import { sceneFilesQuery } from './scene-files.ts';
import { SceneWaiting } from './scene-waiting.tsx';

const loadView = () => import('./scene-view.tsx');
// Comes while the page asks for its files. Should that fail, the page tries again and tells.
loadView().catch(() => undefined);

/** Looking around is not a step of the way: Back leads to the page before. */
const STAY = { replace: true, resetScroll: false } as const;

export function ScenePage() {
  const ref = useParams({ from: '/r/$org/$ds/scene' });
  const { items, token, cam, style, clip, edges } = useSearch({ from: '/r/$org/$ds/scene' });
  const navigate = useNavigate({ from: '/r/$org/$ds/scene' });
  const router = useRouter();
  const all = useQuery({ ...sceneFilesQuery(ref), enabled: items === undefined });
  const paths = useMemo(
    () => (items === undefined ? (all.data ?? []).map(({ path }) => path) : parseItems(items)),
    [items, all.data],
  );
  const entries = useQueries({ queries: paths.map((path) => entryQuery(ref, path)) });
  const dataset = useQuery(datasetQuery(ref));
  useLiveBuilds(ref, dataset.isSuccess && dataset.data.isPart !== true);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  const title =
    items === undefined
      ? 'Everything in 3D'
      : paths.length === 1
        ? shownName(paths[0] ?? '')
        : `${paths.length} files in 3D`;
  usePageTitle(paths.length === 1 ? baseName(paths[0] ?? '') : title, name);

  const { org, ds } = ref;
  const address = useMemo<SceneAddress>(() => ({ cam, style, clip, edges }), [cam, style, clip, edges]);
  const write = useCallback(
    (next: SceneAddress) => {
      const here = router.buildLocation({ to: '/r/$org/$ds/scene', params: { org, ds } }).pathname;
      if (router.history.location.pathname === here) void navigate({ search: (old) => ({ ...old, ...next }), ...STAY });
    },
    [router, navigate, org, ds],
  );

  const SceneView = useLoaded(loadView)?.default;
  const found = entries.flatMap(({ data }) => data ?? []);
  useEffect(() => {
    // Comes with the view, not after it.
    for (const viewer of new Set(found.map((entry) => viewerFor(entry))))
      if (viewer.opens === 'scene') viewer.load().catch(() => undefined);
  });

  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const shown = found.filter(isShown);
  const isPending = all.isFetching || entries.some((entry) => entry.isPending);
  return (
    <div className="al-map-page">
      <FileBar datasetRef={ref} title={title} datasetName={name} path={paths[0] ?? ''}>
        <ViewTabs datasetRef={ref} current="scene" />
      </FileBar>
      {entries.map(({ error, refetch }, index) =>
        error === null ? null : (
          <Problem
            key={paths[index]}
            title={`${shownName(paths[index] ?? '')} could not be opened`}
            error={error}
            onRetry={() => void refetch()}
          />
        ),
      )}
      {all.error !== null && (
        <Problem title="The files could not be read" error={all.error} onRetry={() => void all.refetch()} />
      )}
      {paths.length === 0 && !all.isFetching && all.error === null && (
        <EmptyState title="Nothing to show in 3D">
          <Text c="dimmed">Upload point clouds, 3D models, Gaussian splats or 3D Tiles to see them here.</Text>
        </EmptyState>
      )}
      {found
        .filter((entry) => !isShown(entry))
        .map((entry) => (
          <SceneWaiting
            key={entry.path}
            datasetRef={ref}
            entry={entry}
            isAlone={shown.length === 0}
            isViewable={viewerFor(entry).opens === 'scene'}
            canWrite={dataset.data?.permissions?.canWrite === true}
          />
        ))}
      {(isPending || (SceneView === undefined && shown.length > 0)) && <Skeleton className="al-map" />}
      {!isPending && SceneView !== undefined && shown.length > 0 && (
        <SceneView
          key={shown.map(({ path, hash }) => `${path} ${hash}`).join('\n')}
          datasetRef={ref}
          paths={paths}
          entries={shown}
          address={address}
          onAddress={write}
        />
      )}
    </div>
  );
}

/** True once there is something to draw. */
const isShown = (entry: Entry): boolean =>
  viewerFor(entry).opens === 'scene' && (entry.buildStatus ?? null) === null && entry.hash !== null;
