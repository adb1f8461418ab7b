import { TextInput } from '@mantine/core';
import { useId } from 'react';

/** A list of suggestions longer than this helps nobody, and ten thousand choices slow the browser down. */
const SUGGESTIONS = 20;

type NameFieldProps = {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names that exist; the browser offers those that fit what is typed. */
  readonly names: readonly string[];
  readonly error?: string | null;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
};

/** The name of something that exists, typed or chosen. */
export function NameField({ label, description, value, onChange, names, error, required, autoFocus }: NameFieldProps) {
  const list = useId();
  const wanted = value.trim().toLowerCase();
  const fitting = names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, SUGGESTIONS);
  return (
    <>
      <TextInput
        label={label}
        description={description}
        required={required}
        data-autofocus={autoFocus === true ? true : undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        list={list}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {fitting.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
