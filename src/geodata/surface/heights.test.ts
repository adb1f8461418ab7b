import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { heightFile } from '../../kinds/terrain/testing/height-file.ts';
import { type Affine, toPlane } from './affine.ts';
import { openHeights } from './heights.ts';

const folder = mkdtempSync(join(tmpdir(), 'alidade-heights-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [X, Y, WIDTH, HEIGHT] = [500_000, 5_000_000, 5, 4];

it.each<[string, Affine, Affine]>([
  ['north up', [X, 2, 0, Y, 0, -2], [X, 2, 0, Y, 0, -2]],
  ['south up', [X, 2, 0, Y - 8, 0, 2], [X, 2, 0, Y, 0, -2]],
  ['turned', [X, 1, 2, Y, 2, -1], [X, 1, 2, Y, 2, -1]],
  ['turned and mirrored', [X, 1, -2, Y, 2, 1], [X - 8, 1, 2, Y + 4, 2, -1]],
])('heights of a grid that is %s lie where they belong, and are never mirrored', (_, affine, expected) => {
  const path = join(folder, `${affine.join('_')}.tif`);
  const heightAt = (x: number, y: number): number => x - X + 100 * (y - Y);
  const file = {
    width: WIDTH,
    height: HEIGHT,
    affine,
    epsg: 32632,
    heightAt: (column: number, row: number) => heightAt(...toPlane(affine, column + 0.5, row + 0.5)),
  };
  writeFileSync(path, heightFile(file));
  const heights = openHeights({ source: { path, kind: 'tiff' }, band: 1, heightUnit: null });
  expect(heights.affine).toEqual(expected.map((value) => expect.closeTo(value, 9) as number));
  const part = heights.read(1, 1, 3, 2);
  part.forEach((value, at) => {
    const [column, row] = [1.5 + (at % 3), 1.5 + Math.floor(at / 3)];
    expect(value).toBeCloseTo(heightAt(...toPlane(heights.affine, column, row)), 3);
  });
  heights.close();
});
