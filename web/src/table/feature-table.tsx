import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import {
  checkFile,
  featureFileAddress,
  geometriesOf,
  MOST_IN_FILE,
  ROWS_PER_PAGE,
  rowsQuery,
  schemaQuery,
  type FeatureQuery,
} from '../api/features.ts';
import { baseName, stemLength } from '../files/entry-path.ts';
import { formatNumber } from '../format/count.ts';
import { plain } from '../format/plain.ts';
import { Problem } from '../parts/problem.tsx';
import { ExportMenu } from './export-menu.tsx';
import { featureColumns, featureRow, filterProperties, MOST_COLUMNS } from './feature-columns.ts';
import { DataGrid } from './grid/data-grid.tsx';
import { useRowSelection } from './grid/use-row-selection.ts';
import type { RowRange } from './grid/use-row-scroll.ts';
import { boundsOf } from './map-place.ts';
import { saveFile } from './save-file.ts';
import { sortOf, sortText } from './sort-text.ts';
import { TableFrame } from './table-frame.tsx';
import type { TableViewProps } from './table-props.ts';
import { i18n } from '../languages/i18n.ts';

/** A moment without scrolling before rows are asked for: the scroll bar passes by thousands of pages. */
const RESTS_MS = 80;

type FeatureTableProps = TableViewProps & {
  /** Id of the layer. */
  readonly id: string;
  readonly title: string;
  /** Path of its file. */
  readonly file: string;
};

/** The features of a vector layer, asked for page by page where they are looked at. */
export function FeatureTable(props: FeatureTableProps) {
  const {
    datasetRef,
    id,
    title,
    filter,
    onFilter,
    sort: sortInput,
    onSort,
    mapView,
    isInView,
    onInView,
    file,
    onPlace,
    selected,
    onSelect,
    mayDownload,
  } = props;
  const queries = useQueryClient();
  const schema = useQuery(schemaQuery(datasetRef, id, 'schema'));
  const queryables = useQuery(schemaQuery(datasetRef, id, 'queryables'));
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 });
  const [asked] = useDebouncedValue(range, RESTS_MS);
  const [copied, setCopied] = useState('');

  const names = useMemo(() => Object.keys(schema.data?.properties ?? {}), [schema.data]);
  const sort = sortOf(sortInput, names);
  const box = isInView ? mapView : null;
  const query: FeatureQuery = { filter, sort: sortText(sort), box };
  const isKnown = schema.data !== undefined;
  const head = useQuery({
    ...rowsQuery(datasetRef, id, query, 0),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
  // In another order there are as many rows: the table stays, and its rows come anew.
  const isOld = head.isPlaceholderData;
  const count = head.data?.numberMatched ?? 0;
  const matched = isOld ? undefined : head.data?.numberMatched;

  const pageNumbers = pagesOf(asked, count);
  const pages = useQueries({
    queries: pageNumbers.map((page) => ({ ...rowsQuery(datasetRef, id, query, page), enabled: isKnown })),
  });
  const rows = head.data?.features;
  const columns = useMemo(
    () => (schema.data === undefined ? [] : featureColumns(schema.data, rows ?? [])),
    [schema.data, rows],
  );
  const properties = useMemo(
    () => (queryables.data === undefined ? [] : filterProperties(queryables.data)),
    [queryables.data],
  );

  const featureAt = (index: number) => {
    const page = Math.floor(index / ROWS_PER_PAGE);
    if (isOld) return undefined;
    const data = page === 0 ? head.data : pages[pageNumbers.indexOf(page)]?.data;
    return data?.features[index % ROWS_PER_PAGE];
  };
  const idsBetween = async (first: number, last: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const page of pagesOf({ first, last }, count)) {
      const { features } = await queries.fetchQuery(rowsQuery(datasetRef, id, query, page));
      for (const [at, feature] of features.entries()) {
        const index = page * ROWS_PER_PAGE + at;
        if (index >= first && index <= last) ids.push(String(feature.id));
      }
    }
    return ids;
  };
  const selection = useRowSelection({
    selected,
    onSelect,
    idAt: (index) => featureAt(index)?.id.toString(),
    idsBetween,
  });
  const exporting = useMutation({
    mutationFn: async (format: 'csv' | 'geojson') => {
      const address = featureFileAddress(datasetRef, id, query, format);
      await checkFile(address, AbortSignal.timeout(60_000));
      const name = baseName(id);
      saveFile(address, `${name.slice(0, stemLength(name))}.${format}`);
    },
  });

  const showing = useMutation({
    mutationFn: (ids: readonly string[]) => geometriesOf(datasetRef, id, ids, AbortSignal.timeout(60_000)),
    onSuccess: (geometries) => {
      const bounds = boundsOf(geometries);
      if (bounds === null) throw new ApiError(400, i18n.t('What is selected has no place.'));
      onPlace({ layer: file, bounds });
    },
  });

  const refused = head.error instanceof ApiError && head.error.status === 400 && filter !== '' ? head.error : null;
  const failed = [schema, queryables, head, ...pages].filter(({ error }) => error !== null && error !== refused);
  const retry = (): void => failed.forEach((each) => void each.refetch());
  if (schema.data === undefined && schema.error === null) return <Skeleton height={240} radius="md" />;
  return (
    <TableFrame
      noun="feature"
      matched={refused === null ? matched : undefined}
      properties={properties}
      filter={filter}
      onFilter={onFilter}
      filterError={refused === null ? null : refused.message}
      canWriteText
      inView={mapView === null ? null : isInView}
      onInView={onInView}
      note={
        names.length > MOST_COLUMNS
          ? i18n.t('the first {MOST_COLUMNS} of {count} columns', { MOST_COLUMNS, count: formatNumber(names.length) })
          : undefined
      }
      exporting={
        mayDownload && (
          <ExportMenu
            isBusy={exporting.isPending}
            limit={
              count > MOST_IN_FILE
                ? i18n.t('The first {MOST_IN_FILE} features', { MOST_IN_FILE: formatNumber(MOST_IN_FILE) })
                : undefined
            }
            onExport={exporting.mutate}
          />
        )
      }
      selected={selected}
      selection={selection}
      onShow={() => showing.mutate(selected)}
      copied={copied}
    >
      {exporting.error !== null && (
        <Problem title={i18n.t('The export did not begin')} error={exporting.error} onClose={exporting.reset} />
      )}
      {showing.error !== null && (
        <Problem title={i18n.t('The map was not opened')} error={showing.error} onClose={showing.reset} />
      )}
      {[head, ...pages].some(({ fetchStatus }) => fetchStatus === 'paused') && (
        <Text role="status">{i18n.t('You are offline. The rows come when the connection is back.')}</Text>
      )}
      {failed[0] !== undefined && (
        <Problem title={i18n.t('Some rows could not be read')} error={failed[0].error} onRetry={retry} />
      )}
      {isKnown && (head.isPending || (isOld && count === 0)) && <Skeleton height={240} radius="md" />}
      {refused === null && count > 0 && (
        <DataGrid
          key={`${filter}/${isInView}`}
          label={plain(title)}
          columns={columns}
          count={count}
          rowAt={(index) => featureRow(featureAt(index), columns)}
          sort={sort}
          onSort={(next) => onSort(sortText(next))}
          selected={selected}
          selection={selection}
          onRange={setRange}
          onCopied={setCopied}
        />
      )}
    </TableFrame>
  );
}

/** Pages that rows are on. */
function pagesOf({ first, last }: RowRange, count: number): readonly number[] {
  const [from, to] = [Math.max(0, first), Math.min(last, count - 1)];
  const start = Math.floor(from / ROWS_PER_PAGE);
  return Array.from({ length: Math.max(0, Math.floor(to / ROWS_PER_PAGE) - start + 1) }, (_, at) => start + at);
}
