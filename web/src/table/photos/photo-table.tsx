import { useMemo, useState } from 'react';
import type { Entry } from '../../api/answers.ts';
import { MOST_OF_TYPE } from '../../api/features.ts';
import { shownName } from '../../files/entry-path.ts';
import { formatNumber } from '../../format/count.ts';
import { ExportMenu } from '../export-menu.tsx';
import { builtFilterOf } from '../filter/filter-text.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { useRowSelection } from '../grid/use-row-selection.ts';
import { boundsOf } from '../map-place.ts';
import { saveText } from '../save-file.ts';
import { sortOf, sortText } from '../sort-text.ts';
import { TableFrame } from '../table-frame.tsx';
import type { TableViewProps } from '../table-props.ts';
import { photoCsv, photoGeoJson } from './photo-files.ts';
import { matchesPhoto } from './photo-filter.ts';
import { isInBox, PHOTO_COLUMNS, PHOTO_PROPERTIES, photoRow, photoValues, sortedPhotos } from './photo-rows.ts';
import { i18n } from '../../languages/i18n.ts';

type PhotoTableProps = TableViewProps & {
  readonly photos: { readonly entries: readonly Entry[]; readonly isComplete: boolean };
};

const NAMES = PHOTO_COLUMNS.map(({ name }) => name);
const OTHER_FILTER = i18n.t('This filter is not about photos. Remove it, or apply conditions of photos.');

/** The photos of a dataset. Their facts are read at once, so that they are sorted and filtered here. */
export function PhotoTable(props: PhotoTableProps) {
  const {
    datasetRef,
    photos,
    filter,
    onFilter,
    sort: sortInput,
    onSort,
    mapView,
    isInView,
    onInView,
    onPlace,
    selected,
    onSelect,
    mayDownload,
  } = props;
  const [copied, setCopied] = useState('');
  const sort = sortOf(sortInput, NAMES);
  const order = sortText(sort);
  const built = useMemo(() => (filter === '' ? null : builtFilterOf(filter, PHOTO_PROPERTIES)), [filter]);
  const isRefused = filter !== '' && built === null;
  const all = useMemo(() => photos.entries.map(photoRow), [photos.entries]);
  const rows = useMemo(() => {
    const box = isInView ? mapView : null;
    const left = all.filter(
      (row) => (built === null || matchesPhoto(built, row)) && (box === null || isInBox(row, box)),
    );
    return sortedPhotos(left, sortOf(order, NAMES));
  }, [all, built, isInView, mapView, order]);
  const selection = useRowSelection({
    selected,
    onSelect,
    idAt: (index) => rows[index]?.path,
    idsBetween: (first, last) => Promise.resolve(rows.slice(first, last + 1).map(({ path }) => path)),
  });
  const bounds = useMemo(() => {
    const wanted = new Set(selected);
    return boundsOf(
      all.flatMap(({ path, place }) => (place !== null && wanted.has(path) ? [{ coordinates: place }] : [])),
    );
  }, [all, selected]);
  const onExport = (format: 'csv' | 'geojson'): void => {
    const name = `${datasetRef.ds}-photos.${format}`;
    if (format === 'csv') saveText(photoCsv(rows), 'text/csv', name);
    else saveText(photoGeoJson(rows), 'application/geo+json', name);
  };
  return (
    <TableFrame
      noun="photo"
      matched={isRefused ? undefined : rows.length}
      properties={PHOTO_PROPERTIES}
      filter={filter}
      onFilter={onFilter}
      filterError={isRefused ? OTHER_FILTER : null}
      canWriteText={false}
      inView={mapView === null ? null : isInView}
      onInView={onInView}
      note={
        photos.isComplete
          ? undefined
          : i18n.t('of the first {MOST_OF_TYPE} of the dataset', { MOST_OF_TYPE: formatNumber(MOST_OF_TYPE) })
      }
      exporting={mayDownload && <ExportMenu isBusy={false} onExport={onExport} />}
      selected={selected}
      selection={selection}
      onShow={bounds === null ? null : () => onPlace({ layer: PHOTO_LAYER, bounds })}
      copied={copied}
    >
      {!isRefused && (
        <DataGrid
          key={`${filter}/${isInView}`}
          label={i18n.t('Photos')}
          columns={PHOTO_COLUMNS}
          count={rows.length}
          rowAt={(index) => {
            const row = rows[index];
            return row && { id: row.path, label: shownName(row.path), values: photoValues(row) };
          }}
          sort={sort}
          onSort={(next) => onSort(sortText(next))}
          selected={selected}
          selection={selection}
          onRange={ignore}
          onCopied={setCopied}
        />
      )}
    </TableFrame>
  );
}

/** Key of the layer of all photos on the map. */
const PHOTO_LAYER = '/photos';

/** All rows are there. */
const ignore = (): void => undefined;
