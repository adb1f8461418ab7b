import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { datasetName, datasetQuery, isPublicDataset, mayDownload } from '../api/datasets.ts';
import { featuresQuery, sessionQuery } from '../api/session.ts';
import { BuildsLink } from '../builds/builds-link.tsx';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { DatasetMenu } from '../datasets/dataset-menu.tsx';
import { GisButton } from '../gis/gis-button.tsx';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { ShareButton } from '../links/share-button.tsx';
import { viewOfPage } from '../links/view-of-page.ts';
import { useStepsAbove } from '../organizations/use-steps-above.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { formatSort } from '../rows/sort-text.ts';
import { TasksLink } from '../tasks/tasks-link.tsx';
import { ToolsButton } from '../tasks/tools-button.tsx';
import { useTools } from '../tasks/use-tools.ts';
import { DatasetFacts } from './dataset-facts.tsx';
import { useEntryDialogs } from './dialogs/use-entry-dialogs.ts';
import { DownloadProblem } from './download-problem.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import { parseSort, type Sort } from './entry-order.ts';
import { shownName } from './entry-path.ts';
import { FileActions } from './file-actions.tsx';
import type { FileTasks } from './file-tasks.ts';
import { FolderContent } from './folder-content.tsx';
import { folderSteps, namesOnly } from './folder-steps.ts';
import { FileToolbar } from './search/file-toolbar.tsx';
import type { SearchResultsProps } from './search/search-results.tsx';
import { searchOf, type SearchText } from './search/search-text.ts';
import { ViewTabs } from '../workspace/view-tabs.tsx';
import { useDownload } from './use-download.ts';
import { useDropZone } from './use-drop-zone.ts';
import { useRebuild } from './use-rebuild.ts';
import { useUploadInto } from './use-upload-into.ts';
import { plain } from '../format/plain.ts';

const ToolDialog = soon(async () => (await import('../tasks/tool-dialog.tsx')).ToolDialog);
const EntryDialogs = soon(async () => (await import('./dialogs/entry-dialogs.tsx')).EntryDialogs);

/** Most visits search for nothing. */
const SearchResults = soon<SearchResultsProps>(async () => (await import('./search/search-results.tsx')).SearchResults);

export function FilesPage() {
  const ref = useParams({ from: '/r/$org/$ds' });
  const { path = '', sort: sortText, token, find, by, kind, as } = useSearch({ from: '/r/$org/$ds' });
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  const session = useQuery(sessionQuery);
  const dataset = useQuery(datasetQuery(ref));
  // The pictures of the rows wait for them: asked for now, they are there as soon as the list.
  useQuery(featuresQuery);
  const above = useStepsAbove(ref.org, token !== undefined);
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const search = useMemo(() => searchOf(path, { find, by, kind }), [path, find, by, kind]);
  const upload = useUploadInto(ref, path);
  const download = useDownload(ref);
  const rebuild = useRebuild(ref);
  const dialogs = useEntryDialogs();
  const isPart = dataset.data?.isPart === true;
  useLiveBuilds(ref, dataset.isSuccess && !isPart);
  const mayWrite = dataset.data?.permissions?.canWrite === true;
  // A link lets others see what its maker may show: it takes an account and the right to write.
  const mayShare = mayWrite && token === undefined && session.data !== null && session.data !== undefined;
  const dragging = useDropZone(mayWrite, upload.drop);
  const tools = useTools(ref, { canWrite: mayWrite, enabled: dataset.isSuccess && token === undefined });
  const tasks: FileTasks = {
    toolsFor: tools.for,
    openTools: tools.open,
    canWrite: mayWrite,
    renaming: dialogs.renaming,
    open: dialogs.open,
    isGuest: token !== undefined,
    download: download.offered ? (entries) => download.start(entries.map((it) => it.path)) : null,
    rebuild: (entry) => rebuild.mutate(entry.path),
  };

  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  const title = path === '' ? plain(name) : shownName(path);
  usePageTitle(title, path === '' ? undefined : name);
  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const setSort = (next: Sort): void => {
    void navigate({ search: (old) => ({ ...old, sort: formatSort(next) }), replace: true, resetScroll: false });
  };
  // Going into a search is a step of the history; changing its words is none.
  const setSearch = (next: SearchText): void => {
    void navigate({ search: (old) => ({ ...old, ...next }), replace: search !== null, resetScroll: false });
  };

  return (
    <div className="al-page">
      {dataset.data !== undefined && <ViewTabs datasetRef={ref} current="files" />}
      <PageHead
        steps={isPart ? namesOnly(folderSteps(above, ref, name, path)) : folderSteps(above, ref, name, path)}
        title={title}
        detail={
          path === '' && dataset.data !== undefined ? (
            <DatasetFacts dataset={dataset.data} byLink={token !== undefined} />
          ) : undefined
        }
      >
        {dataset.data !== undefined && path === '' && token === undefined && (
          <DatasetMenu
            org={ref.org}
            dataset={dataset.data}
            page={{
              onMoved: (ds) => navigate({ to: '/r/$org/$ds', params: { org: ref.org, ds }, replace: true }),
              onDeleted: () => navigate({ to: '/r/$org', params: { org: ref.org } }),
            }}
          />
        )}
        {dataset.data !== undefined && token === undefined && <BuildsLink datasetRef={ref} />}
        {dataset.data !== undefined && token === undefined && <TasksLink datasetRef={ref} />}
        <ToolsButton offered={tools.inFolder(path)} onOpen={tools.open} />
        {dataset.data !== undefined && dataset.data.link?.hasPassword !== true && (
          <GisButton
            datasetRef={ref}
            folder={path}
            isPublic={isPublicDataset(dataset.data)}
            byLink={token !== undefined}
            withData={mayDownload(dataset.data)}
          />
        )}
        {mayShare && <ShareButton datasetRef={ref} place={{ path, isFolder: true }} currentView={viewOfPage} />}
        {mayWrite && <FileActions datasetRef={ref} folder={path} onChoose={upload.add} />}
      </PageHead>
      {upload.problem !== null && <Problem title="What you dropped could not be read" error={upload.problem} />}
      {download.error !== null && (
        <Notice>
          <DownloadProblem download={download} />
        </Notice>
      )}
      {rebuild.error !== null && (
        <Notice>
          <Problem title="The build was not started" error={rebuild.error} onClose={rebuild.reset} />
        </Notice>
      )}
      {dataset.error !== null && (
        <Problem title="The files could not be read" error={dataset.error} onRetry={() => void dataset.refetch()} />
      )}
      {dataset.data !== undefined && (
        <>
          <FileToolbar
            key={path}
            search={{ find, by, kind }}
            place={title}
            onSearch={setSearch}
            asTiles={as === 'tiles'}
            onTiles={(asTiles) =>
              void navigate({
                search: (old) => ({ ...old, as: asTiles ? 'tiles' : undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            onDownload={download.offered ? () => download.start(path === '' ? [] : [path]) : null}
          />
          {search === null ? (
            <FolderContent
              datasetRef={ref}
              path={path}
              sort={sort}
              onSort={setSort}
              asTiles={as === 'tiles'}
              tasks={tasks}
            />
          ) : (
            <SearchResults
              opened
              datasetRef={ref}
              search={search}
              place={title}
              tasks={tasks}
              onLeave={() => setSearch({ find: undefined, by: undefined, kind: undefined })}
            />
          )}
          <ToolDialog datasetRef={ref} {...tools.dialog} />
          <EntryDialogs
            datasetRef={ref}
            canWrite={mayWrite}
            {...dialogs.state}
            onRenamed={dialogs.onRenamed}
            onClose={dialogs.close}
          />
        </>
      )}
      {dragging && <DropOverlay folder={title} />}
    </div>
  );
}

/** A problem in sight wherever the list is scrolled to. */
const Notice = ({ children }: { readonly children: ReactNode }) => <div className="al-notice">{children}</div>;
