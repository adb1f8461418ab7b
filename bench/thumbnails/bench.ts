/**
 * Thumbnails of photos of 20 megapixels: the engine's operation, in as many children as there are cores, beside the picture
 * library alone in this process with as many calls at once. And one that is kept already, from the disk.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { createEngine } from '../../src/engine/index.ts';
import { imageThumbnail } from '../../src/geodata/pictures/operations.ts';
import { openThumbnailCache } from '../../src/thumbnails/index.ts';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
const WIDTH = 5472;
const HEIGHT = 3648;
const SIZE = 256;
const PICTURES = 24;
const ROUNDS = 3;
const CORES = availableParallelism();

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: CORES, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
try {
  const photo = join(folder, 'photo.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const blurred = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'white', noise } }).blur(2);
  await writeFile(photo, await blurred.jpeg({ quality: 90 }).toBuffer());
  sharp.cache(false);
  sharp.concurrency(1);
  const cache = openThumbnailCache(join(folder, 'kept'));
  const drawn = await engine.call(imageThumbnail, { path: photo, size: SIZE, format: 'webp' });
  await cache.put('a', drawn.data!);

  const rows: Readonly<Record<string, () => Promise<unknown>>> = {
    'picture library alone': () => sharp(photo).resize(SIZE, SIZE, { fit: 'inside' }).webp({ quality: 85 }).toBuffer(),
    'the same, of the whole picture': async () =>
      sharp(await sharp(photo).raw().toBuffer(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
        .resize(SIZE, SIZE, { fit: 'inside' })
        .webp({ quality: 85 })
        .toBuffer(),
    thumbnail: () => engine.call(imageThumbnail, { path: photo, size: SIZE, format: 'webp' }),
    'thumbnail kept on disk': () => cache.get('a'),
  };
  const megabytes = ((await readFile(photo)).length / 1e6).toFixed(1);
  console.log(`${WIDTH} x ${HEIGHT}, ${megabytes} MB, to ${SIZE} pixels, ${CORES} at once, best of ${ROUNDS} rounds:`);
  for (const [name, draw] of Object.entries(rows)) {
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      let left = PICTURES;
      const work = async (): Promise<void> => {
        while ((left -= 1) >= 0) await draw();
      };
      await Promise.all(Array.from({ length: CORES }, work));
      rates.push((PICTURES * 1000) / (performance.now() - began));
    }
    console.log(`  ${name.padEnd(32)} ${Math.max(...rates).toFixed(1)} thumbnails/s`);
  }
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}
