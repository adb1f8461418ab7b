import { useMediaQuery } from '@mantine/hooks';
import { useRef, type KeyboardEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { rowAfterKey } from '../rows/row-focus.ts';
import { useVirtualRows } from '../rows/virtual-rows.ts';
import type { Sort } from './entry-order.ts';
import { FileListHead } from './file-list-head.tsx';
import { FileRow } from './file-row.tsx';
import type { FileTasks } from './file-tasks.ts';
import { keyTask } from './key-task.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import { useSelection } from './use-selection.ts';

/** Heights of a row, in pixels; the narrow one has the facts below the name. */
const ROW = 64;
const NARROW_ROW = 80;

type FileListProps = {
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  /** Absent where the order is the service's own. */
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** Entries of several folders: each row tells its folder. */
  readonly located?: boolean;
  readonly tasks: FileTasks;
};

/**
 * Entries as a grid of rows (rows/virtual-rows.ts) that can be chosen; Enter opens, the other keys are in key-task.ts.
 */
export function FileList({ datasetRef, entries, sort, onSort, located = false, tasks }: FileListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  const selection = useSelection(entries);
  const { body, focus, items, total, style } = useVirtualRows({
    count: entries.length,
    height: narrow ? NARROW_ROW : ROW,
    keyOf: (index) => entries[index]?.path ?? String(index),
    renaming: tasks.renaming,
  });
  useFocusKept(grid, entries);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Keys of a menu that a row has opened come here, too, though it stands elsewhere in the page.
    if (!event.currentTarget.contains(event.target as HTMLElement)) return;
    // The row that the keys are pressed in, and no other one that may have come to its place.
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    const index = row === null ? null : Number(row.dataset['row']);
    const current = index === null ? undefined : entries[index];
    const next = event.shiftKey && index !== null ? rowAfterKey(event.key, index, entries.length) : null;
    const target = next === null ? undefined : entries[next];
    if (current !== undefined && target !== undefined) selection.span(current.path, target.path);
    const handled = keyTask(event, { current, selection, tasks });
    if (handled) event.preventDefault();
    else focus.onKeyDown(event);
  };

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label="Files"
      aria-multiselectable
      aria-rowcount={entries.length + 1}
      className="al-files"
      onKeyDown={onKeyDown}
    >
      {selection.chosen.length > 0 ? (
        <SelectionBar selection={selection} count={entries.length} tasks={tasks} />
      ) : (
        <FileListHead sort={sort} onSort={(next) => onSort?.(next)} onAll={selection.all} />
      )}
      <div role="rowgroup" ref={body} className="al-files-body" style={{ height: total }}>
        {items.map((item) => {
          const { index } = item;
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <FileRow
              key={item.key}
              datasetRef={datasetRef}
              entry={entry}
              index={index}
              active={index === focus.active}
              chosen={selection.has(entry.path)}
              located={located}
              style={style(item)}
              onFocus={() => focus.setActive(index)}
              onChoose={(range) => selection.choose(entry.path, range)}
              tasks={tasks}
            />
          );
        })}
      </div>
    </div>
  );
}
