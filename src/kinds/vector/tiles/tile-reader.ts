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
    extent: extent === undefined ? DEFAULT_EXTENT : createVarints(extent.value).next(),
    features: fields.filter(({ tag }) => tag === FEATURE).map(({ value }) => readFeature(value)),
  };
}

function readFeature(bytes: Uint8Array): StoredFeature {
  const fields = fieldsOf(bytes);
  const kind = fields.find(({ tag }) => tag === KIND);
  return {
    rest: fields.filter(({ tag }) => tag !== GEOMETRY).map(({ whole }) => whole),
    kind: kind === undefined ? 0 : createVarints(kind.value).next(),
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

const VARINT = 0;
const BYTES = 2;
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** The fields of a message. @throws RangeError for what is none */
export function fieldsOf(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  const numbers = createVarints(bytes);
  while (!numbers.isAtEnd()) {
    const from = numbers.at();
    const head = numbers.next();
    const [tag, wire] = [head >>> 3, head & 7];
    let begin = numbers.at();
    if (wire === VARINT) numbers.next();
    else if (wire === BYTES) {
      const length = numbers.next();
      begin = numbers.at();
      numbers.skip(length);
    } else if (FIXED[wire] === undefined) throw damaged();
    else numbers.skip(FIXED[wire]);
    fields.push({ tag, value: bytes.subarray(begin, numbers.at()), whole: bytes.subarray(from, numbers.at()) });
  }
  return fields;
}

/** Numbers of a message, one after the other. */
export interface Varints {
  at(): number;
  isAtEnd(): boolean;
  /** @throws RangeError behind the end */
  next(): number;
  skip(length: number): void;
}

export function createVarints(bytes: Uint8Array): Varints {
  let position = 0;
  return {
    at: () => position,
    isAtEnd: () => position >= bytes.length,
    next() {
      let [value, factor] = [0, 1];
      for (;;) {
        const byte = bytes[position++];
        if (byte === undefined) throw damaged();
        value += (byte & 127) * factor;
        if (byte < 128) return value;
        factor *= 128;
      }
    },
    skip(length) {
      position += length;
      if (position > bytes.length) throw damaged();
    },
  };
}

const damaged = (): RangeError => new RangeError('The bytes are no vector tile.');
