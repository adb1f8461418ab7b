import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { featuresQuery } from '../../api/session.ts';
import { FilterSelect } from '../../parts/fields/filter-select.tsx';
import { STATE_NAMES, TOOL_NAMES } from './job-texts.ts';
import { i18n } from '../../languages/i18n.ts';

type JobFiltersProps = {
  readonly state: string;
  readonly tool: string;
  readonly user: string;
  readonly users: readonly { readonly userName: string }[];
  readonly onChange: (change: { readonly state?: string; readonly tool?: string; readonly user?: string }) => void;
};

/** Which jobs are listed: in a state, of a tool, of a user. */
export function JobFilters({ state, tool, user, users, onChange }: JobFiltersProps) {
  const features = useQuery(featuresQuery);
  const tools = {
    ...Object.fromEntries((features.data?.taskTools ?? []).map(({ id, title }) => [id, title])),
    ...TOOL_NAMES,
  };
  const names = Object.fromEntries(users.map(({ userName }) => [userName, userName]));
  return (
    <Group gap="sm">
      <FilterSelect
        label={i18n.t('State')}
        value={state}
        names={STATE_NAMES}
        onChange={(it) => onChange({ state: it })}
      />
      <FilterSelect label={i18n.t('Tool')} value={tool} names={tools} onChange={(it) => onChange({ tool: it })} />
      <FilterSelect label={i18n.t('By')} value={user} names={names} onChange={(it) => onChange({ user: it })} />
    </Group>
  );
}
