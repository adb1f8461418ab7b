import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plain, plainJson } from './escape.ts';
import { count, formatBytes, formatDuration } from './format.ts';
import { createProgress } from './progress.ts';
import { Tally } from './rate.ts';
import { tableLines } from './table.ts';

it('leaves nothing in a text that a terminal could obey, and loses nothing of JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plain(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      const json = plainJson(JSON.stringify(text));
      expect(json).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(JSON.parse(json)).toBe(text);
    }),
  );
  expect(plain('Übersicht 地図 \u{1f5fa}')).toBe('Übersicht 地図 \u{1f5fa}');
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9951, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [3.4e11, '340 GB'],
  [2e18, '2000 PB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('writes times and amounts as people say them', () => {
  expect([0, 59.4, 59.6, 3599, 7260, Infinity].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 h 0 min',
    '2 h 1 min',
    '?',
  ]);
  expect([count(1, 'file'), count(0, 'file'), count(2, 'entry', 'entries')]).toEqual([
    '1 file',
    '0 files',
    '2 entries',
  ]);
});

it('measures the speed of late, and the time that is left', () => {
  let now = 0;
  const tally = new Tally(() => now);
  tally.totalBytes = 3000;
  for (now = 1000; now <= 20_000; now += 1000) tally.add(now <= 5000 ? 0 : 100);
  now = 20_000;
  expect(tally.bytes).toBe(1500);
  expect(tally.speed).toBeCloseTo(100, 0);
  expect(tally.secondsLeft).toBeCloseTo(15, 0);
});

it('lines tables up by what a reader sees', () => {
  const lines = tableLines(
    [
      { name: 'é', size: 5 },
      { name: 'a\u001bb', size: 1234 },
    ],
    [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'SIZE', text: ({ size }) => String(size), right: true },
    ],
  );
  expect(lines).toEqual(['NAME      SIZE', 'é            5', 'a\\u{1b}b  1234']);
  expect(tableLines([], [])).toEqual([]);
});

it('draws bars on a terminal: files on their way, and the whole with speed and time', async () => {
  const stream = Object.assign(new PassThrough(), {
    isTTY: true as const,
    columns: 100,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  const progress = createProgress(stream, { quiet: false, bars: true });
  progress.begin(2, 3000);
  const file = progress.file('flight/\u001b[31mred.tif', 2000);
  file.bytes(1000);
  progress.note('\u001b[31mred.tif waits');
  await new Promise((resolve) => setTimeout(resolve, 450));
  file.end();
  progress.end();
  const drawn = String(stream.read());
  expect(drawn).toContain('0 of 2 files, 1.0 kB of 3.0 kB');
  expect(drawn).toContain('flight/\\u{1b}[31mred.tif 1.0 kB of 2.0 kB');
  // On a line of its own, above the bars.
  expect(drawn).toContain('\\u{1b}[31mred.tif waits\n');
});

it('says nothing about progress when asked to be quiet', () => {
  const stream = new PassThrough();
  const progress = createProgress(stream, { quiet: true, bars: true });
  progress.begin(1, 10);
  progress.file('a', 10).bytes(10);
  progress.end();
  expect(stream.read()).toBeNull();
});
