import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GeoGeometry } from '../../../geodata/geometry.ts';
import { clipShape } from './clip.ts';
import { leastWeight } from './draw.ts';
import { bufferedBox, latitudeOf, longitudeOf, MAX_PLAIN_BYTES, type TileAddress } from './grid.ts';
import { shapesOf, type Shape } from './shape.ts';
import { readTile, ringArea } from '../../../../test/support/vector-tile.ts';
import { makeTile, MAX_TILE_BYTES } from './tile-builder.ts';
import type { LayerContext } from './tile-layer.ts';
import { createValuePool } from './value-pool.ts';

const TILE: TileAddress = { z: 6, x: 33, y: 22 };
const context = (names: readonly string[] = []): LayerContext => ({
  pool: createValuePool(),
  layers: [{ keys: names.map((_, index) => index) }],
  keys: names,
});

/** A place by units of the tile. */
const place = (x: number, y: number): number[] => [
  longitudeOf((TILE.x + x / 4096) / 2 ** TILE.z),
  latitudeOf((TILE.y + y / 4096) / 2 ** TILE.z),
];

function shapesIn(geometries: readonly GeoGeometry[]): Shape[] {
  const box = bufferedBox(TILE);
  return geometries.flatMap((geometry, fid) =>
    shapesOf(geometry, { fid, layer: 0, values: new Int32Array(), chance: (fid * 0.618) % 1 }, 0, leastWeight(TILE.z))
      .map((shape) => clipShape(shape, box))
      .filter((shape) => shape !== null),
  );
}

function draw(geometries: readonly GeoGeometry[], isDeepest = true, isSparse = false) {
  const shapes = shapesIn(geometries);
  const { tiles, dropped } = makeTile(TILE, { isDeepest, isSparse }, () => shapes, context());
  return {
    features: tiles[0] === undefined ? [] : readTile(tiles[0].bytes),
    bytes: tiles[0]?.bytes.length ?? 0,
    dropped,
  };
}

const ring = (x: number, y: number, side: number): number[][] => [
  place(x, y),
  place(x, y + side),
  place(x + side, y + side),
  place(x + side, y),
  place(x, y),
];
const square = (x: number, y: number, side: number): GeoGeometry => ({
  type: 'Polygon',
  coordinates: [ring(x, y, side)],
});

describe('a tile', () => {
  it('has rings that turn the right way, close, have an area, and end with the buffer', () => {
    const rings = fc
      .array(fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 })), {
        minLength: 3,
        maxLength: 30,
      })
      .map((positions): GeoGeometry => ({
        type: 'Polygon',
        coordinates: [[...positions, positions[0]!].map(([x, y]) => place(x, y))],
      }));
    fc.assert(
      fc.property(fc.array(rings, { maxLength: 5 }), (polygons) => {
        for (const each of draw(polygons).features) {
          expect(each.type).toBe(3);
          for (const drawn of each.loadGeometry()) {
            expect(ringArea(drawn)).toBeGreaterThan(0);
            expect(drawn.at(0)).toEqual(drawn.at(-1));
            for (const { x, y } of drawn) {
              expect(Math.min(x, y)).toBeGreaterThanOrEqual(-81);
              expect(Math.max(x, y)).toBeLessThanOrEqual(4177);
            }
          }
        }
      }),
    );
  });

  it('draws holes the other way round, behind what they are in', () => {
    const outer = ring(1000, 1000, 1000);
    const hole = ring(1200, 1200, 100);
    for (const rings of [
      [outer, hole],
      [outer.toReversed(), hole],
      [outer, hole.toReversed()],
    ]) {
      const [feature] = draw([{ type: 'Polygon', coordinates: rings }]).features;
      expect(feature?.loadGeometry().map(ringArea)).toEqual([1e6, -1e4]);
    }
  });

  it('of the deepest zoom holds what is smaller than a unit; above, dots that cover what is covered together', () => {
    const tiny = Array.from({ length: 4000 }, (_, index) =>
      square((index % 64) * 60 + 5, Math.floor(index / 64) * 60 + 5, 4),
    );
    const grains = tiny.map((_, index) => square((index % 64) * 60, Math.floor(index / 64) * 60, 0.01));
    expect(draw(grains).features).toHaveLength(4000);
    expect(draw(tiny).features).toHaveLength(4000);
    const above = draw(tiny, false).features;
    const covered = above.reduce((sum, feature) => sum + ringArea(feature.loadGeometry()[0]!), 0);
    expect(covered).toBeGreaterThan(0.95 * 4000 * 16);
    expect(covered).toBeLessThan(1.05 * 4000 * 16);
    expect(draw(tiny, false, true).features).toHaveLength(4000);
  });

  it('thins points to one in a dot, but not at the deepest zoom', () => {
    const points = Array.from({ length: 1000 }, (_, index): GeoGeometry => ({
      type: 'Point',
      coordinates: place(index % 40, 100),
    }));
    expect(draw(points).features).toHaveLength(1000);
    expect(draw(points, false).features.length).toBeLessThan(8);
  });

  it('leaves out what is no number, empty or far beyond the pole, and keeps what is drawn beside it', () => {
    const [good] = [place(5, 5)];
    const { features } = draw([
      { type: 'Point', coordinates: [NaN, 5] },
      { type: 'MultiPoint', coordinates: [[Infinity, 0], good!] },
      {
        type: 'LineString',
        coordinates: [
          [1e300, 0],
          [-1e300, 5],
        ],
      },
      { type: 'LineString', coordinates: [] },
      { type: 'Polygon', coordinates: [] },
      { type: 'Point', coordinates: [good![0]!, 90] },
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: good! }, square(1, 1, 50)] },
    ]);
    expect(features.map(({ id, type }) => [id, type])).toEqual([
      [1, 1],
      [6, 1],
      [6, 3],
    ]);
  });

  it('stays below its limit: of too many features the largest are kept', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const many = Array.from({ length: 60_000 }, (_, index) =>
      square(random() * 4000, random() * 4000, index < 100 ? 90 : 10 + 20 * random()),
    );
    const { features, bytes, dropped } = draw(many);
    expect(bytes).toBeLessThanOrEqual(MAX_TILE_BYTES);
    expect(bytes).toBeGreaterThan(MAX_TILE_BYTES / 2);
    expect(features.length + dropped).toBe(60_000);
    expect(features.filter(({ id }) => (id ?? 0) < 100)).toHaveLength(100);
  });

  it('stays below its limit unpacked, too, whatever its texts are', () => {
    const pool = createValuePool();
    const shapes = shapesIn(Array.from({ length: 12_000 }, (_, index) => square(index % 4000, 100, 10))).map(
      (shape) => {
        const text = 'a'.repeat(1990) + String(shape.feature.fid);
        return { ...shape, feature: { ...shape.feature, values: Int32Array.of(pool.add(text, 'text')) } };
      },
    );
    const texts = { pool, layers: [{ keys: [0] }], keys: ['text'] };
    const { tiles, dropped } = makeTile(TILE, { isDeepest: true, isSparse: false }, () => shapes, texts);
    const plain = gunzipSync(tiles[0]!.bytes).length;
    expect(plain).toBeLessThanOrEqual(MAX_PLAIN_BYTES);
    expect(plain).toBeGreaterThan(MAX_PLAIN_BYTES / 2);
    expect(readTile(tiles[0]!.bytes).length + dropped).toBe(12_000);
  });

  it('of one huge line is drawn coarser instead of leaving it out; what fits in no way leaves the rest', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const noisy = Array.from({ length: 200_000 }, (_, index) => place(index / 50, 2000 + 20 * random()));
    const drawn = draw([square(0, 0, 10), { type: 'LineString', coordinates: noisy }]);
    expect(drawn.bytes).toBeLessThanOrEqual(MAX_TILE_BYTES);
    expect(drawn.features.map(({ id }) => id)).toEqual([0, 1]);
    const straws = Array.from({ length: 100_000 }, () => [0, 0].map(() => place(random() * 4096, random() * 4096)));
    const left = draw([square(0, 0, 10), { type: 'MultiLineString', coordinates: straws }]);
    expect([left.features.map(({ id }) => id), left.dropped]).toEqual([[0], 1]);
  });
});
