import '../styles/map.css';
import { Skeleton, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { entryQuery } from '../api/entries.ts';
import type { FilePart } from '../api/file-part.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { shownName } from '../files/entry-path.ts';
import { filePart } from '../filter/filter-query.ts';
import { FilterRow } from '../filter/filter-row.tsx';
import { isNarrowed } from '../filter/filter.ts';
import { useFilter } from '../filter/use-filter.ts';
import { inScene } from '../kinds/index.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { usePageTitle } from '../parts/use-page-title.ts';
import { parseItems } from '../api/item-list.ts';
import { WorkspaceBar } from '../workspace/workspace-bar.tsx';
import type { SceneAddress } from './address/scene-address.ts';
import { sceneFilesQuery } from './scene-files.ts';
import { isForMany, type SceneThing, thingTitle } from './scene-things.ts';
import { SceneWaiting } from './scene-waiting.tsx';
import { i18n } from '../languages/i18n.ts';

const loadView = () => import('./scene-view.tsx');
// Comes while the page asks for its files. Should that fail, the page tries again and tells.
loadView().catch(() => undefined);

/** Looking around is not a step of the way: Back leads to the page before. */
const STAY = { replace: true, resetScroll: false } as const;

export function ScenePage() {
  const ref = useParams({ from: '/r/$org/$ds/scene' });
  const { items, token, cam, style, clip, edges, hide, sel, heights } = useSearch({ from: '/r/$org/$ds/scene' });
  const navigate = useNavigate({ from: '/r/$org/$ds/scene' });
  const router = useRouter();
  const { filter } = useFilter();
  // What was chosen by name is shown, whatever the filter says.
  const part = useMemo(() => (items === undefined ? filePart(filter) : {}), [items, filter]);
  const isFiltered = items === undefined && (isNarrowed(filter) || filter.path !== '');
  const all = useQuery({ ...sceneFilesQuery(ref, part), enabled: items === undefined });
  const paths = useMemo(() => (items === undefined ? (all.data ?? []) : parseItems(items)), [items, all.data]);
  const files = paths.filter((path) => !isForMany(path));
  const entries = useQueries({ queries: files.map((path) => entryQuery(ref, path)) });
  const dataset = useQuery(datasetQuery(ref));
  useLiveBuilds(ref, dataset.isSuccess && dataset.data.isPart !== true);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  const title =
    items === undefined
      ? i18n.t('Everything in 3D')
      : paths.length === 1
        ? thingTitle(paths[0] ?? '')
        : i18n.t('{count} files in 3D', { count: paths.length });
  usePageTitle(paths.length === 1 ? thingTitle(paths[0] ?? '') : title, name);

  const { org, ds } = ref;
  const address = useMemo<SceneAddress>(
    () => ({ cam, style, clip, edges, hide, sel, heights }),
    [cam, style, clip, edges, hide, sel, heights],
  );
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
    for (const load of new Set(found.flatMap((entry) => inScene(entry) ?? []))) load().catch(() => undefined);
  });

  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const shown = found.filter(isShown);
  const things = paths.flatMap((path) => {
    const entry = shown.find((file) => file.path === path) ?? null;
    return entry === null && !isForMany(path) ? [] : [{ path, entry }];
  });
  // What is asked again, as after each upload, leaves the scene as it is.
  const isPending = all.isLoading || entries.some((entry) => entry.isPending);
  return (
    <div className="al-map-page">
      <WorkspaceBar datasetRef={ref} current="scene" heading={items === undefined ? undefined : title} />
      {isFiltered && <FilterRow datasetRef={ref} withFolder />}
      {entries.map(({ error, refetch }, index) =>
        error === null ? null : (
          <Problem
            key={files[index]}
            title={i18n.t('{files} could not be opened', { files: shownName(files[index] ?? '') })}
            error={error}
            onRetry={() => void refetch()}
          />
        ),
      )}
      {all.error !== null && (
        <Problem title={i18n.t('The files could not be read')} error={all.error} onRetry={() => void all.refetch()} />
      )}
      {paths.length === 0 && !all.isLoading && all.error === null && <NothingShown isFiltered={isFiltered} />}
      {found
        .filter((entry) => !isShown(entry))
        .map((entry) => (
          <SceneWaiting
            key={entry.path}
            datasetRef={ref}
            entry={entry}
            isAlone={things.length === 0}
            isViewable={inScene(entry) !== null}
            canWrite={dataset.data?.permissions?.canWrite === true}
          />
        ))}
      {(isPending || (SceneView === undefined && things.length > 0)) && <Skeleton className="al-map" />}
      {!isPending && SceneView !== undefined && things.length > 0 && (
        <SceneView
          key={sceneKey(ref, part, things)}
          datasetRef={ref}
          paths={paths}
          things={things}
          part={part}
          address={address}
          onAddress={write}
        />
      )}
    </div>
  );
}

const NothingShown = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyState title={i18n.t('Nothing to show in 3D')}>
    <Text c="dimmed">
      {isFiltered
        ? i18n.t('No file that fits the filter can be shown in 3D.')
        : i18n.t(
            'Upload point clouds, 3D models, Gaussian splats, 3D Tiles, elevation models or photos to see them here.',
          )}
    </Text>
  </EmptyState>
);

/** True once there is something to draw. */
const isShown = (entry: Entry): boolean =>
  inScene(entry) !== null && (entry.buildStatus ?? null) === null && entry.hash !== null;

/** What another scene has another one of. */
const sceneKey = ({ org, ds }: DatasetRef, part: FilePart, things: readonly SceneThing[]): string =>
  JSON.stringify([org, ds, things.map(({ path, entry }) => [path, entry === null ? part : entry.hash])]);
