import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { type JsonObject, parseObject } from '../../../geodata/bounded-json.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

export interface GltfDocument {
  readonly json: JsonObject;
  /** Where the binary part of a GLB lies in the file; null if there is none. */
  readonly binary: { readonly offset: number; readonly length: number } | null;
  /** Texts of embedded data that were left in the file: see `readEmbeddedGltf`. */
  readonly embedded: readonly EmbeddedText[];
}

/** Where a text of base64 lies in the file. */
export interface EmbeddedText {
  readonly offset: number;
  readonly length: number;
}

/** The description of a large city; data belong into the binary part. */
export const MAX_JSON = 16 * 2 ** 20;
const JSON_CHUNK = 0x4e4f_534a;
const BINARY_CHUNK = 0x004e_4942;

export const descriptionTooLarge = (): OperationRefusal =>
  new OperationRefusal(`Its description is larger than ${MAX_JSON} bytes.`, 'too-large');

/** The description in a GLB file, which is its first chunk. Throws OperationRefusal when there is none. */
export function readGlb(window: ByteWindow): GltfDocument {
  const header = window.bytes(0, 20);
  if (header === null) throw new OperationRefusal('The file is cut off within its header.');
  const [version, total, length, kind] = [4, 8, 12, 16].map((at) => header.readUInt32LE(at));
  if (version !== 2) throw new OperationRefusal(`It declares version ${version} of glTF, which is not known.`);
  if (kind !== JSON_CHUNK || length === undefined)
    throw new OperationRefusal('It does not begin with its description.');
  if (20 + length > window.size || (total ?? 0) > window.size) throw new OperationRefusal('The file is cut off.');
  const bytes = length > MAX_JSON ? null : window.bytes(20, length);
  if (bytes === null) throw descriptionTooLarge();
  const next = window.bytes(20 + length, 8);
  const binary = next !== null && next.readUInt32LE(4) === BINARY_CHUNK ? next.readUInt32LE(0) : null;
  if (binary !== null && 28 + length + binary > window.size) throw new OperationRefusal('The file is cut off.');
  return {
    json: parseObject(bytes),
    binary: binary === null ? null : { offset: 28 + length, length: binary },
    embedded: [],
  };
}
