import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRasterSource } from '../with-raster-source.ts';
import { rasterValues } from '../read/operations.ts';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { type RasterSample, readPixels, RGB, utm, wave, writeSample } from '../testing/raster-samples.ts';

const cogs = useCogBuilder();

/** Two files as GDAL writes them, renamed to blobs, and the same raster with its mask inside. */
async function masked(
  name: string,
  sample: Partial<RasterSample>,
): Promise<{ readonly blob: string; readonly mask: string; readonly inside: string }> {
  const folder = cogs.file(name);
  await mkdir(folder);
  const whole = { ...utm, value: wave, ...sample, mask: (column: number) => column >= 100 };
  const [beside, inside] = [join(folder, 'a.tif'), join(folder, 'inside.tif')];
  writeSample(beside, { ...whole, isMaskBeside: true });
  writeSample(inside, whole);
  const [blob, mask] = [join(folder, 'blob'), join(folder, 'blob-of-mask')];
  await writeFile(blob, await readFile(beside));
  await writeFile(mask, await readFile(`${beside}.msk`));
  return { blob, mask, inside };
}

const neighboursOf = (files: Readonly<Record<string, string>>) => ({
  async find(names: readonly string[]) {
    const found = names.filter((name) => Object.hasOwn(files, name));
    const sizes = await Promise.all(found.map(async (name) => (await readFile(files[name]!)).length));
    return new Map(found.map((name, at) => [name, { path: files[name]!, size: sizes[at]! }]));
  },
});

describe('a mask beside a GeoTIFF', () => {
  it.each([
    ['a.tif', 'a.tif.msk', { colours: RGB }],
    ['A.TIF', 'A.TIF.msk', { colours: RGB }],
    ['b.TIFF', 'b.tiff.msk', { type: 'UInt16' }],
    ['d.tif', 'd.TIF.MSK', { type: 'Float32' }],
    [
      'p.tif',
      'p.tif.msk',
      {
        colours: ['Palette'],
        palette: [
          [9, 8, 7, 255],
          [200, 100, 50, 255],
        ],
        value: () => 1,
      },
    ],
  ] as const)('%s with %s becomes the COG that it becomes with the mask inside', async (name, companion, sample) => {
    const { blob, mask, inside } = await masked(`${name}-${companion}`, sample as unknown as RasterSample);
    const beside = await cogs.build(blob, name, cogs.engine, neighboursOf({ [companion]: mask }));
    const own = await cogs.build(inside, `inside ${name}`);
    const [mine, same] = [readPixels(beside.cog), readPixels(own.cog)];
    expect(mine).toEqual(same);
    expect(new Set(mine.valid)).toEqual(new Set([0, 255]));
    expect(beside.stats.bands).toEqual(own.stats.bands);
  });

  it('hides pixels where values are read from the source', async () => {
    const { blob, mask } = await masked('values', { type: 'Float32' });
    const file = {
      path: blob,
      name: 'v.tif',
      size: (await readFile(blob)).length,
      neighbours: neighboursOf({ 'v.tif.msk': mask }),
    };
    const positions = [
      [500_005, 4_999_995],
      [500_025, 4_999_995],
    ] as const;
    const values = await withRasterSource(file, cogs.engine, (source) =>
      cogs.engine.call(rasterValues, { source, crs: 'EPSG:32633', positions }, {}),
    );
    expect(values.map((value) => value!.values)).toEqual([[null], [expect.any(Number)]]);
  });

  it.each([
    ['another size', (other: string) => readFile(other), /100 x 50 pixels instead of 300 x 200/],
    ['a text', () => Promise.resolve(Buffer.from('no mask')), /Its mask \(\.msk\) is not used/],
    [
      'damaged',
      async (_: string, mask: string) => {
        const bytes = await readFile(mask);
        return bytes.fill(0xa5, bytes.length / 2);
      },
      /is not used. It is damaged/,
    ],
    ['cut off', async (_: string, mask: string) => (await readFile(mask)).subarray(0, 100), /is not used/],
  ])('%s is left out, and said', async (name, content, told) => {
    const { blob, mask } = await masked(`wrong ${name}`, { colours: RGB });
    const other = await masked(`other ${name}`, { width: 100, height: 50 });
    const wrong = cogs.file(`wrong ${name}.msk`);
    await writeFile(wrong, await content(other.mask, mask));
    const beside = neighboursOf({ [`w-${name}.tif.msk`]: wrong });
    const built = await cogs.build(blob, `w-${name}.tif`, cogs.engine, beside);
    expect(built.log.join('\n')).toMatch(told);
    const plain = await cogs.build(blob, `plain ${name}`);
    expect(readPixels(built.cog)).toEqual(readPixels(plain.cog));
  });
});
