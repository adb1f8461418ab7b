import { TextInput } from '@mantine/core';

type TypedConfirmationProps = {
  /** What has to be typed. */
  readonly wanted: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Makes a person read what goes away, before it does. */
export const TypedConfirmation = ({ wanted, value, onChange }: TypedConfirmationProps) => (
  <TextInput
    label={`Type ${wanted} to confirm`}
    required
    data-autofocus
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
