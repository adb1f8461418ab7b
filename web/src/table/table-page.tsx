import '../styles/map.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { datasetName, datasetQuery, mayDownload } from '../api/datasets.ts';
import { useLiveBuilds } from '../builds/use-live-builds.ts';
import { filePart } from '../filter/filter-query.ts';
import { FilterRow } from '../filter/filter-row.tsx';
import { forget, seenBox } from '../filter/seen-box.ts';
import { useFilterSearch } from '../filter/use-filter-search.ts';
import { useFilter } from '../filter/use-filter.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { viewOn } from '../map/view-on.ts';
import { Problem } from '../parts/problem.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { usePageTitle } from '../parts/use-page-title.ts';
import { WorkspaceBar } from '../workspace/workspace-bar.tsx';
import { i18n } from '../languages/i18n.ts';

const loadTable = () => import('./table-view.tsx');
// Comes while the page asks for its dataset. Should that fail, the page tries again and tells.
loadTable().catch(() => undefined);

type Change = { readonly tab?: string; readonly filter?: string; readonly sort?: string };

/** The tables of a dataset on a page of their own; what is shown stands in the address. */
export function TablePage() {
  const ref = useParams({ from: '/r/$org/$ds/table' });
  const { path = '', tab = '', filter = '', sort = '', token } = useSearch({ from: '/r/$org/$ds/table' });
  const navigate = useNavigate({ from: '/r/$org/$ds/table' });
  const TableView = useLoaded(loadTable)?.TableView;
  const dataset = useQuery(datasetQuery(ref));
  const [selection, setSelection] = useState<{ readonly tab: string; readonly ids: readonly string[] }>({
    tab,
    ids: [],
  });
  useLiveBuilds(ref, dataset.isSuccess && dataset.data.isPart !== true);
  const { filter: shown, change: changeShown } = useFilter();
  const kept = useFilterSearch();
  // Rows are looked at by the table itself: a layer may lie in the box that its file goes beyond.
  const part = useMemo(() => filePart({ ...shown, box: null }), [shown]);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  usePageTitle(i18n.t('Table'), name);
  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  // Another tab or filter is a step back to; another order is none.
  const change = (next: Change, replace: boolean): void => {
    void navigate({ search: (old) => ({ ...old, ...next }), replace, resetScroll: false });
  };
  return (
    <div className="al-map-page">
      <WorkspaceBar datasetRef={ref} current="table" folder={path} />
      <div className="al-table-page">
        {dataset.error !== null && (
          <Problem
            title={i18n.t('The dataset could not be read')}
            error={dataset.error}
            onRetry={() => void dataset.refetch()}
          />
        )}
        {dataset.data !== undefined && <FilterRow datasetRef={ref} withFolder withBox={false} />}
        {dataset.data !== undefined && TableView !== undefined && (
          <TableView
            datasetRef={ref}
            tab={tab}
            onTab={(next) => change({ tab: next, filter: '', sort: '' }, false)}
            filter={filter}
            onFilter={(next) => change({ filter: next }, false)}
            sort={sort}
            onSort={(next) => change({ sort: next }, true)}
            mapView={shown.box ?? seenBox(ref)}
            isInView={shown.box !== null}
            onInView={(isOn) =>
              changeShown({ box: isOn ? seenBox(ref) : shown.box === null ? null : forget(ref, shown.box) })
            }
            part={part}
            onPlace={({ layer, bounds }) =>
              void navigate({
                to: '/r/$org/$ds',
                search: { ...kept, view: 'map', sel: layer },
                hash: viewOn(bounds),
              })
            }
            selected={selection.tab === tab ? selection.ids : NONE}
            onSelect={(ids) => setSelection({ tab, ids })}
            mayDownload={mayDownload(dataset.data)}
          />
        )}
      </div>
    </div>
  );
}

const NONE: readonly string[] = [];
