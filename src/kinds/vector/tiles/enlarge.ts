import { PbfReader, PbfWriter } from 'pbf';
import { clipShape } from './clip.ts';
import { drawShape } from './draw.ts';
import { bufferedBox, type TileAddress } from './grid.ts';
import { writeFields, written } from './protocol-buffer.ts';
import { boxOf, LINE, POINT, POLYGON, type Shape, type ShapeKind } from './shape.ts';
import { STRIDE } from './simplify.ts';
import { readingTile, readLayers, type StoredFeature } from './tile-reader.ts';

/** A tile taken apart, to make those below it of. */
export interface EnlargeableTile {
  /** The part of it that a deeper tile shows, with its buffer (MVT 2.1); empty where that is nothing. */
  enlarge(address: TileAddress): Uint8Array;
  /** Bytes that it takes in memory, about. */
  readonly size: number;
}

/** Nothing is left out: what a stored tile shows is seen in the ones below. */
const DETAIL = { isDeepest: true, isSparse: true, coarseness: 1 } as const;
const EXTENT_OF_DRAWING = 4096;
const GEOMETRY_FIELD = 4;
const FEATURE_FIELD = 2;
const LAYER_FIELD = 3;

/**
 * @param bytes of the tile, unpacked
 * @param address of the tile
 * @throws RangeError for what is no tile
 */
export function openEnlargeableTile(bytes: Uint8Array, address: TileAddress): EnlargeableTile {
  const layers = readLayers(bytes).map(({ rest, extent, features }) => {
    if (extent !== EXTENT_OF_DRAWING) throw new RangeError('The tile is not of this service: it has other units.');
    return { rest, features: features.map((feature) => ({ feature, shape: shapeOf(feature, address) })) };
  });
  const positions = layers.flatMap(({ features }) => features.map(({ shape }) => sizeOf(shape)));
  return {
    size: bytes.length + positions.reduce((sum, size) => sum + size, 0),
    enlarge(deeper) {
      const box = bufferedBox(deeper);
      const tile = new PbfWriter(new Uint8Array(1024));
      for (const { rest, features } of layers) {
        const layer = new PbfWriter(new Uint8Array(1024));
        const geometry = new PbfWriter(new Uint8Array(1024));
        const message = new PbfWriter(new Uint8Array(1024));
        let count = 0;
        for (const { feature, shape } of features) {
          geometry.pos = 0;
          const clipped = clipShape(shape, box);
          if (clipped === null || drawShape(clipped, deeper, DETAIL, () => true, geometry) === 0) continue;
          message.pos = 0;
          for (const part of feature.rest) writeFields(message, part);
          message.writeBytesField(GEOMETRY_FIELD, written(geometry));
          layer.writeBytesField(FEATURE_FIELD, written(message));
          count += 1;
        }
        if (count === 0) continue;
        // All names and values are taken along: what is not used costs some bytes, finding out costs more.
        for (const part of rest) writeFields(layer, part);
        tile.writeBytesField(LAYER_FIELD, written(layer));
      }
      return written(tile);
    },
  };
}

const sizeOf = ({ parts }: Shape): number => parts.reduce((sum, part) => sum + part.byteLength, 200);

const MOVE_TO = 1;
const LINE_TO = 2;

/** The geometry of a feature in worlds; of kind 0 an empty one. */
function shapeOf({ kind, geometry }: StoredFeature, { z, x, y }: TileAddress): Shape {
  const side = 2 ** -z;
  const toWorld = (unit: number, index: number): number => (index + unit / EXTENT_OF_DRAWING) * side;
  const parts = readingTile(() => readParts(geometry)).map((units) => {
    // Written number by number: an array for each of millions of positions would be most of the work.
    const part = new Float64Array((units.length / 2) * STRIDE);
    for (let from = 0, to = 0; from < units.length; from += 2, to += STRIDE) {
      part[to] = toWorld(units[from]!, x);
      part[to + 1] = toWorld(units[from + 1]!, y);
      part[to + 2] = Infinity;
    }
    return part;
  });
  const known = kind === POINT || kind === LINE || kind === POLYGON;
  const outer = kind === POLYGON ? parts.map((part) => turnsClockwise(part)) : [];
  const box = boxOf(parts);
  const longest = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  return {
    feature: { fid: 0, layer: 0, values: new Int32Array(), chance: 0 },
    kind: (known ? kind : POINT) as ShapeKind,
    parts: known ? parts : [],
    outer,
    side: longest,
    area: 0,
    ...box,
  };
}

/** Units of each part: x and y in turn. All points are one part. */
function readParts(geometry: Uint8Array): number[][] {
  const parts: number[][] = [];
  const numbers = new PbfReader(geometry);
  let [x, y] = [0, 0];
  while (numbers.pos < geometry.length) {
    const command = numbers.readVarint();
    const [id, count] = [command & 7, command >>> 3];
    if (id !== MOVE_TO && id !== LINE_TO) continue; // closing a ring moves nothing
    if (id === MOVE_TO) parts.push([]);
    for (let at = 0; at < count; at += 1) {
      x += numbers.readSVarint();
      y += numbers.readSVarint();
      parts.at(-1)?.push(x, y);
    }
  }
  return parts;
}

/** Outer rings do, seen with y downwards. */
function turnsClockwise(ring: Float64Array): boolean {
  let sum = 0;
  for (let at = 0, before = ring.length - STRIDE; at < ring.length; before = at, at += STRIDE)
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  return sum > 0;
}
