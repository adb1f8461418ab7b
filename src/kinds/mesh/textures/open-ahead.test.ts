import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAhead } from './open-ahead.ts';
import { openPictures } from './open-pictures.ts';
import { endOf, storedPicture } from './picture-files.ts';
import { openPictureReader } from './picture-reader.ts';
import { pngOf } from './testing/raw-pictures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-ahead-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const GREYS = [40, 90, 140] as const;
const path = (name: string): string => join(folder, name);
const file = (name: string): { readonly path: string } => ({ path: path(name) });

/** Holds up this thread, as reading a model does, until so many bytes of pictures are there; they come in half a second. */
function keepBusy(bytes: number): void {
  const end = performance.now() + 30_000;
  while ((statSync(path('pictures.raw'), { throwIfNoEntry: false })?.size ?? 0) < bytes && performance.now() < end);
}

it('opens pictures while this thread is busy; the others, and bytes, are opened behind them', async () => {
  for (const grey of GREYS) await writeFile(path(`${grey}.png`), await pngOf(70, 9, () => [grey, grey, grey]));
  await writeFile(path('broken.png'), 'no picture');
  const ahead = await openAhead([file('40.png'), file('broken.png'), file('90.png')], folder);
  keepBusy(endOf(storedPicture(70, 9, 3, endOf(storedPicture(70, 9, 3, 0)))));
  const before = await ahead.opened();
  await ahead.close();
  expect([...before!.byPath.keys()]).toEqual([path('40.png'), path('broken.png'), path('90.png')]);
  const sources = [
    file('140.png'),
    file('90.png'),
    null,
    file('broken.png'),
    { bytes: await pngOf(8, 8, () => [7, 7, 7]) },
    file('40.png'),
  ];
  const store = await openPictures(sources, folder, { before });
  const reader = openPictureReader(store.files);
  const pixel = new Uint8Array(3);
  const shown = store.files.pictures.map((picture) => {
    if (picture === null) return null;
    reader.copy(picture, 0, 8 % picture.height, 5, 6, pixel, 0);
    return pixel[0];
  });
  reader.close();
  expect(shown).toEqual([140, 90, null, null, 7, 40]);
  expect(store.broken.map(({ index }) => index)).toEqual([3]);
  await store.close();
  expect((await readdir(folder)).toSorted()).toEqual(['140.png', '40.png', '90.png', 'broken.png']);
});

it('ends after the picture at hand when it is asked for them', async () => {
  const names = Array.from({ length: 200 }, (_, index) => file(`${index}.png`));
  const bytes = await pngOf(256, 256, () => [1, 2, 3]);
  for (const { path: name } of names) await writeFile(name, bytes);
  const ahead = await openAhead(names, folder);
  const before = await ahead.opened();
  await ahead.close();
  expect(before === undefined ? 0 : before.byPath.size).toBeLessThan(names.length);
});

it('tells of a folder that cannot be written to', async () => {
  const ahead = await openAhead([file('a.png')], join(folder, 'none'));
  // By now the thread is at it.
  await setTimeout(200);
  await expect(ahead.opened()).rejects.toThrow('ENOENT');
  await ahead.close();
});
