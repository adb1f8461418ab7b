import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FOLDER_TYPE } from '../../api/entries.ts';
import type { Schema } from '../../api/parameter-schema.ts';
import { offeredEntriesQuery } from '../../api/search.ts';
import type { DatasetRef, Entry } from '../../api/types.ts';

/** A pause in typing after which entries are searched for. */
const PAUSE_MS = 300;
/** Entries that are offered: a browser shows no more of them without scrolling. */
const MOST = 20;

type PathInputProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  readonly datasetRef: DatasetRef;
  /** Says which entries fit. */
  readonly schema: Schema;
  readonly value: string;
  readonly onChange: (path: string) => void;
};

/** The path of an entry of the dataset: entries that fit are offered while it is typed. */
export function PathInput({ datasetRef, schema, value, onChange, ...input }: PathInputProps) {
  const id = useId();
  const [words] = useDebouncedValue(value, PAUSE_MS);
  const types = schema['x-input'] === 'folder' ? [FOLDER_TYPE] : schema['x-types'];
  const found = useQuery({
    // The service takes one type; among several, the first results that fit are chosen here.
    ...offeredEntriesQuery(datasetRef, nameOf(words), types?.length === 1 ? (types[0] ?? null) : null),
    placeholderData: keepPreviousData,
  });
  const fitting = (found.data ?? []).filter((entry) => fits(schema, types, entry)).slice(0, MOST);
  return (
    <>
      <TextInput
        {...input}
        list={id}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {fitting.map(({ path }) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The service searches names, and not whole paths. */
const nameOf = (words: string): string => words.slice(words.lastIndexOf('/') + 1);

function fits(schema: Schema, types: readonly number[] | undefined, { path, type }: Entry): boolean {
  const extensions = schema['x-extensions'];
  return (
    (types === undefined || types.includes(type)) &&
    (extensions === undefined || extensions.some((it) => path.toLowerCase().endsWith(`.${it}`)))
  );
}
