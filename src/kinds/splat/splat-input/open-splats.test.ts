import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedSplats } from '../splat-output/testing/generated-splats.ts';
import { type SplatFiles, splatFiles } from '../splat-output/testing/tool-files.ts';
import { openSplats } from './open-splats.ts';

let files: SplatFiles;
beforeAll(async () => void (files = await splatFiles()));
afterAll(() => files.close());

async function opened(memoryBytes: number) {
  const path = join(files.folder, `${memoryBytes}.ply`);
  await writeFile(path, await files.bytesOf(generatedSplats(1000, { degree: 3 })));
  const lines: string[] = [];
  const voice = { tell: (line: string) => void lines.push(line), say: () => undefined, progress: () => undefined };
  const source = { path, format: 'ply', place: { sidecars: [], projection: null } } as const;
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

it('refuses what takes more than it may', async () => {
  const { run } = await opened(NEEDED - 1);
  await expect(run).rejects.toThrow(
    'It has 1000 splats with harmonics of degree 3, which take 402 MB of memory; a tool may take 402 MB. Cut it into parts.',
  );
});
