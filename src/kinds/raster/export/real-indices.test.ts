import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA, sharedFacts } from '../../../../test/support/shared-data.ts';
import { readPixels } from '../testing/raster-samples.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { createRasterExport } from './tool.ts';

/** What other programs found of an index. */
interface IndexFacts {
  readonly valid: number;
  readonly mean: number;
  readonly samples: readonly { readonly col: number; readonly row: number; readonly value: number }[];
}

interface RasterExpectation {
  readonly facts: { readonly indices?: Readonly<Record<string, IndexFacts>> };
}

if (!hasSharedData) console.log('Skipped: indices of real rasters. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-indices-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

const cases = (await sharedFacts<RasterExpectation>('multispectral/')).flatMap(([path, { facts }]) =>
  Object.entries(facts.indices ?? {}).map(([index, expected]) => [path, index, expected] as const),
);

it.skipIf(!hasSharedData)('there are indices of two rasters', () => expect(cases.length).toBeGreaterThanOrEqual(10));

it.skipIf(!hasSharedData).each(cases)('%s: %s', async (path, formula, expected) => {
  // One of the two has a band in the place of red edge that says it is none.
  const asked = { path: 'a.tif', formula, content: 'values', format: 'GTiff', bandFilter: 'RGBReN' };
  const { artifact, end } = await bench.run(createRasterExport(), asked, { 'a.tif': join(SHARED_DATA, path) });
  const made = join(folder, `${formula}.tif`);
  await writeFile(made, artifact!);
  const { width, bands } = readPixels(made);
  const values = bands[0]!;
  const shown = values.filter((value) => Number.isFinite(value));
  expect(shown).toHaveLength(expected.valid);
  expect(end.facts).toMatchObject({ shownPixels: expected.valid });
  expect(shown.reduce((sum, value) => sum + value, 0) / shown.length).toBeCloseTo(expected.mean, 5);
  for (const { col, row, value } of expected.samples) expect(values[row * width + col]).toBeCloseTo(value, 6);
});
