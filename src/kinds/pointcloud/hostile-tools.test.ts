import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyTool, Tool } from '../../tasks/index.ts';
import { openToolBench, type ToolBench } from '../../tasks/testing/run-tool.ts';
import { copcBytes, lasBytes } from './testing/las-bytes.ts';
import { sampleCloud, scattered } from './testing/sample-cloud.ts';
import { pointCloudTools } from './tools.ts';

let bench: ToolBench;
beforeAll(async () => {
  bench = await openToolBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const sound = sampleCloud(
  scattered(50, 1).map(({ extra: _, ...point }) => point),
  { epsg: 32_633 },
);
const changed = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(sound);
  change(bytes);
  return bytes;
};

/** Files that say what is not so. */
const HOSTILE: Readonly<Record<string, Buffer>> = {
  'no bytes': Buffer.alloc(0),
  'a header alone': sound.subarray(0, 300),
  '10^12 points': changed((bytes) => bytes.writeBigUInt64LE(10n ** 12n, 247)),
  'points behind the end': changed((bytes) => bytes.writeUInt32LE(2 ** 31, 96)),
  'a scale of 0': changed((bytes) => [131, 139, 147].forEach((at) => bytes.writeDoubleLE(0, at))),
  'an offset that is no number': changed((bytes) => bytes.writeDoubleLE(NaN, 155)),
  'compressed points that are not': changed((bytes) => bytes.writeUInt8(0x87, 104)),
  'an octree that leads in circles': copcBytes(),
  'compressed points without a list': lasBytes({ minor: 4, format: 0x87, recordLength: 36, count: 10 }),
};

const parametersOf: Readonly<Record<string, object>> = {
  'pointcloud-export': { path: 'a.las', format: 'copc.laz', crs: 'EPSG:4326', window: [14, 35, 16, 37] },
  'pointcloud-merge': { paths: ['a.las', 'b.las'] },
  'pointcloud-profile': {
    path: 'a.las',
    width: 1000,
    lineInCrs: {
      type: 'LineString',
      coordinates: [
        [500_000, 4_000_000],
        [500_100, 4_000_100],
      ],
    },
  },
  'pointcloud-raster': { path: 'a.las', kind: 'dtm', resolution: 1, ground: 'filter' },
};
const tools = pointCloudTools.map((tool) => [tool.id, tool] as const);

it('there are parameters for every tool', () => {
  expect(Object.keys(parametersOf)).toEqual(tools.map(([id]) => id));
});

describe.each(tools)('%s', (id, tool: AnyTool) => {
  it.each(Object.entries(HOSTILE))('of a file with %s fails with a reason, within bounds', async (_, bytes) => {
    const run = bench.run(tool as Tool, parametersOf[id]!, { 'a.las': bytes, 'b.las': sound });
    await expect(run).rejects.toMatchObject({ code: expect.stringMatching(/^(?:invalid-input|failed|refused)$/) });
  });

  it('with bounds in the header that lie works all the same', async () => {
    const bytes = changed((lying) => {
      for (let at = 179; at < 227; at += 8) lying.writeDoubleLE(0, at);
    });
    const { written } = await bench.run(tool as Tool, parametersOf[id]!, { 'a.las': bytes, 'b.las': sound });
    expect(written.size).toBeGreaterThan(0);
  });

  it('ends within seconds when it is cancelled, and leaves nothing', async () => {
    const abort = new AbortController();
    bench.onPhase = () => abort.abort();
    try {
      const begun = performance.now();
      const run = bench.run(tool as Tool, parametersOf[id]!, { 'a.las': sound, 'b.las': sound }, abort.signal);
      await expect(run).rejects.toMatchObject({ code: 'aborted' });
      expect(performance.now() - begun).toBeLessThan(15_000);
    } finally {
      bench.onPhase = () => undefined;
    }
  });
});
