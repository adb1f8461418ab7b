import type { DatasetRef } from '../api/addresses.ts';
import { errorText } from '../api/api-error.ts';
import type { StartedDownload } from '../api/started-downloads.ts';
import { isActive, type ListedTask } from '../api/tasks.ts';
import { crumbs, parentPath } from '../files/entry-path.ts';
import { PAUSED } from '../uploads/paused-note.tsx';
import type { UploadItem } from '../uploads/upload-item.ts';
import type { UploadSnapshot } from '../uploads/upload-queue.ts';
import { progressText, titleText } from '../uploads/upload-texts.ts';
import { uploadTotals, type UploadTotals } from '../uploads/upload-totals.ts';
import { i18n } from '../languages/i18n.ts';

/** What this page does itself: files that were chosen at once, or a download. */
export type OwnRow = {
  readonly key: string;
  /** What it is about. */
  readonly about: string;
  /** In the words of tasks. */
  readonly state: 'Processing' | 'Succeeded' | 'Failed' | 'Deleted';
  readonly percent: number | null;
  readonly note: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
} & (
  | { readonly kind: 'upload'; readonly batch: number }
  | { readonly kind: 'download'; readonly paths: readonly string[]; readonly id: number }
);

/** The uploads into a dataset: a row for what was chosen at once, however many files that were. */
export function uploadRows(
  { items, paused }: Pick<UploadSnapshot, 'items' | 'paused'>,
  { org, ds }: DatasetRef,
): readonly OwnRow[] {
  const batches = new Map<number, UploadItem[]>();
  for (const item of items) {
    if (item.ref.org !== org || item.ref.ds !== ds) continue;
    const batch = batches.get(item.batch);
    if (batch === undefined) batches.set(item.batch, [item]);
    else batch.push(item);
  }
  return Array.from(batches, ([batch, own]) => rowOfBatch(batch, own, paused));
}

function rowOfBatch(batch: number, items: readonly UploadItem[], paused: boolean): OwnRow {
  const totals = uploadTotals({ items, rate: null });
  return {
    key: `upload ${batch}`,
    kind: 'upload',
    batch,
    about: aboutOf(items.map(({ path }) => path)),
    ...stateOf(totals),
    percent: totals.open > 0 ? totals.percent : null,
    note: totals.open === 0 ? titleText(totals) : paused ? PAUSED : progressText(totals, null),
    at: items[0]?.chosenAt ?? 0,
  };
}

const STATES = {
  asking: { state: 'Processing' },
  'handed-over': { state: 'Succeeded' },
  failed: { state: 'Failed' },
  cancelled: { state: 'Deleted' },
} as const;

function stateOf({ open, taken, failed, count }: UploadTotals): Pick<OwnRow, 'state'> {
  if (open > 0 || taken > 0) return STATES.asking;
  if (failed > 0) return STATES.failed;
  return count === 0 ? STATES.cancelled : STATES['handed-over'];
}

export const downloadRow = ({ id, paths, startedAt, state, error }: StartedDownload): OwnRow => ({
  key: `download ${id}`,
  kind: 'download',
  id,
  paths,
  about: aboutOf(paths),
  ...STATES[state],
  percent: null,
  note: state === 'failed' ? errorText(error) : state === 'asking' ? null : i18n.t('handed over to the browser'),
  at: startedAt,
});

/** One path as it is; of several how many there are, and the folder that they have in common. */
function aboutOf(paths: readonly string[]): string {
  const [first, ...others] = paths;
  if (first === undefined) return i18n.t('The dataset');
  if (others.length === 0) return first;
  let folder = parentPath(first);
  for (const path of others) while (!isBelow(path, folder)) folder = parentPath(folder);
  const count = paths.length;
  return folder === ''
    ? i18n.t('{count, plural, one {# item} other {# items}}', { count })
    : i18n.t('{count, plural, one {# item} other {# items}} in {folder}', { count, folder });
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || crumbs(path).some((crumb) => crumb.path === folder);

type ListPart = {
  readonly isFirst: boolean;
  /** The first task of the part behind it. */
  readonly next: ListedTask | undefined;
};

/**
 * A part of the list of tasks with what belongs between them by its time, newest first. What goes on here stands above all: builds
 * of what is uploaded come after it, hundreds of them.
 */
export function withOwnRows(
  tasks: readonly ListedTask[],
  own: readonly OwnRow[],
  { isFirst, next }: ListPart,
): readonly (ListedTask | OwnRow)[] {
  const oldest = next === undefined ? -Infinity : Date.parse(next.createdAt);
  const newest = isFirst ? Infinity : Date.parse(tasks[0]?.createdAt ?? '');
  const here = own.filter((row) => (isActive(row.state) ? isFirst : row.at > oldest && row.at <= newest));
  if (here.length === 0) return tasks;
  // The order of the service is kept where times are equal.
  return [...here, ...tasks].toSorted((a, b) => compare(rankOf(b), rankOf(a)));
}

function rankOf(row: ListedTask | OwnRow): number {
  if (!('key' in row)) return Date.parse(row.createdAt);
  return isActive(row.state) ? Infinity : row.at;
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
