import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { folderQuery } from '../api/entries.ts';
import { featuresQuery } from '../api/session.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import type { FilterText } from '../filter/filter-address.ts';
import { isNarrowed } from '../filter/filter.ts';
import { FilterRow } from '../filter/filter-row.tsx';
import { useFilter } from '../filter/use-filter.ts';
import { formatSort } from '../rows/sort-text.ts';
import { useTools } from '../tasks/use-tools.ts';
import { DatasetFacts } from './dataset-facts.tsx';
import { useEntryDialogs } from './dialogs/use-entry-dialogs.ts';
import { DownloadProblem } from './download-problem.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import { parseSort, type Sort } from './entry-order.ts';
import { shownName } from './entry-path.ts';
import { FilesBeside } from './files-beside.tsx';
import type { FileTasks } from './file-tasks.ts';
import { FolderContent } from './folder-content.tsx';
import { FolderHead } from './folder-head.tsx';
import { FileToolbar } from './search/file-toolbar.tsx';
import type { SearchResultsProps } from './search/search-results.tsx';
import { searchOf, type SearchText } from './search/search-text.ts';
import { useIsPhone } from '../workspace/sheet/use-is-phone.ts';
import { WorkspaceBar } from '../workspace/workspace-bar.tsx';
import { useDownload } from './use-download.ts';
import { useDropZone } from './use-drop-zone.ts';
import { useRebuild } from './use-rebuild.ts';
import { useTreeShown } from './use-tree-shown.ts';
import { useUploadInto } from './use-upload-into.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

const ToolDialog = soon(async () => (await import('../tasks/tool-dialog.tsx')).ToolDialog);
const EntryDialogs = soon(async () => (await import('./dialogs/entry-dialogs.tsx')).EntryDialogs);

/** Most visits search for nothing. */
const SearchResults = soon<SearchResultsProps>(async () => (await import('./search/search-results.tsx')).SearchResults);

export function FilesPage() {
  const ref = useParams({ from: '/r/$org/$ds' });
  const { path = '', sort: sortText, token, find, by, as } = useSearch({ from: '/r/$org/$ds' });
  const { filter } = useFilter();
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  const dataset = useQuery(datasetQuery(ref));
  // The pictures of the rows wait for them: asked for now, they are there as soon as the list.
  useQuery(featuresQuery);
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const search = useMemo(() => searchOf(filter, { find, by }), [filter, find, by]);
  const upload = useUploadInto(ref, path);
  const download = useDownload(ref);
  const rebuild = useRebuild(ref);
  const dialogs = useEntryDialogs();
  const tree = useTreeShown();
  // A phone has no room for them, where they do nothing.
  const isPhone = useIsPhone();
  const [showsFilter, setShowsFilter] = useState(false);
  // What is in the folder comes beside what is said of the dataset; who shows it listens by itself.
  useQuery({ ...folderQuery(ref, path), enabled: search === null, refetchInterval: false, notifyOnChangeProps: [] });
  const isPart = dataset.data?.isPart === true;
  useLiveBuilds(ref, dataset.isSuccess && !isPart);
  const mayWrite = dataset.data?.permissions?.canWrite === true;
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
  const setSearch = (next: SearchText & FilterText): void => {
    void navigate({ search: (old) => ({ ...old, ...next }), replace: search !== null, resetScroll: false });
  };

  return (
    <div className="al-page">
      <WorkspaceBar datasetRef={ref} current="files" folder={path} heading={path === '' ? undefined : null} />
      {path !== '' && <FolderHead datasetRef={ref} datasetName={name} path={path} title={title} isPart={isPart} />}
      {path === '' && dataset.data !== undefined && <DatasetFacts dataset={dataset.data} />}
      {upload.problem !== null && (
        <Problem title={i18n.t('What you dropped could not be read')} error={upload.problem} />
      )}
      {download.error !== null && (
        <Notice>
          <DownloadProblem download={download} />
        </Notice>
      )}
      {rebuild.error !== null && (
        <Notice>
          <Problem title={i18n.t('The build was not started')} error={rebuild.error} onClose={rebuild.reset} />
        </Notice>
      )}
      {dataset.error !== null && (
        <Problem
          title={i18n.t('The files could not be read')}
          error={dataset.error}
          onRetry={() => void dataset.refetch()}
        />
      )}
      {dataset.data !== undefined && (
        <>
          <FileToolbar
            key={path}
            search={{ find, by }}
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
            isTreeShown={tree.isShown}
            onTree={isPart ? null : tree.toggle}
            isFilterShown={showsFilter}
            onFilter={isNarrowed(filter) ? null : () => setShowsFilter(!showsFilter)}
          />
          {(!isPhone || showsFilter || isNarrowed(filter)) && <FilterRow datasetRef={ref} />}
          <FilesBeside
            datasetRef={ref}
            path={path}
            isTreeShown={tree.isShown && !isPart}
            onPath={(to) => {
              tree.chosen();
              void navigate({ search: (old) => ({ ...old, path: to || undefined }), resetScroll: false });
            }}
          >
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
                onLeave={() => setSearch(NO_SEARCH)}
              />
            )}
          </FilesBeside>
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

/** The folder as it is. */
const NO_SEARCH = {
  find: undefined,
  by: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
  box: undefined,
};

/** A problem in sight wherever the list is scrolled to. */
const Notice = ({ children }: { readonly children: ReactNode }) => <div className="al-notice">{children}</div>;
