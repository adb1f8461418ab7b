import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { isObject, type JsonObject, objectsAt, parseObject } from '../../../geodata/bounded-json.ts';

/** JSON of a glTF that is looked at. Contents of tiles have kilobytes. */
const MAX_JSON = 16 * 2 ** 20;
/** Parts of a composite, and composites in each other. */
const [MAX_PARTS, MAX_DEPTH] = [1000, 8] as const;
/** Bytes of the headers of b3dm and i3dm; lengths of their four tables stand in front of the last four. */
const HEADERS: Readonly<Record<string, number>> = { b3dm: 28, i3dm: 32 };
const I3DM_BY_ADDRESS = 0;

export interface Content {
  /** Addresses of the files that it is drawn with: buffers and pictures of a glTF, the model of an i3dm. */
  readonly uris: readonly string[];
  readonly isTileset: boolean;
}

/** Looks into the content of a tile. A file that cannot be read names no other: who draws it says so. */
export function readContent(path: string): Content {
  const fd = openSync(path, 'r');
  try {
    const part: Part = { fd, start: 0, end: fstatSync(fd).size };
    const head = bytesOf(part, 0, 32);
    if (!isJson(head)) return { uris: urisIn(part, head, 0), isTileset: false };
    const json = parsed(bytesOf(part, 0, MAX_JSON));
    const isTileset = isObject(json['root']) && isObject(json['asset']);
    return { uris: isTileset ? [] : gltfUris(json), isTileset };
  } finally {
    closeSync(fd);
  }
}

const isJson = (head: Buffer): boolean => /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(head.toString('latin1'));

/** A part of a file. */
interface Part {
  readonly fd: number;
  readonly start: number;
  readonly end: number;
}

/** @param head its first bytes */
function urisIn(part: Part, head: Buffer, depth: number): readonly string[] {
  if (head.length < 12) return [];
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'glTF') return gltfUris(parsed(binaryJson(part, head)));
  if (magic === 'cmpt') return depth < MAX_DEPTH ? compositeUris(part, head, depth) : [];
  if (HEADERS[magic] !== undefined) return tileUris(part, head, magic, depth);
  return isJson(head) ? gltfUris(parsed(bytesOf(part, 0, MAX_JSON))) : [];
}

/** The JSON of a GLB of version 2. */
function binaryJson(part: Part, head: Buffer): Buffer {
  if (head.length < 20 || head.readUInt32LE(4) !== 2) return Buffer.alloc(0);
  return bytesOf(part, 20, Math.min(MAX_JSON, head.readUInt32LE(12)));
}

function tileUris(part: Part, head: Buffer, magic: string, depth: number): readonly string[] {
  const header = HEADERS[magic]!;
  if (head.length < header) return [];
  const tables = [12, 16, 20, 24].reduce((sum, at) => sum + head.readUInt32LE(at), 0);
  const start = part.start + header + tables;
  const end = Math.min(part.end, part.start + head.readUInt32LE(8));
  if (start >= end) return [];
  if (magic === 'i3dm' && head.readUInt32LE(28) === I3DM_BY_ADDRESS)
    return [
      bytesOf({ ...part, start, end }, 0, 4096)
        .toString('utf8')
        .replace(/[\0\s]+$/, ''),
    ];
  const inner = { ...part, start, end };
  return urisIn(inner, bytesOf(inner, 0, 32), depth + 1);
}

function compositeUris(part: Part, head: Buffer, depth: number): readonly string[] {
  if (head.length < 16) return [];
  const uris: string[] = [];
  let start = part.start + 16;
  for (let index = 0; index < Math.min(MAX_PARTS, head.readUInt32LE(12)); index += 1) {
    const innerHead = bytesOf({ ...part, start }, 0, 12);
    const length = innerHead.length < 12 ? 0 : innerHead.readUInt32LE(8);
    if (length < 12) break;
    const inner = { ...part, start, end: Math.min(part.end, start + length) };
    for (const uri of urisIn(inner, bytesOf(inner, 0, 32), depth + 1)) uris.push(uri);
    start += length;
  }
  return uris;
}

function gltfUris(gltf: JsonObject): readonly string[] {
  const named = [...objectsAt(gltf, 'buffers'), ...objectsAt(gltf, 'images')];
  return named.flatMap(({ uri }) => (typeof uri === 'string' && !/^data:/i.test(uri) ? uri : []));
}

function parsed(json: Buffer): JsonObject {
  try {
    return parseObject(json);
  } catch (error) {
    if (error instanceof OperationRefusal) return {};
    throw error;
  }
}

function bytesOf({ fd, start, end }: Part, offset: number, most: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, Math.min(most, end - start - offset)));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, start + offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
