import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Peer } from '../peer/index.ts';
import { MAX_ENTRIES, MAX_PATH_CHARACTERS, remoteFiles, type RemoteWalk } from './remote-files.ts';
import { createReport, MAX_FILE_ERRORS } from './report.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A walk through a source whose only folder lists these. */
const walkOf = (items: () => Generator<unknown>, refuse: RemoteWalk['refuse']): RemoteWalk => ({
  peer: {
    async *folder() {
      yield* items();
    },
  } as unknown as Peer,
  dataset: { organization: 'there', dataset: 'flight' },
  retryLimits: { retries: 0, firstDelayMs: 1 },
  refuse,
  enter: () => Promise.resolve(true),
  signal: new AbortController().signal,
  seen: new Set(),
});
const entry = (path: string) => ({ path, type: 2, size: 1, hash: null });
const collect = async (walk: RemoteWalk): Promise<string[]> => {
  const found: string[] = [];
  for await (const { files } of remoteFiles(walk)) found.push(...files.map(({ path }) => path));
  return found;
};

it('D-6 keeps of refused paths only what a report names', async () => {
  const ITEMS = 2000;
  const LENGTH = 100_000;
  const report = createReport('there');
  let used = 0;
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const walk = walkOf(
    function* () {
      for (let index = 0; index < ITEMS; index += 1)
        yield entry(Buffer.alloc(LENGTH, `${index}/`).toString('latin1') + '/..');
      collectGarbage();
      used = process.memoryUsage().heapUsed - before;
      yield entry('good.txt');
    },
    (path, message) => report.fileError('flight', path, message, 0),
  );
  expect(await collect(walk)).toEqual(['good.txt']);
  const { fileErrors, errors } = report.finish();
  expect(fileErrors).toHaveLength(MAX_FILE_ERRORS);
  expect(errors).toMatchObject([{ message: `${ITEMS - MAX_FILE_ERRORS} more files failed.` }]);
  // All of them would be 200 MB, those that are named 100 MB.
  expect(used).toBeLessThan(20_000_000);
});

it('D-6 ten million entries are too many', async () => {
  let listed = 0;
  const walk = walkOf(
    function* () {
      while (listed < 10_000_000) yield entry(`${(listed += 1)}`);
    },
    () => undefined,
  );
  await expect(collect(walk)).rejects.toThrow('500000 entries');
  expect(listed).toBe(MAX_ENTRIES + 1);
}, 30_000);

it('D-6 ends where all paths together are too long to be kept', async () => {
  const LENGTH = 250;
  let listed = 0;
  const walk = walkOf(
    function* () {
      for (;;) yield entry(`${(listed += 1)}`.padStart(LENGTH, '0'));
    },
    () => undefined,
  );
  await expect(collect(walk)).rejects.toThrow('characters together');
  expect(listed).toBe(MAX_PATH_CHARACTERS / LENGTH + 1);
}, 30_000);
