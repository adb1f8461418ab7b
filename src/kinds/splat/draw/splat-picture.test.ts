import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, EngineError } from '../../../engine/index.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { expectChangedBytesOpenOrRefused } from '../../testing/changed-bytes.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { writeRad } from '../rad/write-rad.ts';
import { sheetOfSplats, simpleTree } from '../testing/simple-tree.ts';
import { readCoarseScene } from './coarse-scene.ts';
import { splatPicture as operation } from './operations.ts';
import splatPicture from './splat-picture.child.ts';
import { modelOf, type TestSplat } from './testing/splats.ts';
import { splatDrawer } from './thumbnail-drawer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-splat-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let written = 0;
async function stored(tree: SplatTree): Promise<string> {
  const path = join(folder, `model${(written += 1)}.rad`);
  await writeRad(tree, path, { threads: 1 }, () => undefined);
  return path;
}

async function drawn(path: string, longestSide = 128): Promise<PNG> {
  const { bytes } = await splatPicture({ path, longestSide, format: 'png', y: -1 });
  return PNG.sync.read(Buffer.from(bytes));
}

/** A green floor of 8 x 8 and a red column in its middle, 6 high; y is down. */
function floorWithColumn(): readonly TestSplat[] {
  const floor = Array.from({ length: 1600 }, (_, at): TestSplat => {
    const [x, z] = [(at % 40) / 5 - 4, Math.floor(at / 40) / 5 - 4];
    return { centre: [x, 0.01 * (at % 7), z], scales: [0.2, 0.02, 0.2], colour: [0, 0.8, 0] };
  });
  const column = Array.from({ length: 400 }, (_, at): TestSplat => {
    const angle = at * 2.4;
    const centre = [0.5 * Math.cos(angle), (-6 * at) / 400, 0.5 * Math.sin(angle)] as const;
    return { centre, scales: [0.15, 0.15, 0.15], colour: [0.8, 0, 0] };
  });
  return [...floor, ...column];
}

describe('a picture of a scene', () => {
  it('shows it upright, as large as its picture, on nothing', async () => {
    const picture = await drawn(await stored(simpleTree(modelOf(floorWithColumn()))));
    const { width, height, data } = picture;
    expect(Math.max(width, height)).toBe(128);
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    const rows = { red: 0, green: 0, reds: 0, greens: 0 };
    const shown = { left: width, right: 0, top: height, bottom: 0 };
    for (let at = 0; at < width * height; at += 1) {
      const [red, green, , alpha] = data.subarray(4 * at, 4 * at + 4);
      if (alpha! < 128) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      Object.assign(shown, { left: Math.min(shown.left, x), right: Math.max(shown.right, x) });
      Object.assign(shown, { top: Math.min(shown.top, y), bottom: Math.max(shown.bottom, y) });
      if (red! > 150) rows.red += y;
      if (red! > 150) rows.reds += 1;
      if (green! > 150) rows.green += y;
      if (green! > 150) rows.greens += 1;
    }
    expect(rows.reds).toBeGreaterThan(300);
    expect(rows.greens).toBeGreaterThan(1000);
    expect(rows.red / rows.reds).toBeLessThan(rows.green / rows.greens - 10);
    expect(shown.right - shown.left).toBeGreaterThan(0.85 * width);
    expect(shown.bottom - shown.top).toBeGreaterThan(0.85 * height);
  });

  it('has z up where its place on Earth is known', async () => {
    // A mast along z, which alone would be taken for a plank.
    const mast = Array.from({ length: 900 }, (_, at): TestSplat => {
      const centre = [0.1 * (at % 3), 0.1 * (at % 2), at / 100] as const;
      return { centre, scales: [0.1, 0.1, 0.1] };
    });
    const place = join(folder, 'placed');
    await mkdir(place);
    await writeRad(simpleTree(modelOf(mast)), join(place, 'model.rad'), { threads: 1 }, () => undefined);
    const before = await drawn(join(place, 'model.rad'));
    await writeFile(join(place, 'georef.json'), '{}');
    const after = await drawn(join(place, 'model.rad'));
    expect(before.width).toBeGreaterThan(before.height);
    expect(after.height).toBeGreaterThan(after.width);
  });

  it('has the broad side of a thing to the front', async () => {
    // A wall of 6 x 4 x 0.2 along z.
    const wall = Array.from({ length: 2400 }, (_, at): TestSplat => {
      const centre = [0.02 * (at % 10), -0.1 * (at % 40), Math.floor(at / 40) / 10] as const;
      return { centre, scales: [0.05, 0.05, 0.05] };
    });
    const { width, height } = await drawn(await stored(simpleTree(modelOf(wall))));
    expect(width / height).toBeGreaterThan(1.2);
  });

  it('is drawn of the first chunks of a large file', async () => {
    const path = await stored(simpleTree(sheetOfSplats(60_000, 0), 4));
    using file = openWindow(path);
    const [part, whole] = [readCoarseScene(file, 1), readCoarseScene(file, 4)];
    expect(part.model.count).toBe(65_536);
    expect(whole.model.count).toBeGreaterThan(65_536);
    expect(whole.which.length).toBe(60_000);
    expect(part.which.length).toBeGreaterThan(20_000);
    expect(part.which.length).toBeLessThan(60_000);
    expect((await drawn(path)).width).toBe(128);
  });
});

describe('files that cannot be drawn', () => {
  it('are refused with a reason', async () => {
    const path = join(folder, 'text.rad');
    await writeFile(path, 'This is a letter.'.repeat(9));
    await expect(splatPicture({ path, longestSide: 64, format: 'png', y: -1 })).rejects.toThrow(OperationRefusal);
    const faint = await stored(simpleTree(modelOf([{ centre: [0, 0, 0], opacity: 0.0001 }])));
    await expect(drawn(faint)).rejects.toThrow('The file has no splats that can be seen.');
  });

  it('are one splat, or many at one place', async () => {
    const one: TestSplat = { centre: [1, 2, 3], scales: [0.5, 0.5, 0.5] };
    for (const count of [1, 100]) {
      const path = await stored(simpleTree(modelOf(Array.from({ length: count }, () => one))));
      const { width, data } = await drawn(path, 64);
      expect(width).toBe(64);
      expect(data[4 * (32 * 64 + 32) + 3]).toBeGreaterThan(200);
    }
  });

  it('bytes that changed anywhere make another picture or a refusal, and nothing else', async () => {
    const sound = await readFile(await stored(simpleTree(sheetOfSplats(300, 1))));
    const path = join(folder, 'changed.rad');
    const open = () => splatPicture({ path, longestSide: 64, format: 'png', y: -1 });
    await expectChangedBytesOpenOrRefused(sound, { path, open, numRuns: 100 });
  });
});

describe('the drawer of splats', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
  });
  afterAll(() => engine.close());

  it('draws the built file in a child, and ends it in time', async () => {
    const drawer = splatDrawer('gsplat/model.rad');
    const file = { path: await stored(simpleTree(modelOf(floorWithColumn()))), version: 'v7' };
    const source = { path: 'some/model.ply', file } as unknown as Parameters<typeof drawer.draw>[0];
    expect([drawer.version(source), drawer.version({ ...source, file: undefined } as never)]).toEqual([
      'splat1-v7',
      null,
    ]);
    const tools = { engine } as Parameters<typeof drawer.draw>[2];
    const { signal } = new AbortController();
    const { bytes, contentType } = await drawer.draw(source, { size: 128, format: 'png' }, tools, signal);
    expect(contentType).toBe('image/png');
    const { width, height } = PNG.sync.read(Buffer.from(bytes));
    expect(Math.max(width, height)).toBe(128);
    // Without a ground, a scene stands as files of its format do.
    const ball = Array.from({ length: 300 }, (_, at): TestSplat => {
      const centre = [Math.cos(at), at / 100, Math.sin(at)] as const;
      return { centre, scales: [0.1, 0.1, 0.1], colour: at < 150 ? [0.8, 0, 0] : [0, 0.8, 0] };
    });
    const built = { path: await stored(simpleTree(modelOf(ball))), version: 'v8' };
    const topOf = async (path: string): Promise<string> => {
      const answer = await drawer.draw({ ...source, path, file: built }, { size: 64, format: 'png' }, tools, signal);
      const { data } = PNG.sync.read(Buffer.from(answer.bytes));
      const first = Array.from({ length: 64 * 64 }, (_, at) => at).find((at) => data[4 * at + 3]! > 128)!;
      return data[4 * first]! > data[4 * first + 1]! ? 'red' : 'green';
    };
    expect([await topOf('a.ply'), await topOf('a.SPZ')]).toEqual(['red', 'green']);
    const late = engine.call(operation, { path: file.path, longestSide: 64, format: 'png', y: -1 }, { timeoutMs: 0 });
    await expect(late).rejects.toThrow(EngineError);
  });
});
