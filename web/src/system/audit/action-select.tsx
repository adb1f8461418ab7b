import { NativeSelect } from '@mantine/core';
import { ACTIONS } from './audit-texts.ts';

type ActionSelectProps = { readonly value: string; readonly onChange: (action: string) => void };

export const ActionSelect = ({ value, onChange }: ActionSelectProps) => (
  <NativeSelect
    label="What happened"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data={[
      { value: '', label: 'Anything' },
      ...ACTIONS.map(({ group, actions }) => ({
        group,
        items: Object.entries(actions).map(([name, label]) => ({ value: name, label })),
      })),
    ]}
  />
);
