import { NativeSelect } from '@mantine/core';
import { i18n } from '../../languages/i18n.ts';

type FilterSelectProps = {
  readonly label: string;
  readonly value: string;
  readonly names: Readonly<Record<string, string>>;
  readonly onChange: (value: string | undefined) => void;
};

/** One of these, or all of them. What the address says stands there, also when it is none of them. */
export const FilterSelect = ({ label, value, names, onChange }: FilterSelectProps) => (
  <NativeSelect
    label={label}
    maw={260}
    value={value}
    data={[
      { value: '', label: i18n.t('All') },
      ...Object.entries(value === '' || Object.hasOwn(names, value) ? names : { ...names, [value]: value }).map(
        ([id, name]) => ({ value: id, label: name }),
      ),
    ]}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
  />
);
