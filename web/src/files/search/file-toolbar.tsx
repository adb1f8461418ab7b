import { ActionIcon, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFileZip, IconKeyboard, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { KINDS } from '../../kinds/index.ts';
import { soon } from '../../parts/soon.tsx';
import type { SearchText } from './search-text.ts';

const KeyboardHelp = soon(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

/** Entry types to search for. */
const SEARCHABLE = KINDS.looks
  .filter(({ searchable }) => searchable !== false)
  .map(({ type, title }) => ({ value: String(type), label: title }));

/** A pause in typing after which the words are searched for. */
const PAUSE_MS = 300;

type FileToolbarProps = {
  readonly search: SearchText;
  /** The folder that is searched, as people call it. */
  readonly place: string;
  readonly onSearch: (search: SearchText) => void;
  readonly asTiles: boolean;
  readonly onTiles: (asTiles: boolean) => void;
  /** Downloads all that is in the folder; null where a share link withholds files. */
  readonly onDownload: (() => void) | null;
};

/** Above the list: searching below this folder, and what is done with the folder as a whole. */
export function FileToolbar({ search, place, onSearch, asTiles, onTiles, onDownload }: FileToolbarProps) {
  const [helping, setHelping] = useState(false);
  const { words, setWords, sent } = useWords(search.find ?? '');
  const searchSoon = useDebouncedCallback((find: string) => {
    sent(find);
    onSearch({ ...search, find });
  }, PAUSE_MS);
  const set = (find: string): void => {
    setWords(find);
    searchSoon(find);
  };
  const choose = (change: SearchText): void => {
    sent(words);
    onSearch({ ...search, find: words, ...change });
  };
  return (
    <div className="al-toolbar" role="search" aria-label="Files">
      <TextInput
        id="search-files"
        type="search"
        aria-label={`Search in ${place}`}
        placeholder={`Search in ${place}`}
        title="Words of the name, or a pattern with * and ?"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={words === '' ? undefined : <CloseButton aria-label="Clear the words" onClick={() => set('')} />}
        value={words}
        className="al-toolbar-words"
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words !== '') set('');
          if (event.key === 'Enter') searchSoon.flush();
        }}
      />
      <NativeSelect
        aria-label="Search by"
        data={[
          { value: '', label: 'In names' },
          { value: 'text', label: 'In properties' },
        ]}
        value={search.by ?? ''}
        className="al-toolbar-kind"
        onChange={(event) => choose({ by: event.currentTarget.value === 'text' ? 'text' : undefined })}
      />
      <NativeSelect
        aria-label="Kind"
        data={[{ value: '', label: 'All kinds' }, ...SEARCHABLE]}
        value={search.kind ?? ''}
        className="al-toolbar-kind"
        onChange={(event) => choose({ kind: event.currentTarget.value })}
      />
      <div className="al-toolbar-end">
        <ToolbarButton
          label={asTiles ? 'Show as a list' : 'Show as pictures'}
          Icon={asTiles ? IconList : IconLayoutGrid}
          onClick={() => onTiles(!asTiles)}
        />
        {onDownload !== null && (
          <ToolbarButton label={`Download ${place} as zip`} Icon={IconFileZip} onClick={onDownload} />
        )}
        <ToolbarButton label="Keys" Icon={IconKeyboard} keys onClick={() => setHelping(true)} />
      </div>
      <KeyboardHelp opened={helping} onClose={() => setHelping(false)} />
    </div>
  );
}

/** The words as they are typed. They follow the address only when it was changed elsewhere: by Back, or by a button. */
function useWords(find: string) {
  const [words, setWords] = useState(find);
  const [own, setOwn] = useState(find);
  const [seen, setSeen] = useState(find);
  if (find !== seen) {
    setSeen(find);
    if (find !== own) setWords(find);
  }
  return { words, setWords, sent: setOwn };
}

type ToolbarButtonProps = {
  readonly label: string;
  readonly Icon: typeof IconKeyboard;
  /** Only where there are keys. */
  readonly keys?: boolean;
  readonly onClick: () => void;
};

const ToolbarButton = ({ label, Icon, keys = false, onClick }: ToolbarButtonProps) => (
  <ActionIcon
    variant="default"
    size="lg"
    aria-label={label}
    title={label}
    className={keys ? 'al-with-keys' : undefined}
    onClick={onClick}
  >
    <Icon size={20} aria-hidden />
  </ActionIcon>
);
