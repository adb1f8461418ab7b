import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail } from '../../errors/index.ts';
import { createStateFiles, type StateFiles } from './state-files.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'alidade-state-files-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const MAX_BYTES = 1000;
const SIZE = 300;
/** How long a file takes to write. */
const [TURNS, TURN_MS] = [10, 2];

/** Files of datasets whose states the test sets; each takes a few milliseconds to write. */
function filesOf(states: Map<string, number>) {
  const running = new Map<string, number>();
  const log = { writes: 0, mostOfOne: 0, mostOfAll: 0, faults: [] as unknown[] };
  const stateOf = async (id: string): Promise<string> => {
    const state = states.get(id);
    if (state === undefined) throw fail('not-found', 'gone');
    return String(state);
  };
  const files = createStateFiles({
    folder,
    maxBytes: MAX_BYTES,
    stateOf,
    async write(id, path) {
      running.set(id, (running.get(id) ?? 0) + 1);
      log.writes += 1;
      log.mostOfOne = Math.max(log.mostOfOne, ...running.values());
      log.mostOfAll = Math.max(
        log.mostOfAll,
        [...running.values()].reduce((sum, count) => sum + count, 0),
      );
      const state = await stateOf(id);
      // In turns, as those of the tests are: a machine that does other things too makes both longer.
      for (let turn = 0; turn < TURNS; turn += 1) await sleep(TURN_MS);
      await writeFile(path, `${id} ${state}`.padEnd(SIZE));
      running.set(id, running.get(id)! - 1);
      return state;
    },
    onError: (fault) => log.faults.push(fault),
  });
  return { files, log };
}

async function textOf(files: StateFiles, id: string): Promise<string> {
  const { file } = await files.open(id);
  try {
    return (await file.readFile('utf8')).trim();
  } finally {
    await file.close();
  }
}

it('writes a state once, however many ask for it', async () => {
  const { files, log } = filesOf(new Map([['a', 1]]));
  const texts = await Promise.all(Array.from({ length: 50 }, () => textOf(files, 'a')));
  expect(new Set(texts)).toEqual(new Set(['a 1']));
  await textOf(files, 'a');
  expect(log.writes).toBe(1);
});

it('writes a dataset that goes on changing one at a time, and answers nobody with a state older than his call', async () => {
  const states = new Map([['a', 1]]);
  const { files, log } = filesOf(states);
  const answers: Promise<[number, string]>[] = [];
  for (let state = 1; state <= 40; state += 1) {
    states.set('a', state);
    answers.push(textOf(files, 'a').then((text) => [state, text]));
    await sleep(TURN_MS);
  }
  for (const [asked, text] of await Promise.all(answers)) expect(Number(text.slice(2))).toBeGreaterThanOrEqual(asked);
  expect(log.mostOfOne).toBe(1);
  expect(log.writes).toBeLessThan(20);
  expect(log.faults).toEqual([]);
});

it('writes two datasets at a time, not more', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `d${index}`);
  const { files, log } = filesOf(new Map(ids.map((id) => [id, 1])));
  await Promise.all(ids.map((id) => textOf(files, id)));
  expect(log.mostOfAll).toBe(2);
});

it('removes what was used longest ago when all take more than they may, but not what it has just written', async () => {
  const { files, log } = filesOf(new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, 1])));
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    await textOf(files, id);
    const used = new Date(Date.now() - 60_000 * (3 - index));
    await utimes(join(folder, id, '1'), used, used);
  }
  await textOf(files, 'a');
  await textOf(files, 'd');
  expect(await kept()).toEqual(['a/1', 'c/1', 'd/1']);
  await textOf(files, 'b');
  expect(log.writes).toBe(5);
  expect((await kept()).length * SIZE).toBeLessThanOrEqual(MAX_BYTES);
  expect(log.faults).toEqual([]);
});

it('keeps a single file that is larger than all may be, and sends it', async () => {
  const { files } = filesOf(new Map([['a', 1]]));
  const large = createStateFiles({
    folder,
    maxBytes: 10,
    stateOf: files.version,
    onError: () => undefined,
    write: (_id, path) => writeFile(path, 'x'.repeat(100)).then(() => '1'),
  });
  expect(await textOf(large, 'a')).toHaveLength(100);
  expect(await kept()).toEqual(['a/1']);
});

it('removes files of older states after a while, and what a dead process left after a day', async () => {
  const states = new Map([['a', 1]]);
  const { files } = filesOf(states);
  await textOf(files, 'a');
  for (const [name, hours] of [
    ['dead.new', 25],
    ['alive.new', 1],
  ] as const) {
    await writeFile(join(folder, 'a', name), '');
    await utimes(join(folder, 'a', name), new Date(), new Date(Date.now() - hours * 3_600_000));
  }
  states.set('a', 2);
  await textOf(files, 'a');
  expect(await kept()).toEqual(['a/1', 'a/2', 'a/alive.new']);
  await utimes(join(folder, 'a', '1'), new Date(), new Date(Date.now() - 120_000));
  states.set('a', 3);
  await textOf(files, 'a');
  expect(await kept()).toEqual(['a/2', 'a/3', 'a/alive.new']);
});

it('tells that a dataset is gone when it is deleted under the writing, and leaves nothing of it', async () => {
  const states = new Map([['a', 1]]);
  const { files, log } = filesOf(states);
  const asked = textOf(files, 'a');
  while (log.writes === 0) await sleep(1);
  states.delete('a');
  await files.remove('a');
  await expect(asked).rejects.toMatchObject({ code: 'not-found' });
  expect(await readdir(folder)).toEqual([]);
});

async function kept(): Promise<string[]> {
  const homes = (await readdir(folder)).toSorted();
  return (await Promise.all(homes.map(async (id) => (await readdir(join(folder, id))).map((name) => `${id}/${name}`))))
    .flat()
    .toSorted();
}
