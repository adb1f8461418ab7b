import '../styles/activity.css';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useLiveTasks } from '../tasks/use-live-tasks.ts';
import { WorkspaceBar } from '../workspace/workspace-bar.tsx';
import { BuildsPart } from './builds-part.tsx';
import { DownloadsPart } from './downloads-part.tsx';
import { KindLinks } from './kind-links.tsx';
import { TasksPart } from './tasks-part.tsx';
import { i18n } from '../languages/i18n.ts';

/** Most visits find no uploads. */
const UploadsPart = soon(async () => (await import('./uploads-part.tsx')).UploadsPart);

/** What is uploaded into a dataset and downloaded from it, built of its files and made by tools: as it goes on, newest first. */
export function ActivityPage() {
  const ref = useParams({ from: '/r/$org/$ds/activity' });
  const { kind, token } = useSearch({ from: '/r/$org/$ds/activity' });
  const dataset = useQuery(datasetQuery(ref));
  const isReadable = dataset.isSuccess && dataset.data.isPart !== true;
  useLiveBuilds(ref, isReadable && kind === 'builds');
  useLiveTasks(ref, isReadable && kind !== 'builds');
  usePageTitle(i18n.t('Activity'), dataset.data === undefined ? ref.ds : datasetName(dataset.data));
  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const mayWrite = dataset.data?.permissions?.canWrite === true;
  return (
    <div className="al-page">
      <WorkspaceBar datasetRef={ref} current="activity" heading={null} />
      <PageHead title={i18n.t('Activity')} detail={i18n.t('Newest first')} />
      <KindLinks datasetRef={ref} current={kind} />
      {dataset.error !== null && (
        <Problem
          title={i18n.t('The dataset could not be read')}
          error={dataset.error}
          onRetry={() => void dataset.refetch()}
        />
      )}
      <UploadsPart opened={kind === 'uploads'} datasetRef={ref} />
      {kind === 'downloads' && <DownloadsPart datasetRef={ref} />}
      {kind === 'builds' && <BuildsPart datasetRef={ref} mayClear={mayWrite} />}
      {(kind === undefined || kind === 'tasks') && <TasksPart datasetRef={ref} mayWrite={mayWrite} />}
    </div>
  );
}
