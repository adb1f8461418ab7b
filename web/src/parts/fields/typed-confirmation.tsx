import { TextInput } from '@mantine/core';
import { i18n } from '../../languages/i18n.ts';

type TypedConfirmationProps = {
  /** What has to be typed. */
  readonly wanted: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Makes a person read what goes away, before it does. */
export const TypedConfirmation = ({ wanted, value, onChange }: TypedConfirmationProps) => (
  <TextInput
    label={i18n.t('Type {wanted} to confirm', { wanted })}
    required
    data-autofocus
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
