import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { SPLAT_FORMATS } from '../splat-output/formats.ts';
import { generatedSplats, sphereWithFloaters } from '../splat-output/testing/generated-splats.ts';
import { type SplatFiles, splatFiles } from '../splat-output/testing/tool-files.ts';
import { splatClean } from './tool.ts';

let bench: ToolBench;
let files: SplatFiles;
const model = sphereWithFloaters(5000, 12);
let scan: Buffer;
beforeAll(async () => {
  [bench, files] = [await openToolBench(), await splatFiles()];
  // One more that is oversized and hardly to be seen.
  model.scales.fill(3, 0, 3);
  model.opacities[0] = 0.05;
  scan = await files.bytesOf(model);
});
afterAll(async () => {
  await files.close();
  await bench[Symbol.asyncDispose]();
});

const cleaned = (parameters: object = {}, signal?: AbortSignal, bytes = scan) =>
  bench.run(splatClean, { path: 'scan.ply', ...parameters }, { 'scan.ply': bytes }, signal);

it.each(SPLAT_FORMATS)('writes a %s without floaters beside the source', async (format) => {
  const { written, end, phases, log } = await cleaned({ format });
  const read = await files.read(written.get(`scan_clean.${format}`)!, format);
  expect(read.count).toBe(4999);
  // The first one is oversized, the last twelve float.
  const wanted = model.centres.subarray(3, 3 * 5000);
  // SPZ has y up, the other formats have y down.
  const sign = (at: number): number => (format === 'spz' && at % 3 > 0 ? -1 : 1);
  read.centres.forEach((value, at) =>
    expect(Math.abs(value - sign(at) * wanted[at]!)).toBeLessThan(format === 'spz' ? 1e-4 : 1e-12),
  );
  const { removedByDistance, removedByDensity } = end.facts as Record<string, number>;
  expect(removedByDistance! + removedByDensity!).toBe(12);
  expect(end.facts).toMatchObject({
    outputPath: `scan_clean.${format}`,
    placePath: null,
    splats: 4999,
    sourceSplats: 5013 - 1,
    removedBySize: 1,
    maxScale: expect.closeTo(0.2, 4) as number,
  });
  expect(phases).toEqual(['cleaning splats']);
  expect(log.join('\n')).toMatch(/5012 splats with harmonics of degree 0: up to \d+ MB of memory are needed\./);
});

it('writes the same bytes again', async () => {
  const [one, other] = [await cleaned(), await cleaned()];
  expect(one.written.get('scan_clean.ply')!.equals(other.written.get('scan_clean.ply')!)).toBe(true);
});

it('uses the rules that are asked for', async () => {
  const size = await cleaned({ deviations: 0, minNeighbours: 0 });
  expect(size.end.facts).toMatchObject({
    splats: 5011,
    removedBySize: 1,
    spacing: null,
    radius: null,
    maxDistance: null,
  });
  const density = await cleaned({ deviations: 0, maxOpacity: 0, minNeighbours: 2, radius: 1 });
  expect(density.end.facts).toMatchObject({ splats: 5000, removedByDensity: 12, radius: 1, maxScale: null });
});

describe('what is refused', () => {
  it.each([
    [{ deviations: 0, minNeighbours: 0, maxOpacity: 0 }, /No rule is used\./],
    [{ deviations: 0, maxOpacity: 0, radius: 1e-9 }, /No splat is left: the rules remove all 5012\./],
    [{ neighbours: 0 }, /neighbours/],
    [{ neighbours: 65 }, /neighbours/],
    [{ deviations: -1 }, /deviations/],
    [{ radius: 0 }, /radius/],
    [{ outputPath: 'a.splat' }, /must end with \.ply/],
  ])('%j', async (parameters, words) => {
    await expect(cleaned(parameters)).rejects.toThrow(words);
    await expect(cleaned(parameters)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

it('ends when it is cancelled, with its threads', async () => {
  const controller = new AbortController();
  bench.onPhase = () => setTimeout(() => controller.abort(), 1500);
  try {
    const large = await files.bytesOf(generatedSplats(300_000));
    await expect(cleaned({ neighbours: 64 }, controller.signal, large)).rejects.toThrow(/abort/i);
  } finally {
    delete bench.onPhase;
  }
});
