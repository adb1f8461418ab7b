import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { numbersOf } from '../../testing/random-numbers.ts';
import { fillGaps } from './fill-gaps.ts';
import { gridAround } from './grid.ts';
import { createRasterizer } from './rasterize.ts';

async function rasterized(bandPixels: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-bands-'));
  const number = numbersOf(1);
  const grid = gridAround({ min: [0, 0], max: [99.5, 79.5] }, 1);
  const rasterizer = await createRasterizer(grid, 'mean', folder, bandPixels);
  try {
    for (let time = 0; time < 20; time += 1)
      await rasterizer.add(Float64Array.from({ length: 3 * 500 }, (_, at) => number() * (at % 3 === 1 ? 79 : 99)));
    await rasterizer.finish(join(folder, 'raw'), () => undefined);
    return await readFile(join(folder, 'raw'));
  } finally {
    await rasterizer.close();
    expect(await readdir(folder)).toEqual(['raw']);
    await rm(folder, { recursive: true });
  }
}

it('bands of rows through a scratch file give the raster that memory does', async () => {
  expect(await rasterized(700)).toEqual(await rasterized(1e6));
});

it('gaps of a strip are filled as those of the whole', () => {
  const number = numbersOf(2);
  const [width, height, radius] = [40, 30, 4];
  const values = Float32Array.from({ length: width * height }, () => (number() < 0.1 ? number() : NaN));
  const whole = fillGaps(values, width, 0, height, radius);
  const strip = fillGaps(values.slice(6 * width, 24 * width), width, 4, 10, radius);
  expect(strip.values).toEqual(whole.values.slice(10 * width, 20 * width));
});
