import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isObject, type JsonObject, objectsAt } from '../../../geodata/bounded-json.ts';

/** JSON of a glTF that is looked at. Contents of tiles have kilobytes. */
const MAX_JSON = 16 * 2 ** 20;
/** Parts of a composite, and composites in each other. */
const [MAX_PARTS, MAX_DEPTH] = [1000, 8] as const;
/** Bytes of the headers of b3dm and i3dm; lengths of their four tables stand in front of the last four. */
const HEADERS: Readonly<Record<string, number>> = { b3dm: 28, i3dm: 32 };
const I3DM_BY_ADDRESS = 0;

/**
 * Addresses of the files that the content of a tile is drawn with: buffers and pictures of a glTF, the model of an i3dm. A file that
 * cannot be read names none: who draws it says so.
 */
export function contentUris(path: string): readonly string[] {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    return urisIn({ fd, start: 0, end: size }, 0);
  } finally {
    closeSync(fd);
  }
}

/** A part of a file. */
interface Part {
  readonly fd: number;
  readonly start: number;
  readonly end: number;
}

function urisIn(part: Part, depth: number): readonly string[] {
  const head = bytesOf(part, 0, 32);
  if (head.length < 12) return [];
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'glTF') return gltfUris(binaryJson(part, head));
  if (magic === 'cmpt') return depth < MAX_DEPTH ? compositeUris(part, head, depth) : [];
  if (HEADERS[magic] !== undefined) return tileUris(part, head, magic, depth);
  return /^\s*\{/.test(head.toString('latin1')) ? gltfUris(bytesOf(part, 0, MAX_JSON)) : [];
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
  return urisIn({ ...part, start, end }, depth + 1);
}

function compositeUris(part: Part, head: Buffer, depth: number): readonly string[] {
  if (head.length < 16) return [];
  const uris: string[] = [];
  let start = part.start + 16;
  for (let index = 0; index < Math.min(MAX_PARTS, head.readUInt32LE(12)); index += 1) {
    const inner = { ...part, start };
    const innerHead = bytesOf(inner, 0, 12);
    const length = innerHead.length < 12 ? 0 : innerHead.readUInt32LE(8);
    if (length < 12) break;
    uris.push(...urisIn({ ...inner, end: Math.min(part.end, start + length) }, depth + 1));
    start += length;
  }
  return uris;
}

function gltfUris(json: Buffer): readonly string[] {
  const gltf = parsed(json);
  const named = [...objectsAt(gltf, 'buffers'), ...objectsAt(gltf, 'images')];
  return named.flatMap(({ uri }) => (typeof uri === 'string' && !/^data:/i.test(uri) ? uri : []));
}

function parsed(json: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(json.toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
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
