import '../styles/workspace.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { DropOverlay } from '../files/drop-overlay.tsx';
import { useDropZone } from '../files/use-drop-zone.ts';
import { useUploadInto } from '../files/use-upload-into.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import type { MapAddress } from './workspace-address.ts';
import { WorkspaceBar } from './workspace-bar.tsx';
import { i18n } from '../languages/i18n.ts';

/** MapLibre comes only when a map is really shown. */
const MapView = lazy(() => import('./map/map-view.tsx'));

/** Looking around is not a step of the way: Back leads to the page before, and nothing scrolls. */
const STAY = { replace: true, resetScroll: false, hashScrollIntoView: false } as const;

/** The map of a dataset. */
export function MapPage() {
  const ref = useParams({ from: '/r/$org/$ds' });
  const { path = '', token, layers, order, sel, swipe, drawer, terrain, at } = useSearch({ from: '/r/$org/$ds' });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  const router = useRouter();
  const dataset = useQuery(datasetQuery(ref));
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  const mayWrite = dataset.data?.permissions?.canWrite === true;
  const upload = useUploadInto(ref, path);
  const dragging = useDropZone(mayWrite, upload.drop);
  useLiveBuilds(ref, dataset.isSuccess && dataset.data.isPart !== true);
  usePageTitle(i18n.t('Map'), name);

  const { org, ds } = ref;
  const setHash = useCallback(
    (view: string) => {
      // The map tells of its view also while the page is being left, when the address is another one already.
      const { pathname, search } = router.history.location;
      const here = router.buildLocation({ to: '/r/$org/$ds', params: { org, ds } }).pathname;
      if (pathname === here && new URLSearchParams(search).get('view') === 'map')
        void navigate({ search: (old) => old, hash: view, ...STAY });
    },
    [router, navigate, org, ds],
  );
  const setAddress = useCallback(
    (next: MapAddress) => void navigate({ search: (old) => ({ ...old, ...next }), hash: true, ...STAY }),
    [navigate],
  );

  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  return (
    <div className="al-map-page">
      <WorkspaceBar datasetRef={ref} current="map" folder={path} />
      {upload.problem !== null && (
        <Problem title={i18n.t('What you dropped could not be read')} error={upload.problem} />
      )}
      {dataset.error !== null && (
        <Problem
          title={i18n.t('The dataset could not be read')}
          error={dataset.error}
          onRetry={() => void dataset.refetch()}
        />
      )}
      {dataset.data !== undefined && (
        <Suspense fallback={<Skeleton className="al-map" />}>
          <MapView
            datasetRef={ref}
            datasetName={name}
            mayWrite={mayWrite}
            address={{ layers, order, sel, swipe, drawer, terrain, at }}
            onAddress={setAddress}
            hash={hash}
            onHash={setHash}
          />
        </Suspense>
      )}
      {dragging && <DropOverlay folder={path === '' ? name : path} />}
    </div>
  );
}
