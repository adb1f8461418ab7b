import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { sogFilesOf } from '../testing/encode-sog.ts';
import { generatedSplats } from '../splat-output/testing/generated-splats.ts';
import { type SplatFiles, splatFiles } from '../splat-output/testing/tool-files.ts';
import { openSplats } from './open-splats.ts';

let files: SplatFiles;
beforeAll(async () => void (files = await splatFiles()));
afterAll(() => files.close());

async function opened(memoryBytes: number, file?: { readonly path: string; readonly format: 'sog' }) {
  const path = join(files.folder, `${memoryBytes}.ply`);
  if (file === undefined) await writeFile(path, await files.bytesOf(generatedSplats(1000, { degree: 3 })));
  const lines: string[] = [];
  const voice = { tell: (line: string) => void lines.push(line), say: () => undefined, progress: () => undefined };
  const place = { sidecars: [], projection: null };
  const source = { ...(file ?? { path, format: 'ply' as const }), place };
  const run = openSplats({ source, memoryBytes }, 1000, voice, () => undefined);
  return { run, lines };
}

// A splat of degree 3 takes 146 bytes, and the work 1000 here.
const NEEDED = 400e6 + 1000 * 1146;

it('tells the memory that it takes before it takes it', async () => {
  const { run, lines } = await opened(NEEDED);
  const { model, place, warnings } = await run;
  expect([model.count, place, warnings]).toEqual([1000, null, []]);
  expect(lines).toEqual(['1000 splats with harmonics of degree 3: up to 402 MB of memory are needed.']);
});

it('tells the memory of decoding pictures where it is more than that of the work', async () => {
  const side = 1024;
  const pixels = { create: { width: side, height: side, channels: 4, background: '#5555' } } as const;
  const picture = await sharp(pixels).webp({ lossless: true }).toBuffer();
  const sound = await sogFilesOf(generatedSplats(150, { degree: 0 }), 2);
  const path = join(files.folder, 'wide.sog');
  const content = Array.from(sound, ([name, bytes]) => ({ name, content: name.endsWith('.webp') ? picture : bytes }));
  await writeFile(path, zipBytes(content));
  const { run, lines } = await opened(Infinity, { path, format: 'sog' });
  await run;
  // Two pictures, and the second one once more in the library and once more encoded.
  const needed = 400e6 + 150 * 56 + 4 * (4 * side * side) + picture.length;
  expect(lines).toEqual([
    `150 splats with harmonics of degree 0: up to ${Math.ceil(needed / 1e6)} MB of memory are needed.`,
  ]);
});

it('refuses what takes more than it may', async () => {
  const { run } = await opened(NEEDED - 1);
  await expect(run).rejects.toThrow(
    'It has 1000 splats with harmonics of degree 3, which take 402 MB of memory; a tool may take 402 MB. Cut it into parts.',
  );
});
