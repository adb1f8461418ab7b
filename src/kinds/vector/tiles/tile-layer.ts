import { createByteWriter } from './byte-writer.ts';
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
  /** Of each of its values the position of the name in `keys`. */
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
  const layer = createByteWriter(geometries.length + 4096);
  layer.varint((15 << 3) | 0);
  layer.varint(2);
  layer.field(1, utf8.encode(LAYER_NAME));
  const usedKeys = createNumbering(keys.length);
  const usedValues = createNumbering(pool.size);
  const message = createByteWriter(256);
  const tags = createByteWriter(128);
  for (const { feature, kind, start, end } of inOrder(drawn)) {
    message.cut(0);
    tags.cut(0);
    const own = layers[feature.layer]!.keys;
    for (let column = 0; column < own.length; column += 1) {
      const value = feature.values[column]!;
      if (value < 0) continue;
      tags.varint(usedKeys.of(own[column]!));
      tags.varint(usedValues.of(value));
    }
    // Ids are those of the layer's table: with several layers they would not be unique.
    if (layers.length === 1) {
      message.varint((1 << 3) | 0);
      message.varint(feature.fid);
    }
    if (tags.length > 0) message.field(2, tags.view());
    message.varint((3 << 3) | 0);
    message.varint(kind);
    message.field(4, geometries.subarray(start, end));
    layer.field(2, message.view());
  }
  for (const key of usedKeys.used) layer.field(3, utf8.encode(keys[key]!));
  for (const value of usedValues.used) layer.field(4, pool.encoded(value));
  layer.varint((5 << 3) | 0);
  layer.varint(EXTENT);
  const tile = createByteWriter(layer.length + 8);
  tile.field(3, layer.view());
  return tile.view();
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
