import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { DatasetRef, Entry, Permissions } from '../api/types.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Sort } from './entry-order.ts';
import { FileListHead } from './file-list-head.tsx';
import { FileRow } from './file-row.tsx';
import { useRowFocus } from './use-row-focus.ts';

/** Heights of a row, in pixels; the narrow one has the facts below the name. Rows of one height need no measuring. */
const ROW = 64;
const NARROW_ROW = 80;

type FileListProps = {
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly permissions: Permissions | null;
};

/**
 * The folder as a grid of rows. Only the rows in sight are in the page. One row is in the tab order; the arrow keys
 * move between rows (use-row-focus.ts), Enter opens, Delete asks.
 */
export function FileList({ datasetRef, entries, sort, onSort, permissions }: FileListProps) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [deletion, setDeletion] = useState({ entry: entries[0], asking: false });
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  useLayoutEffect(() => {
    if (body.current !== null) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [narrow]);

  const focus = useRowFocus(entries.length, body, (index) => rows.scrollToIndex(index));
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => (narrow ? NARROW_ROW : ROW),
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => entries[index]?.path ?? index,
    // The focused row stays in the page wherever the window is scrolled to, or the focus would be lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(focus.active, entries.length - 1)])].sort((a, b) => a - b),
  });
  const height = narrow ? NARROW_ROW : ROW;
  useLayoutEffect(() => rows.measure(), [height, rows]);

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label="Files"
      aria-rowcount={entries.length + 1}
      className="al-files"
      onKeyDown={focus.onKeyDown}
    >
      <FileListHead sort={sort} onSort={onSort} />
      <div role="rowgroup" ref={body} className="al-files-body" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <FileRow
              key={key}
              datasetRef={datasetRef}
              entry={entry}
              index={index}
              active={index === focus.active}
              style={{ height, transform: `translateY(${start - top}px)` }}
              onFocus={() => focus.setActive(index)}
              canWrite={permissions?.canWrite === true}
              onDelete={permissions?.canDelete === true ? () => setDeletion({ entry, asking: true }) : undefined}
            />
          );
        })}
      </div>
      {deletion.entry !== undefined && (
        <DeleteDialog
          datasetRef={datasetRef}
          entry={deletion.entry}
          opened={deletion.asking}
          onClose={() => setDeletion({ ...deletion, asking: false })}
        />
      )}
    </div>
  );
}
