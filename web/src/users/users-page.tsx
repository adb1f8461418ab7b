import { Button, CloseButton, Skeleton, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { usersQuery } from '../api/admin/users.ts';
import { featuresQuery } from '../api/session.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { formatSort } from '../rows/sort-text.ts';
import { ExternalUsersNote } from './external-users-note.tsx';
import { UserList } from './user-list.tsx';
import { filterUsers, parseUserSort, sortUsers } from './user-order.ts';
import { i18n } from '../languages/i18n.ts';

const NewUserDialog = soon(async () => (await import('./new-user-dialog.tsx')).NewUserDialog);

export function UsersPage() {
  usePageTitle(i18n.t('Users'), i18n.t('Settings'));
  const { filter = '', sort: sortText } = useSearch({ from: '/settings/users' });
  const navigate = useNavigate({ from: '/settings/users' });
  const users = useQuery(usersQuery);
  const features = useQuery(featuresQuery);
  const [creating, setCreating] = useState(false);
  const sort = useMemo(() => parseUserSort(sortText), [sortText]);
  // Typing stays fluent with ten thousand users: the list may follow a moment later.
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => sortUsers(filterUsers(users.data ?? [], wanted), sort), [users.data, wanted, sort]);
  const setSearch = (change: { readonly filter?: string; readonly sort?: string }): void => {
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  };
  return (
    <div className="al-page">
      <PageHead
        title={i18n.t('Users')}
        detail={
          users.data === undefined
            ? undefined
            : i18n.t('{count, plural, one {# user} other {# users}}', { count: users.data.length })
        }
      >
        {features.data?.userManagement === true && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
            {i18n.t('New user')}
          </Button>
        )}
      </PageHead>
      {features.data?.userManagement === false && <ExternalUsersNote />}
      <TextInput
        label={i18n.t('Find users')}
        description={i18n.t('By name, e-mail, role or organization')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          filter === '' ? null : (
            <CloseButton aria-label={i18n.t('Clear the filter')} onClick={() => setSearch({ filter: '' })} />
          )
        }
        maw={420}
        value={filter}
        onChange={(event) => setSearch({ filter: event.currentTarget.value })}
      />
      {users.isPending && <Skeleton height={320} radius="md" />}
      {users.error !== null && (
        <Problem
          title={i18n.t('The users could not be read')}
          error={users.error}
          onRetry={() => void users.refetch()}
        />
      )}
      {users.data !== undefined && shown.length === 0 && (
        <EmptyState title={wanted === '' ? i18n.t('There is no user') : i18n.t('No user fits the filter')}>
          <Text c="dimmed">{wanted === '' ? i18n.t('Make the first one.') : i18n.t('Try fewer or other words.')}</Text>
        </EmptyState>
      )}
      <Text role="status" className="al-unseen">
        {wanted === '' ? '' : i18n.t('{count, plural, one {# user fits} other {# users fit}}', { count: shown.length })}
      </Text>
      {shown.length > 0 && (
        <UserList
          // Another filter is another list: the focus starts at its first row.
          key={wanted}
          users={shown}
          sort={sort}
          onSort={(next) => setSearch({ sort: formatSort(next) })}
        />
      )}
      <NewUserDialog opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}
