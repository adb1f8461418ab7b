import '../../styles/finding.css';
import { ActionIcon, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFileZip, IconKeyboard, IconLayoutGrid, IconList, IconListTree, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { soon } from '../../parts/soon.tsx';
import { useIsPhone } from '../../workspace/sheet/use-is-phone.ts';
import type { SearchText } from './search-text.ts';
import { ToolbarMenu } from './toolbar-menu.tsx';
import { i18n } from '../../languages/i18n.ts';

const KeyboardHelp = soon(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

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
  readonly isTreeShown: boolean;
  /** Shows the folders beside the files, or hides them; null where there is only one folder to see. */
  readonly onTree: (() => void) | null;
  readonly isFilterShown: boolean;
  /** Shows the chips of the filter on a phone, or hides them; null where they stay, as they narrow the list. */
  readonly onFilter: (() => void) | null;
};

/** Above the list: searching below this folder, and what is done with the folder as a whole. */
export function FileToolbar(props: FileToolbarProps) {
  const { search, place, onSearch, asTiles, onTiles, onDownload, isTreeShown, onTree, isFilterShown, onFilter } = props;
  const isPhone = useIsPhone();
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
    <div className="al-toolbar" role="search" aria-label={i18n.t('Files')}>
      {onTree !== null && (
        <ActionIcon
          variant={isTreeShown ? 'light' : 'default'}
          size="lg"
          aria-label={i18n.t('Folders')}
          title={i18n.t('Folders')}
          aria-expanded={isTreeShown}
          onClick={onTree}
        >
          <IconListTree size={20} aria-hidden />
        </ActionIcon>
      )}
      <TextInput
        id="search-files"
        type="search"
        aria-label={i18n.t('Search in {place}', { place })}
        placeholder={i18n.t('Search in {place}', { place })}
        title={i18n.t('Words of the name, or a pattern with * and ?')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          words === '' ? undefined : <CloseButton aria-label={i18n.t('Clear the words')} onClick={() => set('')} />
        }
        value={words}
        className="al-toolbar-words"
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words !== '') set('');
          if (event.key === 'Enter') searchSoon.flush();
        }}
      />
      {!isPhone && (
        <NativeSelect
          aria-label={i18n.t('Search by')}
          data={[
            { value: '', label: i18n.t('In names') },
            { value: 'text', label: i18n.t('In properties') },
          ]}
          value={search.by ?? ''}
          className="al-toolbar-kind"
          onChange={(event) => choose({ by: event.currentTarget.value === 'text' ? 'text' : undefined })}
        />
      )}
      <div className="al-toolbar-end">
        <ToolbarButton
          label={asTiles ? i18n.t('Show as a list') : i18n.t('Show as pictures')}
          Icon={asTiles ? IconList : IconLayoutGrid}
          onClick={() => onTiles(!asTiles)}
        />
        {isPhone ? (
          <ToolbarMenu
            place={place}
            by={search.by}
            onBy={(by) => choose({ by })}
            {...{ isFilterShown, onFilter, onDownload }}
          />
        ) : (
          <>
            {onDownload !== null && (
              <ToolbarButton
                label={i18n.t('Download {place} as zip', { place })}
                Icon={IconFileZip}
                onClick={onDownload}
              />
            )}
            <ToolbarButton label={i18n.t('Keys')} Icon={IconKeyboard} keys onClick={() => setHelping(true)} />
          </>
        )}
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
