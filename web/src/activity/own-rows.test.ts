import { describe, expect, test } from 'vitest';
import type { ListedTask } from '../api/tasks.ts';
import type { UploadItem, UploadState } from '../uploads/upload-item.ts';
import { downloadRow, uploadRows, withOwnRows, type OwnRow } from './own-rows.ts';

const REF = { org: 'o', ds: 'd' };
let nextId = 1;
const item = (path: string, state: UploadState, batch = 1, ds = 'd'): UploadItem => ({
  ref: { org: 'o', ds },
  path,
  file: null,
  id: nextId++,
  batch,
  chosenAt: batch * 1000,
  whenTaken: 'ask',
  state,
  size: 10,
  sent: state === 'done' ? 10 : 0,
  cutOff: 0,
  note: null,
  problem: null,
});
const rowsOf = (items: readonly UploadItem[], paused = false) =>
  uploadRows({ items, paused }, REF).map(({ about, state, percent, note }) => [about, state, percent, note]);

describe('what this page does itself', () => {
  test('is a row for what was chosen at once, and not for what goes into other datasets', () => {
    const items = [
      item('a/b/1.jpg', 'done', 1),
      item('a/2.jpg', 'sending', 1),
      item('one.tif', 'failed', 2),
      item('x/1', 'cancelled', 3),
      item('y/1', 'cancelled', 3),
      item('elsewhere.tif', 'sending', 4, 'other'),
      item('taken.tif', 'taken', 5),
    ];
    expect(rowsOf(items)).toEqual([
      ['2 items in a', 'Processing', 50, '1 of 2 done · 50 %'],
      ['one.tif', 'Failed', null, '1 upload failed'],
      ['2 items', 'Deleted', null, 'Uploads cancelled'],
      ['taken.tif', 'Processing', null, '1 file is there already'],
    ]);
    expect(rowsOf(items, true)[0]?.[3]).toMatch(/^The connection is lost/);
  });

  test('is a download until the browser has it, or why it has not', () => {
    const row = (state: 'asking' | 'handed-over' | 'failed', paths: readonly string[]) =>
      downloadRow({ id: 1, paths, startedAt: 5, state, error: new Error('no') });
    expect(row('asking', [])).toMatchObject({ about: 'The dataset', state: 'Processing', note: null, at: 5 });
    expect(row('handed-over', ['a/b.tif'])).toMatchObject({ about: 'a/b.tif', state: 'Succeeded' });
    expect(row('failed', ['a/b', 'ab/c'])).toMatchObject({ about: '2 items', state: 'Failed' });
  });
});

describe('the list', () => {
  const task = (seconds: number) => ({ taskId: `t${seconds}`, createdAt: new Date(seconds * 1000).toISOString() });
  const own = (seconds: number, state: OwnRow['state'] = 'Succeeded'): OwnRow => ({
    key: `o${seconds}`,
    kind: 'download',
    id: seconds,
    paths: [],
    about: '',
    state,
    percent: null,
    note: null,
    at: seconds * 1000,
  });
  const keysOf = (tasks: readonly number[], rows: readonly OwnRow[], isFirst: boolean, next?: number) => {
    const listed = tasks.map(task) as unknown as readonly ListedTask[];
    const part = { isFirst, next: next === undefined ? undefined : (task(next) as unknown as ListedTask) };
    return withOwnRows(listed, rows, part).map((row) => ('key' in row ? row.key : row.taskId));
  };

  test('has all by time, each in the part where its time is, and what goes on first', () => {
    const rows = [own(95), own(75), own(65), own(5), own(2, 'Processing')];
    expect(keysOf([90, 80, 70], rows, true, 60)).toEqual(['o2', 'o95', 't90', 't80', 'o75', 't70', 'o65']);
    expect(keysOf([60, 50], rows, false, 40)).toEqual(['t60', 't50']);
    expect(keysOf([40, 30], rows, false)).toEqual(['t40', 't30', 'o5']);
    expect(keysOf([], rows.slice(0, 2), true)).toEqual(['o95', 'o75']);
  });
});
