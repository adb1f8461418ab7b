import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Sort, SortKey } from './entry-order.ts';

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

type SortHeadProps = FileListHeadProps & { readonly label: string; readonly column: SortKey };

function SortHead({ label, column, sort, onSort }: SortHeadProps) {
  const active = sort.key === column;
  const direction = sort.descending ? 'descending' : 'ascending';
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <span role="columnheader" aria-sort={active ? direction : 'none'} data-column={column}>
      <UnstyledButton
        className="al-sort"
        onClick={() => onSort({ key: column, descending: active ? !sort.descending : column !== 'name' })}
      >
        {label}
        {active && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </span>
  );
}
