import type { KeyboardEvent } from 'react';
import type { Entry } from '../api/answers.ts';
import type { FileTasks } from './file-tasks.ts';
import type { ChosenRows } from './use-selection.ts';
import { i18n } from '../languages/i18n.ts';

/** Keys of the list, as keyboard-help.tsx tells them; moving between rows is in rows/row-focus.ts. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  [i18n.t('↑ ↓ Page Up Page Down Home End'), i18n.t('Go from row to row')],
  ['← →', i18n.t('Go through the controls of a row')],
  [i18n.t('Enter'), i18n.t('Open the file or folder')],
  [i18n.t('Space'), i18n.t('Select or deselect the row')],
  [i18n.t('Shift + ↑ ↓ Home End'), i18n.t('Select a range')],
  [i18n.t('Ctrl + A'), i18n.t('Select all')],
  [i18n.t('Esc'), i18n.t('Clear the selection')],
  ['F2', i18n.t('Rename')],
  [i18n.t('Delete'), i18n.t('Delete the selection, or else the row')],
  [i18n.t('Alt + Enter'), i18n.t('Properties')],
  ['/', i18n.t('Search')],
];

type Where = {
  /** The row with the focus. */
  readonly current: Entry | undefined;
  readonly selection: ChosenRows;
  readonly tasks: FileTasks;
};

/** Does what a key of the list stands for. False when it stands for nothing here. */
export function keyTask(event: KeyboardEvent<HTMLElement>, { current, selection, tasks }: Where): boolean {
  const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (event.key === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) return done(selection.all());
  if (event.key === 'Escape' && plain && selection.chosen.length > 0) return done(selection.clear());
  if (event.key === '/' && plain) return done(document.querySelector<HTMLElement>('#search-files')?.focus());
  if (current === undefined) return false;
  // Buttons and boxes have their own meaning of Space and Enter.
  const onName = (event.target as HTMLElement).matches('a');
  if (event.key === ' ' && plain && onName) return done(selection.choose(current.path, event.shiftKey));
  if (event.key === 'Enter' && event.altKey && onName) return done(tasks.open('properties', [current]));
  if (!tasks.canWrite || !plain) return false;
  if (event.key === 'F2') return done(tasks.open('rename', [current]));
  if (event.key === 'Delete') {
    return done(tasks.open('delete', selection.chosen.length > 0 ? selection.chosen : [current]));
  }
  return false;
}

const done = (_result: void): true => true;
