import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { auditQuery, type AuditItem } from '../../api/admin/system.ts';
import { formatIsoDateTime } from '../../format/time.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { ActionSelect } from './action-select.tsx';
import { actionText } from './audit-texts.ts';
import { detailsText } from './details-text.ts';
import { plain, plainLines } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

const COLUMNS: readonly Column<AuditItem>[] = [
  { head: i18n.t('What'), names: true, cell: ({ action, details }) => actionText(action, details) },
  { head: i18n.t('About'), cell: ({ subject }) => <bdi>{plain(subject)}</bdi> },
  {
    head: i18n.t('Details'),
    cell: ({ action, details }) => <bdi className="al-small">{plainLines(detailsText(action, details))}</bdi>,
  },
  { head: i18n.t('Who'), cell: (item) => <Who item={item} /> },
  { head: i18n.t('When'), short: true, cell: ({ at }) => formatIsoDateTime(at) },
];

/** Who, and below it from which address. */
const Who = ({ item: { actor, address } }: { readonly item: AuditItem }) => (
  <bdi>
    {actor ?? i18n.t('the service')}
    {address !== null && <span className="al-dim al-small al-below">{address}</span>}
  </bdi>
);

/** Who changed what. */
export function AuditPage() {
  usePageTitle(i18n.t('Audit log'), i18n.t('Settings'));
  const { action = '', user = '' } = useSearch({ from: '/settings/audit' });
  const navigate = useNavigate({ from: '/settings/audit' });
  const [name, setName] = useState(user);
  const audit = useInfiniteQuery(auditQuery(action, user));
  const items = audit.data?.pages.flatMap((page) => page.items) ?? [];
  const search = (change: { readonly action?: string; readonly user?: string }): void => {
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  };
  return (
    <div className="al-page">
      <PageHead
        title={i18n.t('Audit log')}
        detail={i18n.t('Who changed users, rights, tokens and the system, newest first.')}
      />
      <form
        className="al-field-row al-filters"
        onSubmit={(event) => {
          event.preventDefault();
          search({ user: name.trim() });
        }}
      >
        <ActionSelect value={action} onChange={(value) => search({ action: value })} />
        <TextInput
          label={i18n.t('By user')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {i18n.t('Filter')}
        </Button>
      </form>
      {audit.isPending && <Skeleton height={240} radius="md" />}
      {audit.error !== null && (
        <Problem
          title={i18n.t('The audit log could not be read')}
          error={audit.error}
          onRetry={() => void audit.refetch()}
        />
      )}
      {audit.isSuccess && items.length === 0 && (
        <EmptyState title={i18n.t('Nothing is recorded')}>
          <Text c="dimmed">
            {action === '' && user === '' ? i18n.t('Nothing was changed yet.') : i18n.t('Nothing fits the filter.')}
          </Text>
        </EmptyState>
      )}
      {items.length > 0 && (
        <Section title={i18n.t('Changes')}>
          <Table label={i18n.t('Changes')} columns={COLUMNS} rows={items} keyOf={({ id }) => String(id)} />
          {audit.hasNextPage && (
            <Button
              variant="default"
              className="al-start"
              loading={audit.isFetchingNextPage}
              onClick={() => void audit.fetchNextPage()}
            >
              {i18n.t('Show older ones')}
            </Button>
          )}
        </Section>
      )}
    </div>
  );
}
