import { Loader, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Problem } from '../parts/problem.tsx';
import { holdsWords, nextItem, type FinderGroup, type FinderItem } from './finder-item.ts';
import { FinderList, optionId } from './finder-list.tsx';
import { useActions } from './use-actions.ts';
import { useFound } from './use-found.ts';
import { useOpenFile } from './use-open-file.ts';
import { useVisits } from './use-visits.ts';
import { i18n } from '../languages/i18n.ts';

/** Nobody sees what comes between two letters that follow each other faster. */
const PAUSE_MS = 150;
/** What the service takes. */
const MOST_LETTERS = 200;

type FinderProps = { readonly onClose: () => void; readonly onNewDataset: (org: string) => void };

/** A field, and below it what was found, or where the person was. */
export function Finder({ onClose, onNewDataset }: FinderProps) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState<string | null>(null);
  const [unopened, setUnopened] = useState<unknown>(null);
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const openFile = useOpenFile();
  const visits = useVisits();
  const actions = useActions(onNewDataset);
  const found = useFound(words, (ref, path) => {
    openFile(ref, path).then(onClose, setUnopened);
  });

  const asked = typed.trim();
  // What was found for other words is not shown: Enter would open it.
  const isBehind = asked !== words;
  const groups: readonly FinderGroup[] = [
    ...(asked === '' ? [{ title: i18n.t('Visited last'), items: visits }] : isBehind ? [] : found.groups),
    { title: i18n.t('Actions'), items: actions.filter(({ title }) => asked === '' || holdsWords(title, asked)) },
  ].filter(({ items }) => items.length > 0);
  const items = groups.flatMap((group) => group.items);
  const isSearching = isBehind || found.isSearching;
  const current = items.find(({ id }) => id === pointed) ?? items[0];

  const choose = (item: FinderItem): void => {
    // A file tells first whether it is still there.
    if (item.stays !== true && !item.id.startsWith('file ')) onClose();
    item.open();
  };
  const press = (event: KeyboardEvent): void => {
    // While letters are put together (Chinese, Japanese) the keys are not for the list.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      choose(current);
    }
    const next = nextItem(items.length, current === undefined ? -1 : items.indexOf(current), event.key);
    if (next === null) return;
    event.preventDefault();
    setPointed(items[next]?.id ?? null);
  };
  const error = found.error ?? unopened;
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-label={i18n.t('Find organizations, datasets, files, coordinates and actions')}
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? list : undefined}
        aria-activedescendant={current && optionId(current)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={i18n.t('Name, or coordinates such as 46.49, 11.35')}
        maxLength={MOST_LETTERS}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isSearching ? <Loader size={16} aria-hidden /> : null}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPointed(null);
          setUnopened(null);
        }}
        onKeyDown={press}
      />
      <Text role="status" size="sm" c="dimmed" className="al-finder-status">
        {statusText(asked, countOf(found.groups), isSearching, error !== null)}
      </Text>
      {error !== null && (
        <Problem
          title={unopened === null ? i18n.t('The search did not work') : i18n.t('The file did not open')}
          error={error}
          {...(unopened === null ? { onRetry: found.retry } : {})}
        />
      )}
      {items.length > 0 && (
        <FinderList
          id={list}
          groups={groups}
          current={current?.id}
          onPoint={({ id }) => setPointed(id)}
          onChoose={choose}
        />
      )}
    </>
  );
}

const countOf = (groups: readonly FinderGroup[]): number =>
  groups.flatMap(({ items }) => items).filter(({ stays }) => stays !== true).length;

function statusText(words: string, count: number, isSearching: boolean, hasFailed: boolean): string {
  if (words === '' || hasFailed) return '';
  if (isSearching) return i18n.t('Searching…');
  return count === 0
    ? i18n.t('Nothing found for “{words}”', { words })
    : i18n.t('{count, plural, one {# result} other {# results}}', { count });
}
