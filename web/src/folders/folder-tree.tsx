import '../styles/folder-tree.css';
import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { shownName } from '../files/entry-path.ts';
import { Problem } from '../parts/problem.tsx';
import { NOTHING_TYPED, rowOfLetters, treeStep, typedOn } from './tree-keys.ts';
import { treeRows, type TreeRow } from './tree-rows.ts';
import { useOpenFolders } from './use-open-folders.ts';
import { useTreeFolders } from './use-tree-folders.ts';
import { i18n } from '../languages/i18n.ts';

/** Heights of a row in pixels, for a mouse and for a finger. */
const ROW = 32;
const FINGER_ROW = 44;

type FolderTreeProps = {
  readonly datasetRef: DatasetRef;
  /** The folder that is shown; '' is the dataset itself. */
  readonly path: string;
  readonly onPath: (path: string) => void;
};

const ROOT = '';

/** The folders of a dataset. Each is asked for when the one above it is opened, and only those in sight are drawn. */
export function FolderTree({ datasetRef, path, onPath }: FolderTreeProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef(NOTHING_TYPED);
  const isFinger = useMediaQuery('(pointer: coarse)') === true;
  const { opened, open, close } = useOpenFolders(ROOT, path);
  const { folders, failed } = useTreeFolders(datasetRef, opened);
  const rows = useMemo(() => treeRows(ROOT, opened, (folder) => folders.get(folder)), [opened, folders]);
  const [wanted, setWanted] = useState(path);
  const active = Math.max(
    0,
    rows.findIndex((row) => row.path === wanted),
  );
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isFinger ? FINGER_ROW : ROW),
    overscan: 6,
    getItemKey: (index) => rows[index]?.path ?? index,
    // The row that the keys are at is named by the tree, wherever that is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  });

  const go = (to: string): void => {
    setWanted(to);
    virtual.scrollToIndex(rows.findIndex((row) => row.path === to));
  };
  const choose = (to: string): void => {
    setWanted(to);
    onPath(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = treeStep(event.key, rows, active);
    if (step !== null) {
      event.preventDefault();
      ({ go, open, close, choose })[step.does](step.path);
      return;
    }
    if (event.key.length !== 1) return;
    typed.current = typedOn(typed.current, event.key, event.timeStamp);
    const found = rowOfLetters(rows, active, typed.current.letters);
    if (found !== undefined) go(found.path);
  };
  const onClick = (event: MouseEvent): void => {
    const target = event.target as HTMLElement;
    const row = rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? NaN)];
    if (row === undefined) return;
    const isToggle = target.closest('[data-toggle]') !== null && row.isOpen !== null;
    if (!isToggle) choose(row.path);
    else if (row.isOpen === true) close(row.path);
    else open(row.path);
  };

  return (
    <div className="al-tree-frame">
      <div
        ref={scroller}
        role="tree"
        aria-label={i18n.t('Folders')}
        aria-activedescendant={`${id}-${active}`}
        tabIndex={0}
        className="al-tree"
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div role="presentation" className="al-tree-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={key}
                id={`${id}-${index}`}
                role="treeitem"
                aria-level={row.level}
                aria-expanded={row.isOpen ?? undefined}
                aria-selected={row.path === path}
                aria-setsize={row.siblings}
                aria-posinset={row.position}
                aria-busy={row.isLoading || undefined}
                data-row={index}
                data-active={index === active}
                className="al-tree-row"
                style={{
                  height: size,
                  transform: `translateY(${start}px)`,
                  paddingInlineStart: `${Math.min(row.level - 1, MOST_INDENTED) * INDENT}px`,
                }}
              >
                <RowContent row={row} />
              </div>
            );
          })}
        </div>
      </div>
      {failed !== undefined && (
        <Problem
          title={i18n.t('Some folders could not be read')}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
    </div>
  );
}

/** Deeper folders stand below each other, or their names would have no room. */
const MOST_INDENTED = 8;
/** Pixels of a level. */
const INDENT = 16;

function RowContent({ row }: { readonly row: TreeRow }) {
  const Icon = row.isOpen === true ? IconFolderOpen : IconFolder;
  return (
    <>
      <span data-toggle="" data-open={row.isOpen === true} className="al-tree-toggle" aria-hidden>
        {row.isLoading && <Loader size={14} />}
        {!row.isLoading && row.isOpen !== null && <IconChevronRight size={16} />}
      </span>
      <Icon size={18} aria-hidden />
      <bdi className="al-truncate">{row.path === ROOT ? i18n.t('All files') : shownName(row.path)}</bdi>
    </>
  );
}
