import '../../styles/folder-picker.css';
import { Anchor, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight, IconFolderFilled } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { foldersQuery } from '../../api/entries.ts';
import { Problem } from '../../parts/problem.tsx';
import { useRowFocus } from '../../rows/row-focus.ts';
import { useScrolledRows } from '../../rows/scrolled-rows.ts';
import { parseSort, sortEntries } from '../entry-order.ts';
import { shownName, crumbs } from '../entry-path.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

/** Height of a folder in pixels: as high as a finger needs. */
const ROW = 44;

type FolderPickerProps = {
  readonly datasetRef: DatasetRef;
  /** The chosen folder; '' is the dataset itself. What is in it is listed. */
  readonly folder: string;
  /** Why it cannot be that one. */
  readonly problem: string | null;
  readonly onChange: (folder: string) => void;
};

/** Goes through the folders of the dataset; each is asked for when it is opened. The open one is the chosen one. */
export function FolderPicker({ datasetRef, folder, problem, onChange }: FolderPickerProps) {
  const label = useId();
  const children = useQuery(foldersQuery(datasetRef, folder));
  const folders = useMemo(
    () =>
      sortEntries(
        (children.data ?? []).filter((it) => it.path !== folder),
        parseSort(undefined),
      ).map((it) => it.path),
    [children.data, folder],
  );
  return (
    <div role="group" aria-labelledby={label} className="al-picker">
      <Text size="sm" fw={500} id={label}>
        {i18n.t('Into the folder')}
      </Text>
      <div className="al-picker-steps">
        {[{ name: datasetRef.ds, path: '' }, ...crumbs(folder)].map(({ name, path }) =>
          path === folder ? (
            <strong key={path} aria-current="true">
              {plain(name)}
            </strong>
          ) : (
            <Anchor key={path} component="button" type="button" onClick={() => onChange(path)}>
              {plain(name)}
            </Anchor>
          ),
        )}
      </div>
      {children.error === null ? (
        <Folders key={folder} folders={folders} loading={children.isPending} onOpen={onChange} />
      ) : (
        <Problem
          title={i18n.t('The folders could not be read')}
          error={children.error}
          onRetry={() => void children.refetch()}
        />
      )}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}

type FoldersProps = {
  readonly folders: readonly string[];
  readonly loading: boolean;
  readonly onOpen: (folder: string) => void;
};

function Folders({ folders, loading, onOpen }: FoldersProps) {
  const body = useRef<HTMLDivElement>(null);
  const { scroller, rows } = useScrolledRows(folders.length, ROW);
  const keyed = { count: folders.length, keyOf: (index: number) => folders[index] ?? '' };
  const focus = useRowFocus(keyed, body, (index) => rows.scrollToIndex(index));
  const hasRows = rows.getVirtualItems().length > 0;
  // The button that opened this folder is gone, and the focus with it: it goes on here. Rows are drawn after their room is measured.
  useEffect(() => {
    const active = document.activeElement;
    if (loading || (active !== null && active !== document.body && active !== scroller.current)) return;
    const first = scroller.current?.querySelector<HTMLElement>('[data-stop]') ?? scroller.current;
    first?.focus({ preventScroll: true });
  }, [loading, folders, hasRows, scroller]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hands the focus on to a folder
    <div
      ref={scroller}
      className="al-picker-folders"
      tabIndex={-1}
      role="group"
      aria-label={i18n.t('Folders in it')}
      aria-busy={loading}
      // The dialog looks for it once: the keys need a folder.
      data-autofocus={hasRows ? undefined : ''}
    >
      {loading && <Loader size="sm" m="sm" aria-label={i18n.t('Reading the folders')} />}
      {!loading && folders.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {i18n.t('No folders in it.')}
        </Text>
      )}
      <div ref={body} style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const path = folders[index] ?? '';
          return (
            <div
              key={path}
              data-row={index}
              className="al-picker-row"
              style={{ height: ROW, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className="al-picker-folder"
                data-stop=""
                data-autofocus={index === 0 ? '' : undefined}
                tabIndex={index === focus.active ? 0 : -1}
                onFocus={() => focus.setActive(index)}
                onKeyDown={focus.onKeyDown}
                onClick={() => onOpen(path)}
              >
                <IconFolderFilled size={20} aria-hidden />
                <bdi>{shownName(path)}</bdi>
                <IconChevronRight size={18} aria-hidden />
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
