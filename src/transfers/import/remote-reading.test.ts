import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { OutboundError } from '../outbound/index.ts';
import type { StampItem } from '../peer/index.ts';
import { readRemoteState } from './remote-reading.ts';
import { MAX_ENTRIES, MAX_PATH_CHARACTERS, NO_HASH, type RemoteReading, type RemoteState } from './remote-state.ts';
import { createReport, MAX_FILE_ERRORS } from './report.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const HASH = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const ID = '5bd1cd3d-2a9f-4a5e-9b1f-0f1e2d3c4b5a';
const NO_STAMP = new OutboundError('lasting', 'there answered 404');

interface Answers {
  readonly stamp?: () => Generator<StampItem>;
  /** Items of the lists of folders. */
  readonly list?: (folder: string) => Generator<unknown>;
}

/** A reading of a source that answers so. */
const readingOf = ({ stamp, list }: Answers, refuse: RemoteReading['refuse'] = () => undefined): RemoteReading => ({
  peer: {
    async *stamp() {
      if (stamp === undefined) throw NO_STAMP;
      yield* stamp();
    },
    async *folder(_, path) {
      yield* list?.(path) ?? [];
    },
  },
  dataset: { organization: 'there', dataset: 'flight' },
  retryLimits: { retries: 1, firstDelayMs: 1 },
  refuse,
  signal: new AbortController().signal,
});
const read = async (answers: Answers): Promise<{ state: RemoteState; refused: readonly string[] }> => {
  const refused: string[] = [];
  const state = await readRemoteState(readingOf(answers, (path, message) => refused.push(`${path}: ${message}`)));
  return { state, refused };
};
const stampOf = (...entries: readonly (readonly [path: string, hash: string])[]) =>
  function* (): Generator<StampItem> {
    for (const [path, hash] of entries) yield { path, hash };
    yield { id: ID.toUpperCase() };
  };
const file = (path: string) => ({ path, type: 2, size: 1, hash: null });

it('takes a stamp for the state, with the folders of its files', async () => {
  const { state, refused } = await read({ stamp: stampOf(['a/b/c.txt', HASH.toUpperCase()], ['empty', '']) });
  expect(refused).toEqual([]);
  expect(Object.fromEntries(state.entries)).toEqual({ 'a/b/c.txt': HASH, 'a/b': '', a: '', empty: '' });
  expect([...state.meta!]).toEqual([ID]);
});

it.each([
  ['../up', HASH, 'Its path'],
  ['.ddb/dbase.sqlite', HASH, 'Its path'],
  ['good.txt', OTHER, 'twice'],
  ['good.txt', '', 'twice'],
  ['good.txt/below/deep', HASH, 'below something that is a file'],
])('D-6 refuses %s with hash %.4s in a stamp, and reads the rest', async (path, hash, message) => {
  const { state, refused } = await read({ stamp: stampOf(['good.txt', HASH], [path, hash], ['last.txt', HASH]) });
  expect(refused.length).toBeGreaterThan(0);
  for (const line of refused) expect(line).toContain(message);
  expect(Object.fromEntries(state.entries)).toEqual({ 'good.txt': HASH, 'last.txt': HASH });
});

it('D-6 refuses ids that are none', async () => {
  const { state, refused } = await read({
    *stamp() {
      yield { id: "'; drop table users" };
      yield { id: ID };
    },
  });
  expect(refused).toEqual([expect.stringContaining('no UUID')]);
  expect([...state.meta!]).toEqual([ID]);
});

it.each([
  ['no stamp', undefined],
  ['a stamp of other hashes', stampOf(['a', 'crc:7'])],
  [
    'a stamp that breaks off each time',
    function* (): Generator<StampItem> {
      yield { path: 'lost', hash: '' };
      throw new OutboundError('passing', 'cut');
    },
  ],
])('goes through the lists of folders where there is %s', async (_, stamp) => {
  const tries = new Map<string, number>();
  const { state, refused } = await read({
    ...(stamp ? { stamp } : {}),
    *list(folder) {
      const count = (tries.get(folder) ?? 0) + 1;
      tries.set(folder, count);
      yield folder === '' ? { path: 'a', type: 1, size: 0 } : file('a/b');
      yield { path: '/bad', type: 2, size: 1 };
      if (count === 1) throw new OutboundError('passing', 'cut');
    },
  });
  // What a list said that broke off is not told twice.
  expect(refused).toHaveLength(2);
  expect(Object.fromEntries(state.entries)).toEqual({ a: '', 'a/b': NO_HASH });
  expect(Object.fromEntries(state.sizes)).toEqual({ 'a/b': 1 });
  expect(state.meta).toBeUndefined();
});

it('passes on that the credentials are not good', async () => {
  const refusal = new OutboundError('unauthorized', 'there answered 401');
  const stamp = function* (): Generator<StampItem> {
    yield* [];
    throw refusal;
  };
  await expect(read({ stamp, *list() {} })).rejects.toBe(refusal);
});

it('D-6 keeps of refused paths only what a report names', async () => {
  const ITEMS = 2000;
  const LENGTH = 100_000;
  const report = createReport('there');
  let used = 0;
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const reading = readingOf(
    {
      *list() {
        for (let index = 0; index < ITEMS; index += 1)
          yield file(Buffer.alloc(LENGTH, `${index}/`).toString('latin1') + '/..');
        collectGarbage();
        used = process.memoryUsage().heapUsed - before;
        yield file('good.txt');
      },
    },
    (path, message) => report.fileError('flight', path, message, 0),
  );
  expect([...(await readRemoteState(reading)).entries.keys()]).toEqual(['good.txt']);
  const { fileErrors, errors } = report.finish();
  expect(fileErrors).toHaveLength(MAX_FILE_ERRORS);
  expect(errors).toMatchObject([{ message: `${ITEMS - MAX_FILE_ERRORS} more files failed.` }]);
  // All of them would be 200 MB, those that are named 100 MB.
  expect(used).toBeLessThan(20_000_000);
});

it('D-6 ten million entries are too many', async () => {
  let told = 0;
  const list = function* (): Generator<unknown> {
    while (told < 10_000_000) yield file(`${(told += 1)}`);
  };
  await expect(read({ list })).rejects.toThrow('500000 entries');
  expect(told).toBe(MAX_ENTRIES + 1);
});

it('D-6 so are ten million ids of metadata', async () => {
  let told = 0;
  const stamp = function* (): Generator<StampItem> {
    while (told < 10_000_000) yield { id: `00000000-0000-4000-8000-${`${(told += 1)}`.padStart(12, '0')}` };
  };
  await expect(read({ stamp })).rejects.toThrow('500000 values');
  expect(told).toBe(MAX_ENTRIES + 1);
});

it('D-6 paths are limited together, with folders that only their files name', async () => {
  const paths = (most: number) =>
    function* (): Generator<StampItem> {
      for (let at = 0; at < most; at += 1)
        yield { path: `${at}`.padEnd(200, 'x').concat(`/${'y'.repeat(199)}`.repeat(4)), hash: HASH };
    };
  await expect(read({ stamp: paths(Infinity) })).rejects.toThrow(`${MAX_PATH_CHARACTERS} characters`);
  await expect(read({ stamp: paths(30_000) })).rejects.toThrow(`${MAX_PATH_CHARACTERS} characters`);
});
