import { VisuallyHidden } from '@mantine/core';
import { SortHead } from '../rows/sort-head.tsx';
import type { Sort, SortKey } from './entry-order.ts';
import { RowCheck } from './row-check.tsx';

type FileListHeadProps = {
  /** Absent where the order is the service's own. */
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
  readonly onAll: () => void;
};

/** Column heads; the sortable ones are buttons. */
export const FileListHead = ({ sort, onSort, onAll }: FileListHeadProps) => {
  const head = (label: string, column: SortKey) =>
    sort === undefined ? (
      <span role="columnheader" data-column={column}>
        {label}
      </span>
    ) : (
      <SortHead label={label} column={column} sort={sort} onSort={onSort} />
    );
  return (
    <div role="rowgroup" className="al-files-head">
      <div role="row" aria-rowindex={1} className="al-row al-row-head">
        <span role="columnheader">
          <RowCheck label="Choose everything" checked={false} tabIndex={0} onChoose={onAll} />
        </span>
        <span role="columnheader" className="al-wide">
          <VisuallyHidden>Picture</VisuallyHidden>
        </span>
        {head('Name', 'name')}
        <span role="columnheader" className="al-wide">
          State
        </span>
        {head('Size', 'size')}
        {head('Modified', 'date')}
        <span role="columnheader" className="al-wide">
          <VisuallyHidden>Actions</VisuallyHidden>
        </span>
      </div>
    </div>
  );
};
