import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openFileBlobStore } from './index.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-unfinished-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const unfinished = (): Promise<string[]> => readdir(join(folder, 'incoming'));
const writers = (): Promise<string[]> => readdir(join(folder, 'writers'));
const nothing = (): Promise<void> => Promise.resolve();
const YEAR_MS = 365 * 24 * 3_600_000;

/** A process that is in the middle of an upload. */
const UPLOADER = `
  import { openFileBlobStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
  const store = await openFileBlobStore(process.argv[1]);
  await store.write((async function* () {
    yield Buffer.alloc(2 ** 21);
    process.stdout.write('begun');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  })());`;

async function startUpload(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', UPLOADER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

it('I-1 a clean-up removes what a killed process was writing, and leaves the uploads of living ones', async () => {
  const store = await openFileBlobStore(folder);
  const [killed, living] = await Promise.all([startUpload(), startUpload()]);
  expect(await unfinished()).toHaveLength(2);
  await store.sweep(YEAR_MS, nothing);
  expect(await unfinished()).toHaveLength(2);
  await kill(killed);
  await store.sweep(YEAR_MS, nothing);
  expect([(await unfinished()).length, (await writers()).length]).toEqual([1, 1]);
  await kill(living);
  await store.sweep(YEAR_MS, nothing);
  expect([await unfinished(), await writers()]).toEqual([[], []]);
});

it('a start removes what killed processes were writing', async () => {
  await kill(await startUpload());
  expect(await unfinished()).toHaveLength(1);
  await openFileBlobStore(folder);
  expect(await unfinished()).toEqual([]);
});

/** Size of a file that is written while it arrives. */
const LARGE_BYTES = 300_000;

it('leaves an upload of this process, and of another store in it', async () => {
  const [store, other] = [await openFileBlobStore(folder), await openFileBlobStore(folder)];
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const upload = store.write(
    (async function* () {
      yield Buffer.alloc(LARGE_BYTES);
      begin();
      await goesOn;
    })(),
  );
  await hasBegun;
  for (const each of [store, other]) await each.sweep(YEAR_MS, nothing);
  expect(await unfinished()).toHaveLength(1);
  goOn();
  expect(await store.has((await upload).hash)).toBe(true);
});

it('a store that is closed leaves no name', async () => {
  const store = await openFileBlobStore(folder);
  await store.write(Readable.from([Buffer.from('x')]));
  expect(await writers()).toHaveLength(1);
  await store[Symbol.asyncDispose]();
  expect(await writers()).toEqual([]);
});

it('removes files of dead writers on other machines when they are old, and of unknown writers by their age', async () => {
  const store = await openFileBlobStore(folder);
  const put = async (name: string, minutes: number): Promise<void> => {
    const path = join(folder, 'incoming', name);
    await writeFile(path, 'x');
    const then = new Date(Date.now() - minutes * 60_000);
    await utimes(path, then, then);
  };
  await put('1.w@elsewhere', 14);
  await put('2.w@elsewhere', 16);
  await put('1.unlocked', 14);
  await put('2.unlocked', 16);
  await put('3', 59);
  await put('4', 61);
  await store.sweep(3_600_000, nothing);
  expect((await unfinished()).sort()).toEqual(['1.unlocked', '1.w@elsewhere', '3']);
});

it('renews the time of the file of a slow upload until the upload ends', async () => {
  const store = await openFileBlobStore(folder);
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const upload = store.write(
    (async function* () {
      yield Buffer.alloc(LARGE_BYTES); // Too little for a call to write it.
      begin();
      await goesOn;
    })(),
  );
  await hasBegun;
  const [name] = await unfinished();
  const path = join(folder, 'incoming', name!);
  const then = new Date(Date.now() - YEAR_MS);
  await utimes(path, then, then);
  vi.advanceTimersByTime(60_000);
  await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(then.getTime() + YEAR_MS / 2);
  goOn();
  await upload;
  expect(vi.getTimerCount()).toBe(0);
});
