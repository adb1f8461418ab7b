import '../styles/workspace.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { datasetName, datasetQuery, isPublicDataset, mayDownload } from '../api/datasets.ts';
import { sessionQuery } from '../api/session.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { DropOverlay } from '../files/drop-overlay.tsx';
import { useDropZone } from '../files/use-drop-zone.ts';
import { useUploadInto } from '../files/use-upload-into.ts';
import { GisButton } from '../gis/gis-button.tsx';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { viewOfPage } from '../links/view-of-page.ts';
import { ShareButton } from '../links/share-button.tsx';
import { useStepsAbove } from '../organizations/use-steps-above.ts';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { AddMenu } from './add-menu.tsx';
import type { MapAddress } from './workspace-address.ts';
import { WorkspaceBar } from './workspace-bar.tsx';

/** MapLibre comes only when a map is really shown. */
const MapView = lazy(() => import('./map/map-view.tsx'));

/** Looking around is not a step of the way: Back leads to the page before, and nothing scrolls. */
const STAY = { replace: true, resetScroll: false, hashScrollIntoView: false } as const;

/** The map of a dataset. */
export function MapPage() {
  const ref = useParams({ from: '/r/$org/$ds' });
  const { path = '', token, layers, order, sel, swipe } = useSearch({ from: '/r/$org/$ds' });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  const router = useRouter();
  const dataset = useQuery(datasetQuery(ref));
  const above = useStepsAbove(ref.org, token !== undefined);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  const session = useQuery(sessionQuery);
  const mayWrite = dataset.data?.permissions?.canWrite === true;
  const upload = useUploadInto(ref, path);
  const dragging = useDropZone(mayWrite, upload.drop);
  useLiveBuilds(ref, dataset.isSuccess && dataset.data.isPart !== true);
  usePageTitle('Map', name);

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
      <WorkspaceBar datasetRef={ref} steps={above} title={name} current="map">
        {dataset.data !== undefined && dataset.data.link?.hasPassword !== true && (
          <GisButton
            datasetRef={ref}
            folder={path}
            isPublic={isPublicDataset(dataset.data)}
            byLink={token !== undefined}
            withData={mayDownload(dataset.data)}
          />
        )}
        {mayWrite && token === undefined && session.data !== null && (
          <ShareButton datasetRef={ref} place={{ path, isFolder: true }} currentView={viewOfPage} />
        )}
        {mayWrite && <AddMenu onChoose={upload.add} />}
      </WorkspaceBar>
      {upload.problem !== null && <Problem title="What you dropped could not be read" error={upload.problem} />}
      {dataset.error !== null && (
        <Problem title="The dataset could not be read" error={dataset.error} onRetry={() => void dataset.refetch()} />
      )}
      {dataset.data !== undefined && (
        <Suspense fallback={<Skeleton className="al-map" />}>
          <MapView
            datasetRef={ref}
            datasetName={name}
            mayWrite={mayWrite}
            address={{ layers, order, sel, swipe }}
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
