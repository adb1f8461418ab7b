import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../engine/index.ts';
import { cogOutput } from './build.ts';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { RGB, gdal, utm, writeSample } from '../testing/raster-samples.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { writeProgram } from '../../../builds/outputs/testing/write-program.ts';

const cogs = useCogBuilder();

describe('what cannot be built', () => {
  it('a file without a place', async () => {
    const source = cogs.file('nowhere');
    const dataset = gdal.open(source, 'w', 'GTiff', 10, 10, 1, 'Byte');
    dataset.close();
    await expect(cogs.build(source, 'nowhere')).rejects.toMatchObject({
      name: 'BuildFailure',
      reason: 'invalid-input',
    });
  });

  it('a raster at the pole', async () => {
    const sample = { crs: 3031, geotransform: [-1000, 10, 0, 1000, 0, -10], width: 200, height: 200, value: () => 1 };
    await expect(cogs.buildSample('pole', sample)).rejects.toThrow(/85 degrees/);
  });

  it('complex numbers', async () => {
    const source = cogs.file('complex');
    const dataset = gdal.open(source, 'w', 'GTiff', 10, 10, 1, 'CFloat32');
    dataset.srs = gdal.SpatialReference.fromEPSG(32633);
    dataset.geoTransform = [500_000, 1, 0, 5_000_000, 0, -1];
    dataset.close();
    await expect(cogs.build(source, 'complex')).rejects.toThrow(/complex/);
  });

  it('an aborted build says so and leaves no process', async () => {
    const source = cogs.file('aborted');
    // Long enough to be in the middle of it: some seconds of work.
    writeSample(source, { ...utm, width: 2000, height: 2000, colours: RGB, value: () => 7 });
    const scratch = cogs.file('aborted-output');
    await mkdir(scratch);
    const abort = new AbortController();
    const seen: boolean[] = [];
    const report = ({ phase, percent }: { readonly phase: string; readonly percent: number | null }): void => {
      if (phase !== 'Projecting' || percent === 0 || abort.signal.aborted) return;
      seen.push(isMentioned(scratch));
      abort.abort();
    };
    const nothing = (): void => undefined;
    const { engine } = cogs;
    const { size } = await stat(source);
    const request = {
      ...ALONE,
      source,
      size,
      name: 'aborted',
      scratch,
      engine,
      signal: abort.signal,
      report,
      log: nothing,
    };
    await expect(cogOutput.build(request)).rejects.toMatchObject({ name: 'BuildFailure', reason: 'aborted' });
    expect(seen).toEqual([process.platform === 'linux']);
    expect(isMentioned(scratch)).toBe(false);
  });
});

describe('a program that ends without an error', () => {
  /** What the library does in its place. */
  const standIn = `'${process.execPath}' '${import.meta.dirname}/../../../geodata/gdal-utility/program.ts' gdal_translate "$@"`;

  it.each([
    ['but wrote nothing', 'exit 0', /gdal_translate ended without an error, but wrote no output/],
    ['but wrote an empty file', 'for last; do :; done; : > "$last"', /wrote no output/],
    ['but lost the end of its file', `${standIn}; for last; do :; done; truncate -s -3000 "$last"`, /is not whole/],
    ['but wrote something else', 'for last; do :; done; echo "not a raster" > "$last"', /is not whole/],
  ])('%s, has failed', async (name, script, message) => {
    const folder = cogs.file(`programs ${name}`);
    await mkdir(folder);
    await writeProgram(folder, 'gdal_translate', script);
    const programPath = [folder, dirname(process.execPath)].join(delimiter);
    const engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 30, programPath });
    try {
      // Values without loss, so that nothing else looks at what was written.
      const sample = { ...utm, width: 300, height: 200, value: (x: number, y: number) => (x * 31 + y * 17) % 251 };
      const building = cogs.buildSample(name, sample, engine);
      await expect(building).rejects.toMatchObject({
        reason: 'tool-failed',
        message: expect.stringMatching(message) as string,
      });
    } finally {
      await engine.close();
    }
  });
});

/** Whether a running process has the path among its arguments. Where there is no /proc none is seen. */
function isMentioned(path: string): boolean {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(path);
    } catch {
      return false; // it ended between the two looks
    }
  });
}
