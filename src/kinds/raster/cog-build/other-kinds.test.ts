import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cogOutput } from './build.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { RGB, extentOf, gdal, readPixels, utm, wave, writeSample } from '../testing/raster-samples.ts';
import { requiredPaths } from '../../../builds/index.ts';

const cogs = useCogBuilder();
const UTM = gdal.SpatialReference.fromEPSG(utm.crs).toWKT();

/** The COG of a raster in another format, with what lies beside it, and the one of the same raster as GeoTIFF. */
async function bothOf(
  driver: string,
  name: string,
  options: readonly string[],
  beside: Readonly<Record<string, string>>,
): Promise<{ readonly other: string; readonly tiff: string; readonly log: readonly string[] }> {
  const folder = cogs.file(`beside ${name}`);
  await mkdir(folder);
  const tiff = join(folder, 'same.tif');
  const colours = driver === 'AAIGrid' ? undefined : RGB;
  writeSample(tiff, { ...utm, ...(colours === undefined ? { value: wave } : { colours, value: wave }) });
  const source = gdal.open(tiff);
  gdal.drivers
    .get(driver)
    .createCopy(join(folder, name), source, [...options])
    .close();
  source.close();
  for (const [companion, text] of Object.entries(beside)) await writeFile(join(folder, companion), text);
  const built = await cogs.build(tiff, `${name}-tiff`);
  // A blob has no name and nothing beside it.
  const blob = cogs.file(`blob of ${name}`);
  await writeFile(blob, await readFile(join(folder, name)));
  const scratch = cogs.file(`${name}-other`);
  await mkdir(scratch);
  const log: string[] = [];
  const files = (await readdir(folder)).filter((file) => file !== name && file !== 'same.tif');
  await cogOutput.build({
    ...ALONE,
    source: blob,
    name,
    size: (await readFile(blob)).length,
    neighbours: {
      find: async (names) => {
        const found = files.filter((file) => names.includes(file)).map((file) => join(folder, file));
        const sizes = await Promise.all(found.map(async (path) => (await readFile(path)).length));
        return new Map(found.map((path, at) => [path.slice(folder.length + 1), { path, size: sizes[at] ?? 0 }]));
      },
    },
    scratch,
    engine: cogs.engine,
    signal: AbortSignal.timeout(60_000),
    report: () => undefined,
    log: (line) => void log.push(line),
  });
  expect((await readdir(scratch)).sort()).toEqual([...requiredPaths(cogOutput)].sort());
  return { other: join(scratch, 'cog.tif'), tiff: built.cog, log };
}

const WORLD_FILE = '0.1\n0\n0\n-0.1\n500000.05\n4999999.95\n';

it.each([
  ['PNG', 'a.png', [], { 'a.pgw': WORLD_FILE, 'a.prj': UTM }],
  ['JPEG', 'a.jpg', ['QUALITY=100'], { 'a.wld': WORLD_FILE, 'a.prj': UTM }],
  ['JP2OpenJPEG', 'a.jp2', ['QUALITY=100', 'REVERSIBLE=YES'], {}],
  ['HFA', 'a.img', [], {}],
  ['HFA', 'b.img', ['USE_SPILL=YES'], {}],
  ['AAIGrid', 'a.asc', [], { 'a.prj': UTM }],
] as const)('%s %s becomes the COG that the same GeoTIFF becomes', async (driver, name, options, beside) => {
  const { other, tiff, log } = await bothOf(driver, name, options, beside);
  expect(extentOf(other)).toEqual(extentOf(tiff));
  const [mine, same] = [readPixels(other), readPixels(tiff)];
  expect([mine.width, mine.height]).toEqual([same.width, same.height]);
  expect(mine.valid).toEqual(same.valid);
  // A JPEG is not what it was made from, and ERDAS has words of its own for a CRS.
  const limit = { JPEG: 4, HFA: 0.5, PNG: 0, JP2OpenJPEG: 0, AAIGrid: 0 }[driver];
  expect(mine.bands.map((band, index) => meanDifference(band, same.bands[index]) <= limit)).not.toContain(false);
  expect(log.join('\n')).not.toContain('alidade-');
});

function meanDifference(left: Float64Array, right: Float64Array = new Float64Array()): number {
  expect(left.length).toBe(right.length);
  return left.reduce((sum, value, index) => sum + Math.abs(value - (right[index] ?? NaN)), 0) / left.length;
}
