import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProjections, type Projections } from '../../../projections/index.ts';
import type { CogLevel } from '../cog/cog-facts.ts';
import { WORLD_HALF_METRES, worldPixels } from '../cog/mercator-grid.ts';
import { RasterError } from '../raster-error.ts';
import { createPicturePlaces, type PicturePlaces, MAX_ERROR_PIXELS } from './picture-places.ts';
import type { MapGrid } from '../../../render/index.ts';
import { MAX_PIECE_PIXELS, MAX_READ_PIXELS, planMap } from './map-plan.ts';
import { sampleSpan } from './sample.ts';
import { samplePiece } from './sample-piece.ts';

/** Degrees and Web Mercator need no engine. */
const projections: Projections = createProjections({
  call: () => Promise.reject(new Error('No engine is needed here.')),
});

/** Bends space like a projection, and has no places beyond a line. */
const bent: Projections = {
  find: () => Promise.resolve(undefined),
  wkt: () => Promise.resolve(''),
  transform: (_from, _to, positions) => {
    const moved = positions.slice();
    for (let at = 0; at < positions.length; at += 2) {
      const [x, y] = [positions[at]!, positions[at + 1]!];
      moved[at] = y > 40_000 ? NaN : x + 400 * Math.sin(y / 900);
      moved[at + 1] = y > 40_000 ? NaN : y + 300 * Math.cos(x / 700);
    }
    return Promise.resolve(moved);
  },
};

/** A raster of some blocks at a zoom with all its overviews, as the build makes it. */
function levelsOf(zoom: number, column: number, row: number, columns: number, rows: number, overviews: number) {
  const level = (step: number): CogLevel => ({
    zoom: zoom - step,
    left: (column * 256) / 2 ** step,
    top: (row * 256) / 2 ** step,
    width: Math.ceil((columns * 256) / 2 ** step),
    height: Math.ceil((rows * 256) / 2 ** step),
    blockWidth: 256,
    blockHeight: 256,
    hasMask: false,
    columns: Math.ceil(columns / 2 ** step),
    rows: Math.ceil(rows / 2 ** step),
  });
  return [level(0), ...Array.from({ length: overviews }, (_, index) => level(index + 1))] as const;
}

const gridArbitrary = fc
  .record({
    crs: fc.constantFrom('EPSG:3857', 'EPSG:4326'),
    x: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    y: fc.double({ min: -1, max: 1, noNaN: true }),
    size: fc.double({ min: -12, max: 1, noNaN: true }),
    width: fc.integer({ min: 1, max: 700 }),
    height: fc.integer({ min: 1, max: 700 }),
  })
  .map(({ crs, x, y, size, width, height }): MapGrid => {
    const unit = crs === 'EPSG:3857' ? WORLD_HALF_METRES : 180;
    const pixel = (2 ** size * unit) / 700;
    const [west, south] = [x * unit, y * (crs === 'EPSG:3857' ? unit : 90)];
    return { crs, box: [west, south, west + width * pixel, south + height * pixel], width, height };
  });

const levelsArbitrary = fc
  .record({
    zoom: fc.integer({ min: 4, max: 12 }),
    x: fc.double({ min: 0, max: 0.99, noNaN: true }),
    y: fc.double({ min: 0, max: 0.9, noNaN: true }),
    columns: fc.integer({ min: 1, max: 12 }),
    rows: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ zoom, x, y, columns, rows }) =>
    levelsOf(zoom, Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom), columns, rows, 3),
  );

describe('the plan of a picture', () => {
  it('reads enough for every pixel that lies on the raster, and nothing outside of it', async () => {
    await fc.assert(
      fc.asyncProperty(gridArbitrary, levelsArbitrary, async (grid, levels) => {
        const control = await createPicturePlaces(grid, projections);
        const { level: index, pieces } = planMap({ levels }, control);
        const level = levels[index]!;
        const isDrawn = new Uint8ClampedArray(grid.width * grid.height * 4);
        let read = 0;
        for (const { cells, window } of pieces) {
          const { left, top, width, height } = window;
          expect(Math.min(left, top, width - 1, height - 1)).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(level.width);
          expect(top + height).toBeLessThanOrEqual(level.height);
          expect(width * height).toBeLessThanOrEqual(MAX_PIECE_PIXELS);
          read += width * height;
          const patch = { width, height, samples: new Uint8ClampedArray(width * height * 4).fill(255) };
          const place = { left: level.left + left, top: level.top + top, width, world: worldPixels(level.zoom) };
          samplePiece(
            (span, at) => sampleSpan(patch, span, isDrawn, at),
            place,
            control,
            cells,
            () => {},
          );
        }
        expect(read).toBeLessThanOrEqual(MAX_READ_PIXELS);
        for (let seed = 0; seed < 40; seed++) {
          const [x, y] = [(seed * 7919) % grid.width, (seed * 104_729) % grid.height];
          const drawn = isDrawn[(y * grid.width + x) * 4 + 3] === 255;
          expect(isOnRaster(grid, level, x, y) ?? drawn).toBe(drawn);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes the coarsest level that is as fine as the picture', async () => {
    const levels = levelsOf(12, 2048, 2048, 8, 8, 3);
    const metres = (2 * WORLD_HALF_METRES) / worldPixels(12);
    const levelFor = async (scale: number): Promise<number> => {
      const side = 100 * metres * scale;
      const grid: MapGrid = { crs: 'EPSG:3857', box: [0, -side, side, 0], width: 100, height: 100 };
      return planMap({ levels }, await createPicturePlaces(grid, projections)).level;
    };
    expect(await Promise.all([0.1, 1, 1.9, 2, 3.9, 4, 8, 500].map(levelFor))).toEqual([0, 0, 0, 1, 1, 2, 3, 3]);
  });

  it('refuses a raster without overviews instead of reading all of it', async () => {
    const levels = levelsOf(16, 0, 0, 60_000, 60_000, 0);
    const grid: MapGrid = { crs: 'OGC:CRS84', box: [-180, -90, 180, 90], width: 256, height: 128 };
    const control = await createPicturePlaces(grid, projections);
    expect(() => planMap({ levels }, control)).toThrow(RasterError);
  });

  it('reads a large picture in pieces that share no cell', async () => {
    const levels = levelsOf(14, 8000, 8000, 32, 32, 5);
    const metres = (2 * WORLD_HALF_METRES) / worldPixels(14);
    const west = 8000 * 256 * metres - WORLD_HALF_METRES;
    const north = WORLD_HALF_METRES - 8000 * 256 * metres;
    const side = 4096 * metres * 1.9;
    const box = [west, north - side, west + side, north] as const;
    const control = await createPicturePlaces({ crs: 'EPSG:3857', box, width: 4096, height: 4096 }, projections);
    const { pieces } = planMap({ levels }, control);
    const seen = new Set<string>();
    for (const { cells } of pieces) {
      for (let row = cells.row; row < cells.lastRow; row++)
        for (let column = cells.column; column < cells.lastColumn; column++) {
          expect(seen.has(`${column} ${row}`)).toBe(false);
          seen.add(`${column} ${row}`);
        }
    }
    expect(pieces.length).toBeGreaterThan(10);
    expect(seen.size).toBe(256);
  });
});

describe('the control grid', () => {
  it('knows the place of every pixel to an eighth of a pixel', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 900 }),
        fc.boolean(),
        async (width, height, isBent) => {
          const grid: MapGrid = isBent
            ? { crs: 'EPSG:0', box: [0, 0, width * 5, height * 5], width, height }
            : { crs: 'EPSG:4326', box: [-100, -70, 80, 75], width, height };
          const source = isBent ? bent : projections;
          const control = await createPicturePlaces(grid, source);
          const [minX, minY, maxX, maxY] = grid.box;
          const [pixelX, pixelY] = [(maxX - minX) / width, (maxY - minY) / height];
          for (let seed = 0; seed < 20; seed++) {
            const [x, y] = [((seed * 7919) % width) + 0.5, ((seed * 104_729) % height) + 0.5];
            const at = (dx: number, dy: number): Promise<Float64Array> =>
              source.transform(
                grid.crs,
                'EPSG:3857',
                Float64Array.of(minX + (x + dx) * pixelX, maxY - (y + dy) * pixelY),
              );
            const [exact, right, down] = [await at(0, 0), await at(0.1, 0), await at(0, 0.1)];
            const [u, v] = interpolated(control, x, y);
            const off = Math.hypot(u - exact[0]!, v - exact[1]!);
            const step = 10 * Math.min(distance(exact, right), distance(exact, down));
            expect(off / step).toBeLessThan(MAX_ERROR_PIXELS);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has no places where the projection has none, and all others', async () => {
    const grid: MapGrid = { crs: 'EPSG:0', box: [0, 0, 80_000, 80_000], width: 512, height: 512 };
    const { points, columns, rows } = await createPicturePlaces(grid, bent);
    const known = points.filter((value) => Number.isFinite(value)).length / points.length;
    expect([columns, rows]).toEqual([256, 256]);
    expect(known).toBeGreaterThan(0.49);
    expect(known).toBeLessThan(0.52);
  });

  it.each([
    [{ width: 0 }],
    [{ width: 100_000, height: 100_000 }],
    [{ width: 1.5 }],
    [{ box: [1, 1, 1, 2] as const }],
    [{ box: [2, 1, 1, 2] as const }],
    [{ box: [0, 0, Infinity, 2] as const }],
    [{ box: [NaN, 0, 1, 2] as const }],
  ])('is not made for %j', async (wrong) => {
    const grid: MapGrid = { crs: 'EPSG:3857', box: [0, 0, 1, 1], width: 10, height: 10, ...wrong };
    await expect(createPicturePlaces(grid, projections)).rejects.toThrow(RasterError);
  });
});

/** Whether a pixel's centre lies on a level; null within a pixel of its edge. */
function isOnRaster({ crs, box, width, height }: MapGrid, level: CogLevel, x: number, y: number): boolean | null {
  const [minX, minY, maxX, maxY] = box;
  const mapX = minX + ((x + 0.5) * (maxX - minX)) / width;
  const mapY = maxY - ((y + 0.5) * (maxY - minY)) / height;
  const fractionX = crs === 'EPSG:3857' ? mapX / WORLD_HALF_METRES / 2 + 0.5 : mapX / 360 + 0.5;
  const mercator = Math.asinh(Math.tan((mapY * Math.PI) / 180)) / (2 * Math.PI);
  const fractionY = crs === 'EPSG:3857' ? 0.5 - mapY / WORLD_HALF_METRES / 2 : 0.5 - mercator;
  if (crs !== 'EPSG:3857' && Math.abs(mapY) >= 89) return null;
  const world = worldPixels(level.zoom);
  const left = fractionX * world - level.left;
  const [px, py] = [left - Math.floor(left / world) * world, fractionY * world - level.top];
  const step = Math.max(1, ((maxX - minX) / width / (crs === 'EPSG:3857' ? 2 * WORLD_HALF_METRES : 360)) * world);
  const near = (value: number, edge: number): boolean => Math.abs(value - edge) < 0.5 * step + 0.01;
  if (near(px, 0) || near(px, level.width) || near(px, world) || near(py, 0) || near(py, level.height)) return null;
  return px < level.width && py > 0 && py < level.height;
}

const distance = (a: Float64Array, b: Float64Array): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);

/** In metres of Web Mercator. */
function interpolated({ width, height, columns, rows, points }: PicturePlaces, x: number, y: number) {
  const [column, row] = [(x * columns) / width, (y * rows) / height];
  const [left, top] = [Math.min(columns - 1, Math.floor(column)), Math.min(rows - 1, Math.floor(row))];
  const [u, v] = [column - left, row - top];
  const at = (dx: number, dy: number, part: number): number =>
    points[2 * ((top + dy) * (columns + 1) + left + dx) + part]!;
  const mix = (part: number): number =>
    (at(0, 0, part) * (1 - u) + at(1, 0, part) * u) * (1 - v) + (at(0, 1, part) * (1 - u) + at(1, 1, part) * u) * v;
  return [(mix(0) - 0.5) * 2 * WORLD_HALF_METRES, (0.5 - mix(1)) * 2 * WORLD_HALF_METRES] as const;
}
