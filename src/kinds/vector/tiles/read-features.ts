import { PbfReader } from 'pbf';
import type { ShapeKind } from './shape.ts';
import { type Field, fieldsOf, numberOf, readingTile } from './tile-reader.ts';

/** A feature of a tile, with one of its attributes. */
export interface ReadFeature {
  /** Undefined where ids are not told. */
  readonly id: number | undefined;
  readonly kind: ShapeKind;
  /** Parts in units of the tile, x and y in turn; rings without their last position, which is the first; points are one part. */
  readonly parts: readonly Float64Array[];
  /** Value of the attribute that was asked for; undefined where the feature has none. */
  readonly value: TileValue;
  /** Value of the second attribute that was asked for. */
  readonly by: TileValue;
}

type TileValue = string | number | boolean | undefined;

/** Numbers of fields: of a tile, of a layer, of a feature. */
const LAYER = 3;
const [FEATURE, KEY, VALUE] = [2, 3, 4];
const [ID, TAGS, KIND, GEOMETRY] = [1, 2, 3, 4];
const [MOVE_TO, CLOSE_PATH] = [1, 7];
const utf8 = new TextDecoder();

/**
 * Features of an unpacked tile (MVT 2.1), one after the other.
 *
 * @param attribute whose values are wanted
 * @param by another one
 * @throws RangeError for bytes that are no tile
 */
export function* readFeatures(tile: Uint8Array, attribute?: string, by?: string): Generator<ReadFeature> {
  for (const layer of fieldsOf(tile)) {
    if (layer.tag !== LAYER) continue;
    const fields = fieldsOf(layer.value);
    const keys = fields.filter(({ tag }) => tag === KEY).map(({ value }) => utf8.decode(value));
    const values = fields.filter(({ tag }) => tag === VALUE);
    const wanted = [attribute, by].map((name) => (name === undefined ? -1 : keys.indexOf(name)));
    for (const { tag, value } of fields) if (tag === FEATURE) yield readFeature(fieldsOf(value), wanted, values);
  }
}

function readFeature(fields: readonly Field[], wanted: readonly number[], values: readonly Field[]): ReadFeature {
  const bytesOf = (tag: number): Uint8Array | undefined => fields.find((field) => field.tag === tag)?.value;
  const [id, kind, geometry] = [bytesOf(ID), bytesOf(KIND), bytesOf(GEOMETRY)];
  const tags = wanted.every((key) => key < 0) ? [] : numbersOf(bytesOf(TAGS));
  const [value, by] = wanted.map((key) => {
    const at = key < 0 ? -1 : tags.findIndex((tag, index) => index % 2 === 0 && tag === key);
    return at < 0 ? undefined : valueOf(values[tags[at + 1]!]);
  });
  return {
    id: id === undefined ? undefined : numberOf(id),
    kind: (kind === undefined ? 0 : numberOf(kind)) as ShapeKind,
    parts: readParts(numbersOf(geometry)),
    value,
    by,
  };
}

function numbersOf(bytes: Uint8Array | undefined): readonly number[] {
  return readingTile(() => {
    const numbers: number[] = [];
    const reader = new PbfReader(bytes ?? new Uint8Array());
    while (reader.pos < reader.length) numbers.push(reader.readVarint());
    return numbers;
  });
}

function readParts(commands: readonly number[]): readonly Float64Array[] {
  const parts: number[][] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < commands.length;) {
    const [command, count] = [commands[at]! & 7, commands[at]! >>> 3];
    at += 1;
    if (command === CLOSE_PATH) continue;
    if (command === MOVE_TO) parts.push([]);
    for (let index = 0; index < count && at + 1 < commands.length; index += 1, at += 2) {
      x += unzigzag(commands[at]!);
      y += unzigzag(commands[at + 1]!);
      parts.at(-1)?.push(x, y);
    }
  }
  return parts.map((part) => Float64Array.from(part));
}

const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1);

/** A value by its kind: text, float, double, whole numbers of three kinds, truth. */
function valueOf(field: Field | undefined): TileValue {
  const [first] = field === undefined ? [] : fieldsOf(field.value);
  if (first === undefined) return undefined;
  const { tag, value } = first;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  if (tag === 1) return utf8.decode(value);
  if (tag === 2) return view.getFloat32(0, true);
  if (tag === 3) return view.getFloat64(0, true);
  const number = numberOf(value);
  if (tag === 7) return number !== 0;
  // Signed numbers alternate: 0, -1, 1, -2 ...
  if (tag === 6) return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  return number;
}
