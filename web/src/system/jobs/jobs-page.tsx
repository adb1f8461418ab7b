import { Button, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TASKS_PER_PAGE, tasksQuery } from '../../api/admin/system.ts';
import { usersQuery } from '../../api/admin/users.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { JobFilters } from './job-filters.tsx';
import { JobTable } from './job-table.tsx';
import { i18n } from '../../languages/i18n.ts';

/** What the service does in the background. */
export function JobsPage() {
  usePageTitle(i18n.t('Jobs'), i18n.t('Settings'));
  const { state = '', tool = '', user = '', from = '0' } = useSearch({ from: '/settings/jobs' });
  const navigate = useNavigate({ from: '/settings/jobs' });
  const skip = Math.max(0, Number.parseInt(from, 10) || 0);
  const users = useQuery(usersQuery);
  const userId = users.data?.find(({ userName }) => userName === user)?.id;
  const tasks = useQuery({
    ...tasksQuery({ state, toolId: tool, userId: userId ?? '' }, skip),
    placeholderData: keepPreviousData,
    // Without the id of the user the list would be that of everybody.
    enabled: user === '' || userId !== undefined,
  });
  const total = tasks.data?.total ?? 0;
  const show = (next: number): void => {
    void navigate({ search: (old) => ({ ...old, from: next <= 0 ? undefined : String(next) }) });
  };
  const filter = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ search: (old) => ({ ...old, from: undefined, ...change }), replace: true });
  return (
    <div className="al-page">
      <PageHead
        title={i18n.t('Jobs')}
        detail={tasks.data === undefined ? undefined : i18n.t('{total, plural, one {# job} other {# jobs}}', { total })}
      />
      <JobFilters {...{ state, tool, user }} users={users.data ?? []} onChange={filter} />
      {tasks.isPending && <Skeleton height={240} radius="md" />}
      {tasks.error !== null && (
        <Problem
          title={i18n.t('The jobs could not be read')}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
        />
      )}
      {tasks.data?.items.length === 0 && (
        <EmptyState title={state + tool + user === '' ? i18n.t('There is no job') : i18n.t('No job fits')}>
          <Text c="dimmed" ta="center">
            {i18n.t('Building maps of uploaded files, tasks of the datasets, clean-ups and imports appear here.')}
          </Text>
        </EmptyState>
      )}
      {tasks.data !== undefined && tasks.data.items.length > 0 && (
        <Section title={i18n.t('Newest first')}>
          <JobTable tasks={tasks.data.items} />
          {total > TASKS_PER_PAGE && (
            <Group gap="sm">
              <Button variant="default" disabled={skip === 0} onClick={() => show(skip - TASKS_PER_PAGE)}>
                {i18n.t('Newer')}
              </Button>
              <Button
                variant="default"
                disabled={skip + TASKS_PER_PAGE >= total}
                onClick={() => show(skip + TASKS_PER_PAGE)}
              >
                {i18n.t('Older')}
              </Button>
              <Text size="sm" c="dimmed">
                {i18n.t('{value} to {total} of {total2, plural, one {# job} other {# jobs}}', {
                  value: skip + 1,
                  total: Math.min(total, skip + TASKS_PER_PAGE),
                  total2: total,
                })}
              </Text>
            </Group>
          )}
        </Section>
      )}
    </div>
  );
}
