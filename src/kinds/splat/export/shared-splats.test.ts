import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { splatClean } from '../clean/tool.ts';
import type { SplatFormat } from '../read/splat-facts.child.ts';
import { usualY } from '../draw/usual-up.ts';
import { readSplats } from '../read/read-splats.ts';
import { SPLAT_FORMATS } from '../splat-output/formats.ts';
import { rotationsApart } from '../testing/read-bytes.ts';
import { type SplatFiles, splatFiles } from '../splat-output/testing/tool-files.ts';
import { splatExport } from './tool.ts';

if (!hasSharedData) console.log('Skipped: exports of real splats. There is no ../shared/data beside the repository.');

const FILES: readonly (readonly [name: string, format: SplatFormat])[] = [
  ['guitar.ply', 'ply'],
  ['guitar.compressed.ply', 'ply'],
  ['guitar_20k.splat', 'splat'],
  ['guitar_v3.spz', 'spz'],
  ['biker_v4.spz', 'spz'],
  ['minimal.ksplat', 'ksplat'],
  ['playbot_lod4.sog', 'sog'],
];

function farthestApart(some: Float32Array, others: Float32Array): number {
  expect(some.length).toBe(others.length);
  return some.reduce((most, value, at) => Math.max(most, Math.abs(value - others[at]!)), 0);
}

describe.runIf(hasSharedData)('real splats', () => {
  let bench: ToolBench;
  let files: SplatFiles;
  beforeAll(async () => {
    [bench, files] = [await openToolBench(), await splatFiles()];
  });
  afterAll(async () => {
    await files.close();
    await bench[Symbol.asyncDispose]();
  });

  const place = (name: string): string => join(SHARED_DATA, 'splat', name);
  it.each(FILES)('%s is written in every format, with all splats', async (path, format) => {
    const { model } = await readSplats({ path: place(path), format }, () => undefined);
    for (const output of SPLAT_FORMATS) {
      const { written, end } = await bench.run(
        splatExport,
        { path, format: output, outputPath: `made.${output}` },
        { [path]: place(path) },
      );
      expect(end.facts).toMatchObject({ splats: model.count, shDegree: output === 'splat' ? 0 : model.shDegree });
      const read = await files.read(written.get(`made.${output}`)!, output);
      expect(read.count).toBe(model.count);
      // SPZ has at least 12 fractional bits; the other formats keep all bits.
      const most = output === 'spz' ? 2 ** -13 : 0;
      const isTurned = usualY(`.${output}`) !== usualY(path);
      const wanted = model.centres.map((value, at) => (isTurned && at % 3 > 0 ? -value : value));
      expect(farthestApart(read.centres, wanted)).toBeLessThanOrEqual(most);
    }
  });

  it('a SPZ has the splats of one that another program made of the same PLY', async () => {
    const { written } = await bench.run(
      splatExport,
      { path: 'guitar.ply', format: 'spz' },
      { 'guitar.ply': place('guitar.ply') },
    );
    const read = await files.read(written.get('guitar_export.spz')!, 'spz');
    const { model } = await readSplats({ path: place('guitar_v3.spz'), format: 'spz' }, () => undefined);
    // Both programs round to steps of their own.
    expect(farthestApart(read.centres, model.centres)).toBeLessThan(2 ** -12);
    expect(rotationsApart(read.rotations, model.rotations)).toBeLessThan(0.01);
    expect(farthestApart(read.opacities, model.opacities)).toBeLessThan(0.01);
  });

  it('most of a capture is no floater', async () => {
    const { end } = await bench.run(splatClean, { path: 'guitar.ply' }, { 'guitar.ply': place('guitar.ply') });
    const { splats, sourceSplats } = end.facts as { readonly splats: number; readonly sourceSplats: number };
    expect(splats).toBeLessThan(sourceSplats);
    expect(splats).toBeGreaterThan(0.97 * sourceSplats);
  });
});
