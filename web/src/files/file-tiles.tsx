import '../styles/file-rows.css';
import '../styles/file-tiles.css';
import { NativeSelect } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useState, type KeyboardEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { formatSort } from '../rows/sort-text.ts';
import { useVirtualRows } from '../rows/virtual-rows.ts';
import { useFolded } from './companions/use-folded.ts';
import { parseSort, type Sort } from './entry-order.ts';
import { FileTile } from './file-tile.tsx';
import type { FileTasks } from './file-tasks.ts';
import { keyTask } from './key-task.ts';
import { RowCheck } from './row-check.tsx';
import { isMedia, MediaBox } from './media-box.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';
import { i18n } from '../languages/i18n.ts';

/** Least width of a tile and height of a row of tiles, in pixels: two beside each other on the narrowest phone. */
const TILE_WIDTH = 136;
const TILE_HEIGHT = 216;

const ORDERS = [
  { value: '', label: i18n.t('By name') },
  { value: '-date', label: i18n.t('Newest first') },
  { value: 'date', label: i18n.t('Oldest first') },
  { value: '-size', label: i18n.t('Largest first') },
];

export type FileTilesProps = {
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly tasks: FileTasks;
};

/** Entries as pictures, in rows that fill the page. What keys do is as in the list; left and right go from tile to tile. */
export function FileTiles({ datasetRef, entries, sort, onSort, tasks }: FileTilesProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const columns = Math.max(1, Math.floor(width / TILE_WIDTH));
  const folded = useFolded(entries, true);
  const { rows } = folded;
  const selection = useSelection(folded.all);
  const [shown, setShown] = useState<string | null>(null);
  const close = useCallback(() => setShown(null), []);
  const keyOf = useCallback((row: number) => rows[row * columns]?.path ?? String(row), [rows, columns]);
  const { body, focus, items, total, style } = useVirtualRows({
    count: Math.ceil(rows.length / columns),
    height: TILE_HEIGHT,
    keyOf,
    renaming: tasks.renaming,
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Keys of a menu that a tile has opened come here, too, though it stands elsewhere in the page.
    if (!event.currentTarget.contains(event.target as HTMLElement)) return;
    const tile = (event.target as HTMLElement).closest<HTMLElement>('[data-tile]');
    const current = tile === null ? undefined : rows[Number(tile.dataset['tile'])];
    if (keyTask(event, { current, selection, tasks })) event.preventDefault();
    else focus.onKeyDown(event);
  };

  return (
    <>
      <div
        ref={ref}
        role="grid"
        tabIndex={-1}
        aria-label={i18n.t('Files')}
        aria-multiselectable
        aria-rowcount={Math.ceil(rows.length / columns)}
        className="al-files al-tiles"
        onKeyDown={onKeyDown}
      >
        {selection.chosen.length > 0 ? (
          <SelectionBar selection={selection} count={folded.all.length} tasks={tasks} />
        ) : (
          <div role="rowgroup" className="al-files-head">
            <div role="row" className="al-tiles-head">
              <span role="gridcell">
                <RowCheck label={i18n.t('Select all')} checked={false} tabIndex={0} onChoose={selection.all} />
              </span>
              <span role="gridcell">
                <NativeSelect
                  aria-label={i18n.t('Order')}
                  data={ORDERS}
                  value={formatSort(sort) ?? ''}
                  onChange={(event) => onSort(parseSort(event.currentTarget.value))}
                />
              </span>
            </div>
          </div>
        )}
        <div role="rowgroup" ref={body} className="al-files-body" style={{ height: total }}>
          {items.map((item) => (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 1}
              data-row={item.index}
              className="al-tiles-row"
              style={{ ...style(item), gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
              onFocus={() => focus.setActive(item.index)}
            >
              {rows.slice(item.index * columns, (item.index + 1) * columns).map((entry, column) => (
                <FileTile
                  key={entry.path}
                  datasetRef={datasetRef}
                  entry={entry}
                  index={item.index * columns + column}
                  active={item.index === focus.active}
                  chosen={selection.has(entry.path)}
                  onMedia={isMedia(entry) ? () => setShown(entry.path) : undefined}
                  fold={folded.foldOf(entry.path)}
                  isBelow={folded.isBelow(entry.path)}
                  onChoose={(range) => selection.choose(entry.path, range)}
                  tasks={tasks}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <MediaBox datasetRef={datasetRef} entries={rows} shown={shown} onClose={close} />
    </>
  );
}
