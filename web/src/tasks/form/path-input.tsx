import { ActionIcon, Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { FOLDER_TYPE } from '../../api/entries.ts';
import type { Schema } from '../../api/parameter-schema.ts';
import { offeredEntriesQuery } from '../../api/search.ts';
import { fitsBands } from '../fits-bands.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

/** A pause in typing after which entries are searched for. */
const PAUSE_MS = 300;
/** Entries that are offered: anyone who has more of them types a part of the name. */
const MOST = 50;
const LIST_HEIGHT_PX = 240;

type PathInputProps = Omit<AutocompleteProps, 'onChange' | 'value' | 'label'> & {
  readonly datasetRef: DatasetRef;
  /** Says which entries fit. */
  readonly schema: Schema;
  readonly label: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
};

/** The path of an entry of the dataset: entries that fit are offered while it is typed, and all of them by a button. */
export function PathInput({ datasetRef, schema, label, value, onChange, onKeyDown, ...input }: PathInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  /** Something was typed since the list was opened: it shows what fits that. */
  const [typed, setTyped] = useState(false);
  const { fitting, isCurrent } = useFitting(datasetRef, schema, typed ? value : '', opened);
  const nothing =
    typed || fitting === null ? [] : [{ value: '', label: i18n.t('There is none in the dataset'), disabled: true }];
  const close = (): void => {
    setOpened(false);
    setTyped(false);
  };
  /** Enter takes a path of the list, where it would send the form with a part of a name. */
  const takeByEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Without a part of a name every entry fits, and none is meant: the list closes, and nothing is sent unseen.
    if (nameOf(value).trim() === '') {
      event.preventDefault();
      close();
      return;
    }
    const taken =
      fitting?.find((path) => path === value) ?? fitting?.find((path) => isCurrent || nameHolds(path, value));
    // Nothing fits, so no list is shown.
    if (taken === undefined && isCurrent) return;
    event.preventDefault();
    // The list is still to come.
    if (taken === undefined) return;
    if (taken !== value) onChange(taken);
    close();
  };
  return (
    <Autocomplete
      {...input}
      ref={field}
      label={label}
      autoComplete="off"
      value={value}
      data={fitting !== null && fitting.length > 0 ? [...fitting] : nothing}
      // What comes is searched for already.
      filter={({ options }) => options}
      renderOption={({ option }) => <bdi>{plain('label' in option ? (option.label as string) : option.value)}</bdi>}
      maxDropdownHeight={LIST_HEIGHT_PX}
      openOnFocus={false}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={close}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // The list itself takes the option that the arrows have gone to.
        if (opened && !isAtOption(event.currentTarget)) takeByEnter(event);
      }}
      onChange={(path) => {
        setTyped(true);
        onChange(path);
      }}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          // Keys open the list by the arrows, out of the field itself.
          tabIndex={-1}
          aria-label={i18n.t('Choose: {label}', { label })}
          aria-expanded={opened}
          // The focus stays in the field, and the list open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus();
            setOpened(!opened);
          }}
        >
          <IconChevronDown size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

/** Whether the arrows have gone to an option of the list that is open below a field. */
export const isAtOption = (field: HTMLElement): boolean => {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list !== null && list.querySelector('[data-combobox-selected]') !== null;
};

type Fitting = {
  /** Null while they are not known. */
  readonly fitting: readonly string[] | null;
  /** False while they are those of other words. */
  readonly isCurrent: boolean;
};

/** Paths of entries that fit. @param words what is in their names */
function useFitting(ref: DatasetRef, schema: Schema, words: string, enabled: boolean): Fitting {
  const [asked] = useDebouncedValue(words, PAUSE_MS);
  const types = schema['x-input'] === 'folder' ? [FOLDER_TYPE] : schema['x-types'];
  const found = useQuery({
    // The service takes one type; among several, the first results that fit are chosen here.
    ...offeredEntriesQuery(ref, nameOf(asked), types?.length === 1 ? (types[0] ?? null) : null),
    placeholderData: keepPreviousData,
    enabled,
  });
  if (found.data === undefined) return { fitting: null, isCurrent: false };
  const fitting = found.data.filter((entry) => fits(schema, types, entry)).map(({ path }) => path);
  return { fitting: fitting.slice(0, MOST), isCurrent: asked === words && !found.isPlaceholderData };
}

/** The service searches names, and not whole paths. */
const nameOf = (words: string): string => words.slice(words.lastIndexOf('/') + 1);

/** Whether the service would find the path by these words, but for patterns. */
const nameHolds = (path: string, words: string): boolean =>
  nameOf(path).toLowerCase().includes(nameOf(words).toLowerCase());

function fits(schema: Schema, types: readonly number[] | undefined, { path, type, properties }: Entry): boolean {
  const extensions = schema['x-extensions'];
  return (
    (types === undefined || types.includes(type)) &&
    fitsBands(schema['x-bands'], properties) &&
    (extensions === undefined || extensions.some((it) => path.toLowerCase().endsWith(`.${it}`)))
  );
}
