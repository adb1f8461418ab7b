import { PbfReader } from 'pbf';

/** A layer of a Mapbox Vector Tile, of which only the geometries are looked at: all else stays as the bytes it is. */
export interface StoredLayer {
  /** Fields of the layer that are no features, as they stand. */
  readonly rest: readonly Uint8Array[];
  readonly extent: number;
  readonly features: readonly StoredFeature[];
}

export interface StoredFeature {
  /** Fields of the feature beside its geometry: id, tags and kind. */
  readonly rest: readonly Uint8Array[];
  /** 1 points, 2 lines, 3 polygons; 0 for what nobody can draw. */
  readonly kind: number;
  /** Commands and their parameters. */
  readonly geometry: Uint8Array;
}

/** Fields of protocol buffers as the tile has them: of a tile, a layer, a feature. */
const LAYER = 3;
const FEATURE = 2;
const EXTENT_FIELD = 5;
const KIND = 3;
const GEOMETRY = 4;
/** What the format says where a layer tells no extent. */
const DEFAULT_EXTENT = 4096;

/** Reads an unpacked tile (MVT 2.1). @throws RangeError for what is none */
export function readLayers(tile: Uint8Array): readonly StoredLayer[] {
  return fieldsOf(tile)
    .filter(({ tag }) => tag === LAYER)
    .map(({ value }) => readLayer(value));
}

function readLayer(bytes: Uint8Array): StoredLayer {
  const fields = fieldsOf(bytes);
  const extent = fields.find(({ tag }) => tag === EXTENT_FIELD);
  return {
    rest: fields.filter(({ tag }) => tag !== FEATURE).map(({ whole }) => whole),
    extent: extent === undefined ? DEFAULT_EXTENT : numberOf(extent.value),
    features: fields.filter(({ tag }) => tag === FEATURE).map(({ value }) => readFeature(value)),
  };
}

function readFeature(bytes: Uint8Array): StoredFeature {
  const fields = fieldsOf(bytes);
  const kind = fields.find(({ tag }) => tag === KIND);
  return {
    rest: fields.filter(({ tag }) => tag !== GEOMETRY).map(({ whole }) => whole),
    kind: kind === undefined ? 0 : numberOf(kind.value),
    geometry: fields.find(({ tag }) => tag === GEOMETRY)?.value ?? new Uint8Array(),
  };
}

/** A field of a message. */
export interface Field {
  readonly tag: number;
  /** Contents: the bytes of a message, or of a number as it is written. */
  readonly value: Uint8Array;
  /** With its tag and length. */
  readonly whole: Uint8Array;
}

/** Wire type of a field that tells its length. */
const BYTES = 2;

/** The fields of a message. @throws RangeError for what is none */
export function fieldsOf(bytes: Uint8Array): readonly Field[] {
  return readingTile(() => {
    const fields: Field[] = [];
    const reader = new PbfReader(bytes);
    while (reader.pos < bytes.length) {
      const from = reader.pos;
      const head = reader.readVarint();
      const [tag, wire] = [head >>> 3, head & 7];
      const length = wire === BYTES ? reader.readVarint() : 0;
      const begin = reader.pos;
      if (wire === BYTES) reader.pos += length;
      else reader.skip(wire);
      // `pbf` follows lengths and numbers beyond the end.
      if (reader.pos > bytes.length) throw damaged();
      fields.push({ tag, value: bytes.subarray(begin, reader.pos), whole: bytes.subarray(from, reader.pos) });
    }
    return fields;
  });
}

/** The number that a field holds. @throws RangeError where its bytes are none */
export const numberOf = (value: Uint8Array): number => readingTile(() => new PbfReader(value).readVarint());

/** Runs work with a reader of `pbf`, whose errors do not tell damaged bytes from others. @throws RangeError for damaged bytes */
export function readingTile<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof RangeError ? cause : damaged(cause);
  }
}

const damaged = (cause?: unknown): RangeError => new RangeError('The bytes are no vector tile.', { cause });
