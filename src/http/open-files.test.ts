import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeFiles, withOpenFile } from './open-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-open-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Files of the folder that this process has open. */
async function opened(): Promise<readonly string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  );
  return links.filter((path) => path.startsWith(folder));
}

it('keeps a file open between its readers, and closes it with all others when it is told to', async () => {
  const path = join(folder, 'a');
  await writeFile(path, '0123456789');
  const read = (): Promise<number> => withOpenFile(path, '"a"', async ({ size }) => size);
  expect([await read(), await read(), await opened()]).toEqual([10, 10, [path]]);
  await closeFiles();
  expect(await opened()).toEqual([]);
  expect([await read(), await opened()]).toEqual([10, [path]]);
});

it('closes no file that is read, but when its reader is done', async () => {
  const path = join(folder, 'b');
  await writeFile(path, '0123456789');
  const reading = Promise.withResolvers<undefined>();
  const text = withOpenFile(path, '"b"', async ({ handle }) => {
    await reading.promise;
    return (await handle.read(Buffer.alloc(4), 0, 4, 2)).buffer.toString();
  });
  await closeFiles();
  reading.resolve(undefined);
  expect(await text).toBe('2345');
  await closeFiles();
  expect(await opened()).toEqual([]);
});

it('tries a file again that could not be opened', async () => {
  const path = join(folder, 'c');
  const read = (): Promise<number> => withOpenFile(path, '"c"', async ({ size }) => size);
  await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(path, 'there');
  expect(await read()).toBe(5);
});
