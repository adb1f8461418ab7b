import { OperationRefusal } from '../../../engine/for-children.ts';
import { countOf, type JsonObject, objectAt, objectsAt, parseObject } from '../../../geodata/bounded-json.ts';
import { type ImplicitTiling, MAX_NAMED_FILES, placedName, type TilePlace } from '../parts/tiling.ts';
import { targetOf } from './tile-uris.ts';

/** What a subtree tells. */
export interface Subtree {
  /** Names of the contents that there are. */
  readonly contents: readonly string[];
  /** Roots of the subtrees below it. */
  readonly below: readonly TilePlace[];
  readonly tiles: number;
}

/** Files outside of the subtree that its bits are in, by their place in the list of buffers; null for its own part. */
export type SubtreeBuffers = readonly ({ readonly path: string } | { readonly refused: string } | null)[];

const MAGIC = 0x7462_7573;
const HEADER_BYTES = 24;
export const MAX_SUBTREE_BYTES = 64 * 2 ** 20;

/** A subtree as JSON alone, or as JSON with bytes behind it. @throws OperationRefusal for what is none */
export function openSubtree(bytes: Buffer): { readonly json: JsonObject; readonly own: Buffer } {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC)
    return { json: parseObject(bytes), own: Buffer.alloc(0) };
  const [jsonBytes, ownBytes] = [bytes.readBigUInt64LE(8), bytes.readBigUInt64LE(16)];
  if (BigInt(HEADER_BYTES) + jsonBytes + ownBytes > BigInt(bytes.length))
    throw new OperationRefusal('A subtree of it is cut off.');
  const end = HEADER_BYTES + Number(jsonBytes);
  return { json: parseObject(bytes.subarray(HEADER_BYTES, end)), own: bytes.subarray(end, end + Number(ownBytes)) };
}

/** @param name path of the subtree, relative to the folder of the whole tileset */
export function buffersOf(json: JsonObject, name: string): SubtreeBuffers {
  return objectsAt(json, 'buffers').map(({ uri }) => {
    if (typeof uri !== 'string') return null;
    const target = targetOf(uri, name);
    if (target.kind === 'file') return { path: target.path };
    return target.kind === 'refused' ? { refused: target.address } : null;
  });
}

/**
 * The tiles that there are.
 *
 * @param buffers bytes of its buffers, in their order
 */
export function readSubtree(
  json: JsonObject,
  buffers: readonly Buffer[],
  { children, subtreeLevels, levels, contents }: ImplicitTiling,
  root: TilePlace,
): Subtree {
  const bitsOf = availability(json, buffers);
  const hasTile = bitsOf(objectAt(json, 'tileAvailability'));
  const stated = json['contentAvailability'];
  const perContent = Array.isArray(stated)
    ? objectsAt(json, 'contentAvailability')
    : [objectAt(json, 'contentAvailability')];
  // The extension for several contents, of the version before, told them apart in an extension.
  const several = objectsAt(objectAt(objectAt(json, 'extensions'), '3DTILES_multiple_contents'), 'contentAvailability');
  const hasContent = contents.map((_, index) => bitsOf((several.length > 0 ? several : perContent)[index] ?? {}));
  const found: string[] = [];
  let [tiles, first] = [0, 0];
  const here = Math.min(subtreeLevels, levels - root.level);
  for (let level = 0; level < here; level += 1) {
    const count = children ** level;
    for (let index = 0; index < count; index += 1) {
      if (!hasTile(first + index)) continue;
      tiles += 1;
      const place = placeBelow(root, level, index, children);
      contents.forEach((template, at) => {
        if (hasContent[at]!(first + index)) found.push(placedName(template, place));
      });
      if (found.length > MAX_NAMED_FILES)
        throw new OperationRefusal(`A subtree of it names more than ${MAX_NAMED_FILES} files.`, 'too-large');
    }
    first += count;
  }
  const below: TilePlace[] = [];
  if (root.level + subtreeLevels < levels) {
    const hasChild = bitsOf(objectAt(json, 'childSubtreeAvailability'));
    for (let index = 0; index < children ** subtreeLevels; index += 1)
      if (hasChild(index)) below.push(placeBelow(root, subtreeLevels, index, children));
  }
  return { contents: found, below, tiles };
}

/** Which bits are set of an availability: all, none, or those of a view into a buffer. */
function availability(json: JsonObject, buffers: readonly Buffer[]) {
  const views = objectsAt(json, 'bufferViews');
  return (stated: JsonObject): ((index: number) => boolean) => {
    if (stated['constant'] !== undefined) return () => stated['constant'] === 1;
    // The extension called it bufferView.
    const number = countOf(stated['bitstream'] ?? stated['bufferView']);
    const view = number === null ? undefined : views[number];
    if (view === undefined) return () => false;
    const buffer = buffers[countOf(view['buffer']) ?? -1];
    const [start, length] = [countOf(view['byteOffset']) ?? 0, countOf(view['byteLength']) ?? 0];
    if (buffer === undefined || start + length > buffer.length)
      throw new OperationRefusal('A subtree of it points beyond its bytes.');
    const bits = buffer.subarray(start, start + length);
    return (index) => ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  };
}

/** The tile with a Morton number, so many levels below another one. */
function placeBelow(root: TilePlace, levels: number, index: number, children: 4 | 8): TilePlace {
  const axes = children === 4 ? 2 : 3;
  const offsets = [0, 0, 0];
  for (let bit = 0; bit < levels * axes; bit += 1)
    offsets[bit % axes]! += ((index >> bit) & 1) << Math.floor(bit / axes);
  const scale = 2 ** levels;
  return {
    level: root.level + levels,
    x: root.x * scale + offsets[0]!,
    y: root.y * scale + offsets[1]!,
    z: root.z * scale + offsets[2]!,
  };
}
