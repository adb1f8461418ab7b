import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, objectAt } from '../../../../geodata/bounded-json.ts';
import { COMPONENT_BYTES, COMPONENTS } from '../../read/gltf-accessors.ts';
import { componentReader } from './components.ts';
import type { GltfParts } from './parts.ts';
import type { GltfViews } from './views.ts';

/** Numbers of vertices or corners, read by ranges. */
export interface Column {
  readonly count: number;
  /** Numbers of each element. */
  readonly width: number;
  /** The numbers of some elements, as shares of 1 where they are normalized. */
  read(first: number, count: number): Float64Array | Float32Array;
}

const MOST_ELEMENTS = 150_000_000;
/** Most zeros, which take no place in the file. */
const MOST_ZEROS = 10_000_000;
/** Elements that are read at a time. */
const PIECE = 2 ** 16;

/** Opens the numbers of an accessor. @throws OperationRefusal if they are not there */
export function openColumn(parts: GltfParts, views: GltfViews, index: number): Column {
  const accessor = parts.accessors[index];
  const [count, width] = [countOf(accessor?.['count']), COMPONENTS[String(accessor?.['type'])]];
  const type = Number(accessor?.['componentType']);
  const bytes = COMPONENT_BYTES[type];
  if (accessor === undefined || count === null || width === undefined || bytes === undefined)
    throw new OperationRefusal('It names numbers that it does not describe.');
  const view = countOf(accessor['bufferView']);
  if (count > (view === null ? MOST_ZEROS : MOST_ELEMENTS))
    throw new OperationRefusal(`It declares ${count} numbers in one list.`, 'too-large');
  const offset = countOf(accessor['byteOffset'] ?? 0) ?? 0;
  const stride = (view === null ? 0 : views.stride(view)) || bytes * width;
  const component = componentReader(type, accessor['normalized'] === true);
  const overrides = sparseValues(parts, views, index);

  const readPiece = (first: number, length: number, target: Float64Array | Float32Array, at: number): void => {
    const source = views.bytes(
      view!,
      offset + first * stride,
      length === 0 ? 0 : (length - 1) * stride + bytes * width,
    );
    component(new DataView(source.buffer, source.byteOffset, source.byteLength), { length, stride, width }, target, at);
  };
  return {
    count,
    width,
    read(first, length) {
      // 32 bits of a whole number do not fit into a float of 32 bits.
      const target = type === 5125 ? new Float64Array(length * width) : new Float32Array(length * width);
      for (let done = 0; view !== null && done < length; done += PIECE)
        readPiece(first + done, Math.min(PIECE, length - done), target, done * width);
      overrides?.apply(first, length, target);
      return target;
    },
  };
}

interface SparseValues {
  apply(first: number, length: number, target: Float64Array | Float32Array): void;
}

/** The values that a sparse accessor has instead of those in its view. */
function sparseValues(parts: GltfParts, views: GltfViews, index: number): SparseValues | null {
  const accessor = parts.accessors[index]!;
  const sparse = objectAt(accessor, 'sparse');
  const count = countOf(sparse['count']);
  if (count === null || count === 0) return null;
  if (count > countOf(accessor['count'])!)
    throw new OperationRefusal('It declares more sparse values than there are numbers.');
  const list = (key: string, like: object): Column => {
    const { bufferView, byteOffset = 0, componentType: ownType } = objectAt(sparse, key);
    const described = { bufferView, byteOffset, componentType: ownType, ...like, count };
    return openColumn({ ...parts, accessors: [described] }, views, 0);
  };
  const { componentType, type, normalized } = accessor;
  const places = list('indices', { type: 'SCALAR' }).read(0, count);
  const values = list('values', { componentType, type, normalized });
  const [width, numbers] = [values.width, values.read(0, count)];
  return {
    apply(first, length, target) {
      for (let at = lowerBound(places, first); at < count && places[at]! < first + length; at += 1)
        for (let part = 0; part < width; part += 1)
          target[(places[at]! - first) * width + part] = numbers[at * width + part]!;
    },
  };
}

/** Places of sparse values rise. */
function lowerBound(places: Float64Array | Float32Array, value: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers that are in memory already. */
export const columnOf = (numbers: Float32Array | Float64Array, width: number): Column => ({
  count: numbers.length / width,
  width,
  read: (first, count) => numbers.subarray(first * width, (first + count) * width),
});
