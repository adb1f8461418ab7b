import '../styles/file-rows.css';
import '../styles/users.css';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback } from 'react';
import type { User } from '../api/admin/users.ts';
import { SortHead } from '../rows/sort-head.tsx';
import { useVirtualRows } from '../rows/virtual-rows.ts';
import type { UserSort } from './user-order.ts';
import { UserRow } from './user-row.tsx';
import { i18n } from '../languages/i18n.ts';

/** Heights of a row, in pixels; the narrow one has three lines. */
const ROW = 64;
const NARROW_ROW = 126;

type UserListProps = {
  readonly users: readonly User[];
  readonly sort: UserSort;
  readonly onSort: (sort: UserSort) => void;
};

/** Everybody as a grid of rows (rows/virtual-rows.ts); Enter opens a person's page. */
export function UserList({ users, sort, onSort }: UserListProps) {
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  const keyOf = useCallback((index: number) => users[index]?.id ?? String(index), [users]);
  const { body, focus, items, total, style } = useVirtualRows({
    count: users.length,
    height: narrow ? NARROW_ROW : ROW,
    keyOf,
  });
  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={i18n.t('Users')}
      aria-rowcount={users.length + 1}
      className="al-files al-users"
      onKeyDown={focus.onKeyDown}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className="al-row al-row-head">
          <SortHead label={i18n.t('Name')} column="name" sort={sort} onSort={onSort} />
          <span role="columnheader">{i18n.t('Roles')}</span>
          <SortHead label={i18n.t('Used')} column="used" sort={sort} onSort={onSort} />
          <span role="columnheader" className="al-row-number" title={i18n.t('Organizations')}>
            {i18n.t('Orgs')}
          </span>
          <span role="columnheader" className="al-row-number" title={i18n.t('Datasets')}>
            {i18n.t('Datasets')}
          </span>
          <SortHead label={i18n.t('Created')} column="date" sort={sort} onSort={onSort} />
        </div>
      </div>
      <div role="rowgroup" ref={body} className="al-files-body" style={{ height: total }}>
        {items.map((item) => {
          const user = users[item.index];
          if (user === undefined) return null;
          return (
            <UserRow
              key={item.key}
              user={user}
              index={item.index}
              active={item.index === focus.active}
              style={style(item)}
              onFocus={() => focus.setActive(item.index)}
            />
          );
        })}
      </div>
    </div>
  );
}
