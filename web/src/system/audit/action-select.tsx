import { NativeSelect } from '@mantine/core';
import { ACTIONS } from './audit-texts.ts';
import { i18n } from '../../languages/i18n.ts';

type ActionSelectProps = { readonly value: string; readonly onChange: (action: string) => void };

export const ActionSelect = ({ value, onChange }: ActionSelectProps) => (
  <NativeSelect
    label={i18n.t('What happened')}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data={[
      { value: '', label: i18n.t('Anything') },
      ...ACTIONS.map(({ group, actions }) => ({
        group,
        items: Object.entries(actions).map(([name, label]) => ({ value: name, label })),
      })),
    ]}
  />
);
