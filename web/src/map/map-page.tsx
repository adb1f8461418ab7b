import '../styles/map.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { entryQuery } from '../api/entries.ts';
import { featuresQuery } from '../api/session.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { viewerFor } from '../kinds/index.ts';
import { baseName } from '../files/entry-path.ts';
import { DownloadProblem } from '../files/download-problem.tsx';
import { useDownload } from '../files/use-download.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { footprintBounds } from './footprint.ts';
import { MapBar } from './map-bar.tsx';
import { MapWaiting } from './map-waiting.tsx';
import { NoMap } from './no-map.tsx';
import { formatOpacity, parseOpacity } from './opacity.ts';

/** Looking around is not a step of the way: Back leads to the files, and nothing scrolls. */
const STAY = { replace: true, resetScroll: false, hashScrollIntoView: false } as const;

const NO_PLACE = new ApiError(
  400,
  'The file does not say where on earth it lies. Georeference it, then upload it again.',
);

export function MapPage() {
  const ref = useParams({ from: '/r/$org/$ds/map' });
  const { path = '', opacity: opacityText, token } = useSearch({ from: '/r/$org/$ds/map' });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate({ from: '/r/$org/$ds/map' });
  const router = useRouter();
  const entry = useQuery(entryQuery(ref, path));
  const dataset = useQuery(datasetQuery(ref));
  const features = useQuery(featuresQuery);
  const download = useDownload(ref);
  useLiveBuilds(ref, dataset.isSuccess && dataset.data.isPart !== true);
  const [tileError, setTileError] = useState<ApiError | null>(null);
  const bounds = useMemo(() => (entry.data === undefined ? null : footprintBounds(entry.data)), [entry.data]);
  const opacity = parseOpacity(opacityText);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  usePageTitle(baseName(path), name);

  const { org, ds } = ref;
  const setHash = useCallback(
    (view: string) => {
      // The map tells of its view also while the page is being left, when the address is another one already.
      const here = router.buildLocation({ to: '/r/$org/$ds/map', params: { org, ds } }).pathname;
      if (router.history.location.pathname === here) void navigate({ search: (old) => old, hash: view, ...STAY });
    },
    [router, navigate, org, ds],
  );
  const refetchEntry = entry.refetch;
  const onTileError = useCallback(
    (error: ApiError) => {
      setTileError(error);
      // The list answers 401, too, and that leads to the login page.
      if (error.status === 401) void refetchEntry();
    },
    [refetchEntry],
  );

  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const data = entry.data;
  const viewer = data === undefined ? null : viewerFor(data);
  const map = viewer?.opens === 'map' ? viewer : null;
  const ready = data !== undefined && map !== null && (data.buildStatus ?? null) === null && !features.isPending;
  const startDownload = (): void => download.start([path]);
  return (
    <div className="al-map-page">
      <MapBar
        datasetRef={ref}
        datasetName={name}
        path={path}
        opacity={opacity}
        onOpacity={(next) =>
          void navigate({ search: (old) => ({ ...old, opacity: formatOpacity(next) }), hash, ...STAY })
        }
        showAllLabel={map?.showAllLabel ?? ''}
        onShowAll={() => void navigate({ search: (old) => old, hash: '', ...STAY })}
        onDownload={startDownload}
        showControls={ready && bounds !== null}
      />
      <DownloadProblem download={download} />
      {entry.error !== null && (
        <Problem title="The map could not be opened" error={entry.error} onRetry={() => void entry.refetch()} />
      )}
      {viewer !== null && map === null && <NoMap onDownload={startDownload} />}
      {data !== undefined && map !== null && !ready && !features.isPending && (
        <MapWaiting datasetRef={ref} entry={data} canWrite={dataset.data?.permissions?.canWrite === true} />
      )}
      {ready && bounds === null && <Problem title="This file has no place on the map" error={NO_PLACE} />}
      {tileError !== null && (
        <Problem title="Parts of the picture are missing" error={tileError} onRetry={() => window.location.reload()} />
      )}
      {ready && map !== null && bounds !== null && (
        <Suspense fallback={<Skeleton className="al-map" />}>
          <map.View
            datasetRef={ref}
            entry={data}
            bounds={bounds}
            basemap={features.data?.map?.basemap ?? null}
            opacity={opacity / 100}
            hash={hash}
            onView={setHash}
            onTileError={onTileError}
          />
        </Suspense>
      )}
    </div>
  );
}
