import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

export type SortOf<Key extends string> = { readonly key: Key; readonly descending: boolean };

type SortHeadProps<Key extends string> = {
  readonly label: string;
  readonly column: Key;
  readonly sort: SortOf<Key>;
  readonly onSort: (sort: SortOf<Key>) => void;
};

/** A column's head that sorts by it; names go up first, numbers and dates down. */
export function SortHead<Key extends string>({ label, column, sort, onSort }: SortHeadProps<Key>) {
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
