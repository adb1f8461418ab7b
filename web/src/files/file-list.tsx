import '../styles/file-rows.css';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { rowAfterKey } from '../rows/row-focus.ts';
import { useStableFunctions } from '../parts/use-stable-functions.ts';
import { useVirtualRows } from '../rows/virtual-rows.ts';
import { useFolded } from './companions/use-folded.ts';
import type { Sort } from './entry-order.ts';
import { FileListHead } from './file-list-head.tsx';
import { FileRow } from './file-row.tsx';
import type { FileTasks } from './file-tasks.ts';
import { keyTask } from './key-task.ts';
import { hasState } from './has-state.ts';
import { MediaBox } from './media-box.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import { useSelection } from './use-selection.ts';
import { i18n } from '../languages/i18n.ts';

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
  const folded = useFolded(entries, !located);
  const { rows } = folded;
  const selection = useSelection(folded.all);
  const [shown, setShown] = useState<string | null>(null);
  const close = useCallback(() => setShown(null), []);
  const keyOf = useCallback((index: number) => rows[index]?.path ?? String(index), [rows]);
  const { body, focus, items, total, topOf } = useVirtualRows({
    count: rows.length,
    height: narrow ? NARROW_ROW : ROW,
    keyOf,
    renaming: tasks.renaming,
  });
  const on = useStableFunctions({ focus: focus.setActive, choose: selection.choose, show: setShown });
  const hasStates = useMemo(() => entries.some(hasState), [entries]);
  useFocusKept(grid, rows);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Keys of a menu that a row has opened come here, too, though it stands elsewhere in the page.
    if (!event.currentTarget.contains(event.target as HTMLElement)) return;
    // The row that the keys are pressed in, and no other one that may have come to its place.
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    const index = row === null ? null : Number(row.dataset['row']);
    const current = index === null ? undefined : rows[index];
    const next = event.shiftKey && index !== null ? rowAfterKey(event.key, index, rows.length) : null;
    const target = next === null ? undefined : rows[next];
    if (current !== undefined && target !== undefined) selection.span(current.path, target.path);
    const handled = keyTask(event, { current, selection, tasks });
    if (handled) event.preventDefault();
    else focus.onKeyDown(event);
  };

  return (
    <>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={i18n.t('Files')}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        data-states={hasStates}
        className="al-files"
        onKeyDown={onKeyDown}
      >
        {selection.chosen.length > 0 ? (
          <SelectionBar selection={selection} count={folded.all.length} tasks={tasks} />
        ) : (
          <FileListHead sort={sort} onSort={(next) => onSort?.(next)} onAll={selection.all} />
        )}
        <div role="rowgroup" ref={body} className="al-files-body" style={{ height: total }}>
          {items.map((item) => {
            const { index } = item;
            const entry = rows[index];
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
                top={topOf(item)}
                height={item.size}
                on={on}
                fold={folded.foldOf(entry.path)}
                isBelow={folded.isBelow(entry.path)}
                tasks={tasks}
              />
            );
          })}
        </div>
      </div>
      <MediaBox datasetRef={datasetRef} entries={rows} shown={shown} onClose={close} />
    </>
  );
}
