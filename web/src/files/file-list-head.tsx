import { VisuallyHidden } from '@mantine/core';
import { SortHead } from '../rows/sort-head.tsx';
import type { Sort } from './entry-order.ts';

type FileListHeadProps = { readonly sort: Sort; readonly onSort: (sort: Sort) => void };

/** Column heads; the sortable ones are buttons. */
export const FileListHead = ({ sort, onSort }: FileListHeadProps) => (
  <div role="rowgroup">
    <div role="row" aria-rowindex={1} className="al-row al-row-head">
      <span role="columnheader">
        <VisuallyHidden>Picture</VisuallyHidden>
      </span>
      <SortHead label="Name" column="name" sort={sort} onSort={onSort} />
      <span role="columnheader" className="al-wide">
        State
      </span>
      <SortHead label="Size" column="size" sort={sort} onSort={onSort} />
      <SortHead label="Modified" column="date" sort={sort} onSort={onSort} />
      <span role="columnheader">
        <VisuallyHidden>Actions</VisuallyHidden>
      </span>
    </div>
  </div>
);
