import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNoteTaker, type Notes } from './notes.ts';

const limits = { maxLines: 200, maxBytes: 32_768, everyMs: 2000 };
const NONE = { lines: [], cursor: 0 };
let written: Notes[];
const write = (notes: Notes): Promise<void> => {
  written.push(notes);
  return Promise.resolve();
};

beforeEach(() => {
  written = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('writes a new phase at once, the rest now and then, and what came last without anything after it', async () => {
  const notes = createNoteTaker(NONE, limits, write);
  notes.report(0, 'reading');
  for (let percent = 1; percent <= 50; percent += 1) notes.report(percent, 'reading');
  await vi.advanceTimersByTimeAsync(0);
  expect(written.map(({ progress }) => progress)).toEqual([0]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(written.map(({ progress }) => progress)).toEqual([0, 50]);
  notes.report(Number.NaN, 'writing');
  notes.log('a line');
  await vi.advanceTimersByTimeAsync(0);
  expect(written.at(-1)).toMatchObject({ progress: null, phase: 'writing' });
  await notes.end();
  notes.log('afterwards');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toHaveLength(3);
  // Both phases, and the lines.
  expect(notes.now()).toMatchObject({ cursor: 4 });
});

it('has each step once, whatever its numbers, also where a former attempt told it', () => {
  const notes = createNoteTaker({ lines: ['[10:00:00] file 1 of 9'], cursor: 1 }, limits, write);
  for (const phase of ['file 2 of 9', 'file 3 of 9', 'packing', 'file 4 of 9', 'packing', '']) notes.report(1, phase);
  expect(notes.now().lines.map((line) => line.slice(11))).toEqual(['file 1 of 9', 'packing']);
});

it('tells the steps of each attempt, and the end in one line', () => {
  const notes = createNoteTaker(NONE, limits, write);
  for (const start of ['Export starts', 'Export starts']) {
    notes.begin(start);
    for (const phase of ['reading', 'reading', 'done']) notes.report(100, phase);
  }
  expect(notes.now().lines.map((line) => line.slice(11))).toEqual([
    'Export starts',
    'reading',
    'Export starts',
    'reading',
  ]);
  expect(notes.now()).toMatchObject({ phase: 'done', cursor: 4 });
});

it('leaves the paths of the caller as they are, and takes those of the machine out', () => {
  const notes = createNoteTaker(NONE, limits, write);
  notes.begin('Import starts: url "https://example.org/a/b.zip"\u0085');
  notes.log('cannot read /var/lib/alidade/b.zip');
  expect(notes.now().lines.map((line) => line.slice(11))).toEqual([
    'Import starts: url "https://example.org/a/b.zip" ',
    'cannot read a file',
  ]);
});

it('keeps the last lines and bytes, one line at least, and counts all that there ever were', () => {
  const notes = createNoteTaker({ lines: ['[10:00:00] before'], cursor: 7 }, { ...limits, maxLines: 3 }, write);
  for (const line of ['one', 'two', 'three']) notes.log(line);
  expect(notes.now().lines.map((line) => line.slice(11))).toEqual(['one', 'two', 'three']);
  expect(notes.now().cursor).toBe(10);
  const narrow = createNoteTaker(NONE, { ...limits, maxBytes: 1024 }, write);
  for (let index = 0; index < 100; index += 1) narrow.log('ä'.repeat(100));
  expect(narrow.now().lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)).toBeLessThanOrEqual(1024);
  narrow.log('x'.repeat(100_000));
  expect([narrow.now().lines.length, narrow.now().lines[0]!.length]).toEqual([1, 1011]);
  expect(narrow.now().cursor).toBe(101);
});

it('goes on when notes cannot be written', async () => {
  const notes = createNoteTaker(NONE, limits, (now) =>
    now.phase === 'one' ? Promise.reject(new Error('away')) : write(now),
  );
  notes.report(1, 'one');
  notes.report(2, 'two');
  await notes.end();
  expect(written).toMatchObject([{ phase: 'two' }]);
});
