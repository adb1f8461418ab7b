import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Canvas } from '../../../render/index.ts';
import { roomForSplats, type SplatModel } from '../model/splat-model.ts';
import { readSplats } from '../read/read-splats.ts';
import { drawScene } from './scene-picture.ts';
import type { UpHint } from './scene-shape.ts';
import { modelOf, type TestSplat } from './testing/splats.ts';

const all = ({ count }: SplatModel): Uint32Array => Uint32Array.from({ length: count }, (_, index) => index);
const drawn = (model: SplatModel, hint?: UpHint): Canvas => drawScene(model, all(model), 256, hint);

/** The model turned by half a turn about x: y down becomes y up. */
function turned(model: SplatModel): SplatModel {
  const copy = roomForSplats(model.count, model.shDegree);
  const { centres, rotations } = copy;
  centres.set(model.centres);
  for (let at = 0; at < model.count; at += 1) {
    centres[3 * at + 1]! *= -1;
    centres[3 * at + 2]! *= -1;
    const [x, y, z, w] = model.rotations.subarray(4 * at, 4 * at + 4);
    rotations.set([w!, -z!, y!, -x!], 4 * at);
  }
  return { ...model, centres, rotations };
}

/** Pixels of each row that show something. */
function rowsOf({ width, height, rgba }: Canvas): readonly number[] {
  return Array.from({ length: height }, (_, row) => {
    let shown = 0;
    for (let column = 0; column < width; column += 1) shown += rgba[4 * (row * width + column) + 3]! > 127 ? 1 : 0;
    return shown;
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean difference of two pictures, in steps of 8 bits. */
function difference(one: Canvas, other: Canvas): number {
  expect([other.width, other.height]).toEqual([one.width, one.height]);
  return one.rgba.reduce((sum, value, at) => sum + Math.abs(value - other.rgba[at]!), 0) / one.rgba.length;
}

/** Splats on a ball of 2 on a floor of 12 x 12, at a third of what is there; the rest is 30 times as far away, but below. */
function outOfDoors(): readonly TestSplat[] {
  const turn = (at: number): readonly [number, number] => [Math.cos(at * 2.4), Math.sin(at * 2.4)];
  const floor = Array.from({ length: 4000 }, (_, at): TestSplat => {
    const away = 6 * Math.sqrt(at / 4000);
    const [x, z] = turn(at);
    return { centre: [away * x, 0, away * z], scales: [0.15, 0.02, 0.15], colour: [0, 0.8, 0] };
  });
  const ball = Array.from({ length: 2000 }, (_, at): TestSplat => {
    const height = at / 1000 - 1;
    const flat = Math.sqrt(1 - height * height);
    const [x, z] = turn(at);
    return { centre: [flat * x, height - 1, flat * z], scales: [0.08, 0.08, 0.08], colour: [0.8, 0, 0] };
  });
  const sky = Array.from({ length: 3000 }, (_, at): TestSplat => {
    const height = at / 3000;
    const flat = Math.sqrt(1 - height * height);
    const [x, z] = turn(at);
    return { centre: [60 * flat * x, -60 * height, 60 * flat * z], scales: [3, 3, 3], colour: [0, 0, 0.8] };
  });
  return [...floor, ...ball, ...sky];
}

describe('a picture of a scene without an end', () => {
  it('has its middle in the middle, large enough to be seen', () => {
    const { width, height, rgba } = drawn(modelOf(outOfDoors()));
    let [reds, x, y] = [0, 0, 0];
    for (let at = 0; at < width * height; at += 1) {
      if (rgba[4 * at]! < 100 || rgba[4 * at + 3]! < 128) continue;
      reds += 1;
      x += at % width;
      y += Math.floor(at / width);
    }
    expect(Math.sqrt(reds / width / height)).toBeGreaterThan(0.05);
    expect(Math.abs(x / reds / width - 0.5)).toBeLessThan(0.2);
    expect(Math.abs(y / reds / height - 0.5)).toBeLessThan(0.4);
  });

  it('is the same with y up and y down', () => {
    const model = modelOf(outOfDoors());
    expect(difference(drawn(model), drawn(turned(model), { y: 1 }))).toBeLessThan(0.5);
  });
});

const GUITAR = '../shared/data/splat/guitar.ply';
const isThere = existsSync(GUITAR);
if (!isThere) console.log(`${GUITAR} is absent: the picture of a real guitar is not looked at.`);

describe.skipIf(!isThere)('a real guitar', () => {
  let model: SplatModel;
  beforeAll(async () => {
    ({ model } = await readSplats({ path: GUITAR, format: 'ply' }, () => undefined));
  });

  it('stands upright: its neck above its body', () => {
    const picture = drawn(model);
    expect(picture.height).toBe(256);
    const rows = rowsOf(picture);
    expect(mean(rows.slice(80, 110))).toBeLessThan(0.35 * mean(rows.slice(170, 220)));
    expect(mean(rows.slice(80, 110))).toBeGreaterThan(4);
    // All of it is in the picture.
    expect(rows[0]! + rows.at(-1)!).toBe(0);
  });

  it('looks the same in a file with y up, as SPZ has it', () => {
    expect(difference(drawn(model), drawn(turned(model), { y: 1 }))).toBeLessThan(0.5);
  });
});
