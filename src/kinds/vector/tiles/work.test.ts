import { describe, expect, it } from 'vitest';
import { readTile, ringArea } from '../../../../test/support/vector-tile.ts';
import { leastWeight } from './draw.ts';
import { latitudeOf, longitudeOf, type Box } from './grid.ts';
import { shapesOf, type Shape } from './shape.ts';
import type { TileSource } from './source.ts';
import { makeTiles, type FinishedTile, type WorkLimits } from './work.ts';

const DEEPEST = 12;
/** Corners of the polygon: many, for so small a place. */
const POSITIONS = 60_000;

/** A polygon with a wavy outline, in the middle of the world, and how often it was read. */
function wavySource(): { readonly source: TileSource; readonly reads: () => number } {
  const ring = Array.from({ length: POSITIONS }, (_, index) => {
    const angle = (2 * Math.PI * index) / POSITIONS;
    const radius = 0.004 * (1 + 0.2 * Math.sin(40 * angle) + 0.01 * Math.sin(5000 * angle));
    return [longitudeOf(0.51 + radius * Math.cos(angle)), latitudeOf(0.37 + radius * Math.sin(angle))];
  });
  const feature = { fid: 1, layer: 0, values: new Int32Array(), chance: 0.5 };
  const polygon = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] };
  const [shape] = shapesOf(polygon, feature, 0, leastWeight(DEEPEST));
  if (shape === undefined) throw new Error('No shape');
  let reads = 0;
  function* shapes({ box }: { readonly box: Box }): Generator<Shape> {
    if (!isTouched(shape!, box)) return;
    reads += 1;
    yield shape!;
  }
  const source: TileSource = {
    layers: [],
    unreadable: 0,
    count: ({ box }) => (isTouched(shape, box) ? 1 : 0),
    shapes,
    context: (pool) => ({ pool, layers: [{ keys: [] }], keys: [] }),
    crowd: () => ({ features: 1, fullest: 1, sides: 0, areas: 0 }),
    close: () => undefined,
  };
  return { source, reads: () => reads };
}

/** Area of the polygons of a tile, in square units. */
const areaOf = (bytes: Uint8Array): number =>
  readTile(bytes).reduce(
    (sum, tile) => sum + tile.loadGeometry().reduce((rings, ring) => rings + ringArea(ring), 0),
    0,
  );

const isTouched = (shape: Box, box: Box): boolean =>
  shape.minX <= box.maxX && shape.maxX >= box.minX && shape.minY <= box.maxY && shape.maxY >= box.minY;

/** All tiles by their address, and how often the polygon was read for them. */
function makeEvery(limits: WorkLimits): { readonly tiles: ReadonlyMap<string, Uint8Array>; readonly reads: number } {
  const { source, reads } = wavySource();
  const tiles = new Map<string, Uint8Array>();
  const take = ({ address: { z, x, y }, bytes }: FinishedTile): void => void tiles.set(`${z}/${x}/${y}`, bytes);
  const pending = [{ z: 0, x: 0, y: 0 }];
  for (let address = pending.pop(); address !== undefined; address = pending.pop())
    pending.push(...makeTiles(address, source, DEEPEST, limits, take).rest);
  return { tiles, reads: reads() };
}

describe('the tiles of one polygon with very many corners', () => {
  const limits = { features: 20_000, positions: 1e6, read: 60_000 };

  it('are made of one reading', () => {
    const { tiles, reads } = makeEvery(limits);
    expect(tiles.size).toBeGreaterThan(1000);
    expect(reads).toBe(1);
  });

  it('are the same where it is too much for one piece of work, and it is not read for each of them', () => {
    const whole = makeEvery(limits);
    const pieces = makeEvery({ ...limits, positions: POSITIONS / 10 });
    expect([...pieces.tiles.keys()].sort()).toEqual([...whole.tiles.keys()].sort());
    expect(pieces.reads).toBeGreaterThan(10);
    expect(pieces.reads).toBeLessThan(whole.tiles.size / 10);
    // Rings begin elsewhere where they are cut in one go; what they surround is the same, but for the rounding of units.
    for (const [address, bytes] of whole.tiles) {
      const area = areaOf(bytes);
      expect(Math.abs(areaOf(pieces.tiles.get(address)!) - area), address).toBeLessThan(1 + area / 500);
    }
  });
});
