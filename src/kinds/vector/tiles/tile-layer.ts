import { PbfWriter } from 'pbf';
import { written } from './protocol-buffer.ts';
import { EXTENT } from './grid.ts';
import type { ShapeKind, TileFeature } from './shape.ts';
import type { ValuePool } from './value-pool.ts';

/** What the features of a source have in common. */
export interface LayerContext {
  readonly pool: ValuePool;
  readonly layers: readonly AttributeLayer[];
  /** Names of all attributes of all layers. */
  readonly keys: readonly string[];
}

export interface AttributeLayer {
  /** For each of its values, the position of the name in `keys`. */
  readonly keys: readonly number[];
}

/** A feature whose geometry is drawn, as bytes of a buffer. */
export interface DrawnFeature {
  readonly feature: TileFeature;
  readonly kind: ShapeKind;
  /** What has more is kept longer in a tile that is too full. */
  readonly rank: number;
  readonly start: number;
  readonly end: number;
}

export const LAYER_NAME = 'default';
const utf8 = new TextEncoder();

/** A tile with one layer (Mapbox Vector Tile 2.1), features by layer and id. */
export function encodeLayer(
  drawn: readonly DrawnFeature[],
  geometries: Uint8Array,
  { pool, layers, keys }: LayerContext,
): Uint8Array {
  const layer = new PbfWriter(new Uint8Array(geometries.length + 4096));
  layer.writeVarint((15 << 3) | 0);
  layer.writeVarint(2);
  layer.writeBytesField(1, utf8.encode(LAYER_NAME));
  const usedKeys = createNumbering(keys.length);
  const usedValues = createNumbering(pool.size);
  const message = new PbfWriter(new Uint8Array(256));
  const tags = new PbfWriter(new Uint8Array(128));
  for (const { feature, kind, start, end } of inOrder(drawn)) {
    message.pos = 0;
    tags.pos = 0;
    const own = layers[feature.layer]!.keys;
    for (let column = 0; column < own.length; column += 1) {
      const value = feature.values[column]!;
      if (value < 0) continue;
      tags.writeVarint(usedKeys.of(own[column]!));
      tags.writeVarint(usedValues.of(value));
    }
    // Ids are those of the layer's table: with several layers they would not be unique.
    if (layers.length === 1) {
      message.writeVarint((1 << 3) | 0);
      message.writeVarint(feature.fid);
    }
    if (tags.pos > 0) message.writeBytesField(2, written(tags));
    message.writeVarint((3 << 3) | 0);
    message.writeVarint(kind);
    message.writeBytesField(4, geometries.subarray(start, end));
    layer.writeBytesField(2, written(message));
  }
  for (const key of usedKeys.used) layer.writeBytesField(3, utf8.encode(keys[key]!));
  for (const value of usedValues.used) layer.writeBytesField(4, pool.encoded(value));
  layer.writeVarint((5 << 3) | 0);
  layer.writeVarint(EXTENT);
  const tile = new PbfWriter(new Uint8Array(layer.pos + 8));
  tile.writeBytesField(3, written(layer));
  return written(tile);
}

function inOrder(drawn: readonly DrawnFeature[]): readonly DrawnFeature[] {
  return drawn.toSorted((a, b) => a.feature.layer - b.feature.layer || a.feature.fid - b.feature.fid);
}

/** Numbers things from 0 in the order in which they are first met. */
function createNumbering(size: number): { of(thing: number): number; readonly used: readonly number[] } {
  const numbers = new Int32Array(size).fill(-1);
  const used: number[] = [];
  return {
    used,
    of(thing) {
      const known = numbers[thing]!;
      if (known >= 0) return known;
      numbers[thing] = used.length;
      return used.push(thing) - 1;
    },
  };
}
