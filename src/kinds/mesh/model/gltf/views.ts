import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, type JsonObject, objectAt } from '../../../../geodata/bounded-json.ts';
import type { GltfBuffers } from './buffers.ts';
import type { GltfParts } from './parts.ts';

/** Ranges of buffers, decompressed where they are compressed. */
export interface GltfViews {
  /** @throws OperationRefusal if the view does not have them */
  bytes(view: number, offset: number, length: number): Uint8Array;
  length(view: number): number;
  /** Bytes from one element to the next; 0 where they follow each other. */
  stride(view: number): number;
}

const COMPRESSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const MODES = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'];
const FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];
const MOST_STRIDE = 256;
/** Most bytes of one view when it is decompressed. */
const MOST_BYTES = 2 ** 29;
/** The encodings reach a thousand where all values are alike. */
const MOST_RATIO = 2048;
/** Most bytes of decompressed views that are kept: models use one for many parts. */
const MOST_KEPT_BYTES = 2 ** 29;
/** Most bytes of all views when they are decompressed, each as often as it is: some ten seconds. */
const MOST_ALL_BYTES = 2 ** 34;

/** Must be called after MeshoptDecoder.ready. */
export function openViews(parts: GltfParts, buffers: GltfBuffers): GltfViews {
  const kept = new Map<number, Uint8Array>();
  let [keptBytes, allBytes] = [0, 0];
  const viewOf = (index: number): JsonObject => {
    const view = parts.bufferViews[index];
    if (view === undefined) throw new OperationRefusal('It names data that it does not describe.');
    return view;
  };
  const compressionOf = (view: JsonObject): JsonObject | null => {
    const extensions = objectAt(view, 'extensions');
    const name = COMPRESSIONS.find((one) => Object.hasOwn(extensions, one));
    return name === undefined ? null : objectAt(extensions, name);
  };
  const decompressed = (index: number, compression: JsonObject): Uint8Array => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    const decoded = decompress(compression, buffers);
    allBytes += decoded.length;
    if (allBytes > MOST_ALL_BYTES) throw new OperationRefusal('Its compressed data are too large.', 'too-large');
    for (const [other, bytes] of kept) {
      if (keptBytes + decoded.length <= MOST_KEPT_BYTES) break;
      kept.delete(other);
      keptBytes -= bytes.length;
    }
    kept.set(index, decoded);
    keptBytes += decoded.length;
    return decoded;
  };
  const numberOf = (view: JsonObject, key: string): number => countOf(view[key] ?? 0) ?? 0;
  return {
    bytes(index, offset, length) {
      const view = viewOf(index);
      const compression = compressionOf(view);
      const all = compression === null ? null : decompressed(index, compression);
      if (offset + length > (all?.length ?? numberOf(view, 'byteLength')))
        throw new OperationRefusal('It declares numbers beyond the end of its data.');
      return (
        all?.subarray(offset, offset + length) ??
        buffers.bytes(numberOf(view, 'buffer'), numberOf(view, 'byteOffset') + offset, length)
      );
    },
    length: (index) => numberOf(viewOf(index), 'byteLength'),
    stride: (index) => numberOf(viewOf(index), 'byteStride'),
  };
}

function decompress(compression: JsonObject, buffers: GltfBuffers): Uint8Array {
  const [buffer, offset, length, stride, count] = ['buffer', 'byteOffset', 'byteLength', 'byteStride', 'count'].map(
    (key) => countOf(compression[key] ?? (key === 'byteOffset' ? 0 : undefined)),
  );
  const [mode, filter] = [compression['mode'], compression['filter'] ?? 'NONE'].map(String);
  const isSound = [buffer, offset, length, stride, count].every((value) => value !== null && value !== undefined);
  if (!isSound || stride! > MOST_STRIDE || stride === 0 || !MODES.includes(mode!) || !FILTERS.includes(filter!))
    throw new OperationRefusal('It does not describe its compressed data soundly.');
  if (stride! * count! > MOST_BYTES)
    throw new OperationRefusal(`Its compressed data have more than ${MOST_BYTES} bytes.`, 'too-large');
  if (stride! * count! > MOST_RATIO * length!)
    throw new OperationRefusal('Its compressed data declare more than they can hold.');
  const source = buffers.bytes(buffer!, offset!, length!);
  const target = new Uint8Array(stride! * count!);
  try {
    MeshoptDecoder.decodeGltfBuffer(target, count!, stride!, source, mode!, filter);
  } catch (cause) {
    throw new OperationRefusal(`Its compressed data cannot be decoded: ${(cause as Error).message}.`);
  }
  return target;
}
