import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { readTile } from '../../../../test/support/vector-tile.ts';
import { openEnlargeableTile } from './enlarge.ts';
import { readLayers } from './tile-reader.ts';

const ABOVE = { z: 5, x: 16, y: 11 };

/** A tile with one feature of which nothing but its place is told. */
function tileOf(kind: 1 | 2, positions: readonly (readonly [number, number])[]): Uint8Array {
  const geometry = new PbfWriter();
  let [x, y] = [0, 0];
  for (const [at, [toX, toY]] of positions.entries()) {
    if (at === 0) geometry.writeVarint((kind === 1 ? positions.length : 1) * 8 + 1);
    if (at === 1 && kind === 2) geometry.writeVarint((positions.length - 1) * 8 + 2);
    geometry.writeSVarint(toX - x);
    geometry.writeSVarint(toY - y);
    [x, y] = [toX, toY];
  }
  const feature = new PbfWriter();
  for (const number of [1 << 3, 7, 3 << 3, kind]) feature.writeVarint(number);
  feature.writeBytesField(4, geometry.finish());
  const layer = new PbfWriter();
  for (const number of [15 << 3, 2]) layer.writeVarint(number);
  layer.writeBytesField(1, new TextEncoder().encode('default'));
  layer.writeBytesField(2, feature.finish());
  for (const number of [5 << 3, 4096]) layer.writeVarint(number);
  const tile = new PbfWriter();
  tile.writeBytesField(3, layer.finish());
  return tile.finish();
}

describe('a tile taken apart', () => {
  it('shows each point in the tile below that it lies in, at its place', () => {
    const unit = fc.integer({ min: 0, max: 4095 });
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 1, max: 10 }), (x, y, levels) => {
        const factor = 2 ** levels;
        const address = {
          z: ABOVE.z + levels,
          x: ABOVE.x * factor + Math.floor((x * factor) / 4096),
          y: ABOVE.y * factor + Math.floor((y * factor) / 4096),
        };
        const plain = openEnlargeableTile(tileOf(1, [[x, y]]), ABOVE).enlarge(address);
        const [feature] = readTile(gzipSync(plain));
        expect([feature?.id, feature?.loadGeometry()]).toEqual([
          7,
          [[expect.objectContaining({ x: (x * factor) % 4096, y: (y * factor) % 4096 })]],
        ]);
      }),
    );
  });

  it('cuts lines off at the buffer, and is empty where nothing is', () => {
    const line = openEnlargeableTile(
      tileOf(2, [
        [0, 2048],
        [4096, 2048],
      ]),
      ABOVE,
    );
    const below = { z: 7, x: ABOVE.x * 4 + 1, y: ABOVE.y * 4 + 2 };
    const [feature] = readTile(gzipSync(line.enlarge(below)));
    expect(feature?.loadGeometry()[0]?.map(({ x, y }) => [x, y])).toEqual([
      [-80, 0],
      [4176, 0],
    ]);
    expect(line.enlarge({ ...below, y: ABOVE.y * 4 })).toHaveLength(0);
  });

  it('is refused, and nothing worse, when it is damaged', () => {
    const tile = tileOf(1, [[1, 1]]);
    expect(() => readLayers(tile.subarray(0, tile.length - 3))).toThrow(RangeError);
    expect(() => readLayers(Uint8Array.of(0x1a, 0xff))).toThrow(RangeError);
  });
});
