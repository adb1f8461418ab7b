import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { crsOfEpsg } from '../../../geodata/place/crs.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { imageBox, imageOf } from './plane-grid.ts';
import { createWorldGrid } from './world-grid.ts';

/** A place in the middle of each CRS. */
const PLACES = [
  [32_633, 500_000, 5_500_000],
  [32_760, 810_000, 6_000_000],
  [2154, 652_000, 6_862_000],
  [27_700, 530_000, 180_000],
  [3413, -1_000_000, -1_500_000],
  [2263, 985_000, 200_000],
  [4326, 16, 48],
] as const;

const share = fc.double({ min: 0, max: 1, noNaN: true });

it.each([17, 22, 26])('a place is where PROJ has it, to a quarter of a pixel of zoom %i', async (zoom) => {
  const pixels = 256 * 2 ** zoom;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PLACES),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.tuple(share, share), { minLength: 5, maxLength: 5 }),
      async ([code, x, y], magnitude, shares) => {
        const way = toDegrees(crsOfEpsg(code)!);
        // 1 m to 10 km; deep tiles show less. Degrees: to 0.1.
        const side = 10 ** Math.min(magnitude, zoom > 22 ? 2 : 4) * (code === 4326 ? 1e-5 : 1);
        const grid = await createWorldGrid(
          way,
          { minX: x, minY: y, maxX: x + side, maxY: y + side / 2 },
          0.25 / pixels,
        );
        for (const [right, up] of shares) {
          const [planeX, planeY] = [x + right * side, (up * side) / 2 + y];
          const place = way.transformPoint(planeX, planeY);
          const [column, row] = imageOf(grid, planeX, planeY);
          const turned = (place.x / 360 + 0.5 - column + 2.5) % 1;
          expect(Math.abs(turned - 0.5) * pixels).toBeLessThan(0.25);
          const latitude = (place.y * Math.PI) / 180;
          expect(Math.abs(0.5 - Math.asinh(Math.tan(latitude)) / (2 * Math.PI) - row) * pixels).toBeLessThan(0.25);
          const box = imageBox(grid, { minX: planeX, minY: planeY, maxX: planeX + side / 9, maxY: planeY + side / 9 })!;
          expect([box.minX <= column, box.maxX >= column, box.minY <= row, box.maxY >= row]).not.toContain(false);
        }
      },
    ),
    { numRuns: 60 },
  );
});
