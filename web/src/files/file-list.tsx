import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { DatasetRef, Entry, Permissions } from '../api/types.ts';
import { useVirtualRows } from '../rows/virtual-rows.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Sort } from './entry-order.ts';
import { FileListHead } from './file-list-head.tsx';
import { FileRow } from './file-row.tsx';

/** Heights of a row, in pixels; the narrow one has the facts below the name. */
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
 * The folder as a grid of rows (rows/virtual-rows.ts); Enter opens, Delete asks.
 */
export function FileList({ datasetRef, entries, sort, onSort, permissions }: FileListProps) {
  const [deletion, setDeletion] = useState({ entry: entries[0], asking: false });
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  const { body, focus, items, total, style } = useVirtualRows({
    count: entries.length,
    height: narrow ? NARROW_ROW : ROW,
    keyOf: (index) => entries[index]?.path ?? String(index),
  });

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
              style={style(item)}
              onFocus={() => focus.setActive(index)}
              canWrite={permissions?.canWrite === true}
              onDelete={permissions?.canWrite === true ? () => setDeletion({ entry, asking: true }) : undefined}
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
