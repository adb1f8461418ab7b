import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CogLevel } from '../cog/cog-facts.ts';
import { worldPixels } from '../cog/mercator-grid.ts';
import { RasterError } from '../raster-error.ts';
import { planTile } from './tile-plan.ts';
import type { TileAddress, TilePlan } from './tile-plan.ts';

type Levels = readonly [CogLevel, ...CogLevel[]];

/** A pyramid as GDAL makes it: the full resolution starts at a tile border, overviews halve it. */
function pyramid(zoom: number, tileX: number, tileY: number, columns: number, rows: number, overviews: number): Levels {
  const level = (step: number): CogLevel => {
    const width = Math.ceil((columns * 256) / 2 ** step);
    const height = Math.ceil((rows * 256) / 2 ** step);
    return {
      zoom: zoom - step,
      left: Math.round((tileX * 256) / 2 ** step),
      top: Math.round((tileY * 256) / 2 ** step),
      width,
      height,
      blockWidth: 256,
      blockHeight: 256,
      columns: Math.ceil(width / 256),
      rows: Math.ceil(height / 256),
      hasMask: false,
    };
  };
  const below = Array.from({ length: Math.min(overviews, zoom) }, (_, step) => level(step + 1));
  return [level(0), ...below];
}

const levelsArbitrary = fc
  .record({
    zoom: fc.integer({ min: 3, max: 20 }),
    columns: fc.integer({ min: 1, max: 7 }),
    rows: fc.integer({ min: 1, max: 7 }),
    overviews: fc.integer({ min: 0, max: 3 }),
    west: fc.double({ min: 0, max: 1, noNaN: true }),
    north: fc.double({ min: 0, max: 1, noNaN: true }),
    beyondEast: fc.boolean(),
  })
  .map(({ zoom, columns, rows, overviews, west, north, beyondEast }) => {
    const tilesAcross = 2 ** zoom;
    const x = beyondEast ? tilesAcross - 1 : Math.floor(west * (tilesAcross - columns));
    return pyramid(zoom, x, Math.floor(north * (tilesAcross - rows)), columns, rows, overviews);
  });

/** A tile near the raster's corner or anywhere, from five zooms above to four below the full resolution. */
const caseArbitrary = fc
  .tuple(levelsArbitrary, fc.integer({ min: -5, max: 4 }), fc.integer({ min: -1, max: 8 }), fc.constantFrom(1, 2))
  .map(([levels, steps, offset, scale]) => {
    const [full] = levels;
    const z = Math.max(0, full.zoom + steps);
    const ratio = 2 ** (z - full.zoom) / 256;
    const clamp = (value: number) => Math.max(0, Math.min(2 ** z - 1, value));
    const x = clamp(Math.floor(full.left * ratio) + offset);
    const y = clamp(Math.floor(full.top * ratio) + (offset % 3));
    return { levels, address: { z, x, y, scale: scale as 1 | 2 } };
  });

/** World pixels of the level that each canvas pixel of a plan shows, as intervals on both axes. */
function canvasOrigin(levels: Levels, plan: Exclude<TilePlan, { kind: 'outside' }>, address: TileAddress) {
  const level = levels[plan.canvas.level]!;
  const ratio = 2 ** (level.zoom - address.z);
  const [tileLeft, tileTop] = [address.x * 256 * ratio, address.y * 256 * ratio];
  if (plan.kind === 'over-zoom') return { left: tileLeft - plan.left, top: tileTop - plan.top };
  if (plan.kind === 'under-zoom') return { left: tileLeft + plan.left, top: tileTop + plan.top };
  return { left: tileLeft, top: tileTop };
}

describe('planTile', () => {
  test('covers each pixel of the canvas once or leaves it outside, with the pixel of that place', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ levels, address }) => {
        const plan = planTile({ levels }, address);
        if (plan.kind === 'outside') return;
        const level = levels[plan.canvas.level]!;
        const world = worldPixels(level.zoom);
        const origin = canvasOrigin(levels, plan, address);
        const hits = new Uint8Array(plan.canvas.width * plan.canvas.height);
        for (const part of plan.canvas.parts) {
          expect(part.column).toBeGreaterThanOrEqual(0);
          expect(part.column).toBeLessThan(level.columns);
          expect(part.row).toBeLessThan(level.rows);
          expect(part.blockX + part.width).toBeLessThanOrEqual(256);
          expect(part.blockY + part.height).toBeLessThanOrEqual(256);
          const source = level.left + part.column * 256 + part.blockX;
          expect((source - (origin.left + part.x) + 2 * world) % world).toBe(0);
          expect(level.top + part.row * 256 + part.blockY).toBe(origin.top + part.y);
          for (let y = part.y; y < part.y + part.height; y++) {
            for (let x = part.x; x < part.x + part.width; x++) hits[y * plan.canvas.width + x]! += 1;
          }
        }
        let wrong = 0;
        for (let y = 0; y < plan.canvas.height; y++) {
          const row = origin.top + y - level.top;
          for (let x = 0; x < plan.canvas.width; x++) {
            const isInside = row >= 0 && row < level.height && showsColumn(level, origin.left + x);
            if (hits[y * plan.canvas.width + x] !== (isInside ? 1 : 0)) wrong++;
          }
        }
        expect(wrong).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('the four tiles of the next zoom show what their parent at scale 2 shows', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ levels, address: { z, x, y } }) => {
        const parent = planTile({ levels }, { z, x, y, scale: 2 });
        const children = [0, 1].flatMap((dy) =>
          [0, 1].map((dx) => planTile({ levels }, { z: z + 1, x: 2 * x + dx, y: 2 * y + dy, scale: 1 })),
        );
        // A parent drawn from another level than its children covers no fewer places, only other pixels.
        const sameLevel = parent.kind === 'outside' || parent.kind === 'compose';
        fc.pre(sameLevel);
        const area = (plans: readonly TilePlan[]) =>
          plans
            .flatMap((plan) => (plan.kind === 'outside' ? [] : plan.canvas.parts))
            .reduce((total, part) => total + part.width * part.height, 0);
        expect(area(children)).toBe(area([parent]));
      }),
    );
  });

  test('neighbouring tiles beyond the full resolution start where the one before ends', () => {
    fc.assert(
      fc.property(levelsArbitrary, fc.integer({ min: 1, max: 6 }), (levels, steps) => {
        const [full] = levels;
        const z = full.zoom + steps;
        const x = Math.floor((full.left * 2 ** steps) / 256);
        const y = Math.floor((full.top * 2 ** steps) / 256);
        const [a, b] = [x, x + 1].map((column) => planTile({ levels }, { z, x: column, y, scale: 1 }));
        if (a?.kind !== 'over-zoom' || b?.kind !== 'over-zoom') return;
        const start = (plan: typeof a, column: number) =>
          canvasOrigin(levels, plan, { z, x: column, y, scale: 1 }).left + plan.left;
        expect(start(b, x + 1)).toBe(start(a, x) + 256 * a.step);
      }),
    );
  });

  test('an aligned tile wholly inside is the stored block', () => {
    const levels = pyramid(10, 5, 7, 3, 2, 1);
    const plan = planTile({ levels }, { z: 10, x: 6, y: 8, scale: 1 });
    const [part] = plan.kind === 'stored block' ? plan.canvas.parts : [];
    expect(part).toMatchObject({ column: 1, row: 1, width: 256, height: 256 });
    // The overview starts in the middle of a tile: four pieces of blocks.
    expect(planTile({ levels }, { z: 9, x: 3, y: 4, scale: 1 }).kind).toBe('compose');
    expect(planTile({ levels }, { z: 10, x: 4, y: 8, scale: 1 }).kind).toBe('outside');
  });

  test('a raster beyond the antimeridian shows on both sides', () => {
    const levels = pyramid(4, 15, 3, 2, 1, 0);
    expect(planTile({ levels }, { z: 4, x: 15, y: 3, scale: 1 }).kind).toBe('stored block');
    const west = planTile({ levels }, { z: 4, x: 0, y: 3, scale: 1 });
    expect(west.kind === 'stored block' && west.canvas.parts[0]?.column).toBe(1);
  });

  test('a small raster over the antimeridian is a small canvas on the tile of the world', () => {
    const levels = pyramid(20, 2 ** 20 - 1, 3, 2, 1, 1);
    for (const scale of [1, 2] as const) {
      const plan = planTile({ levels }, { z: 0, x: 0, y: 0, scale });
      expect(plan).toMatchObject({ kind: 'under-zoom', left: 2 ** 27 - 128, canvas: { width: 256, height: 128 } });
    }
  });

  test.each([
    ['x = 2^z', { z: 3, x: 8, y: 0 }],
    ['y = 2^z', { z: 3, x: 0, y: 8 }],
    ['x = 1 at zoom 0', { z: 0, x: 1, y: 0 }],
    ['negative', { z: 3, x: -1, y: 0 }],
    ['fraction', { z: 3, x: 0.5, y: 0 }],
    ['not a number', { z: 3, x: NaN, y: 0 }],
    ['zoom 31', { z: 31, x: 0, y: 0 }],
    ['negative zoom', { z: -1, x: 0, y: 0 }],
  ])('F-8: refuses %s', (_, address) => {
    const plan = () => planTile({ levels: pyramid(4, 0, 0, 1, 1, 0) }, { ...address, scale: 1 });
    expect(plan).toThrow(expect.objectContaining({ code: 'out of range' }));
    expect(plan).toThrow(RasterError);
  });
});

/** Whether a column of the world, or the one a whole world further, belongs to the level. */
function showsColumn(level: CogLevel, column: number): boolean {
  const world = worldPixels(level.zoom);
  const end = level.left + level.width;
  return (column >= level.left && column < end) || (column + world >= level.left && column + world < end);
}
