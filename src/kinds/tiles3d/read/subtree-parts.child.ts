import { readFileSync, statSync } from 'node:fs';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { buffersOf, MAX_SUBTREE_BYTES, openSubtree, readSubtree, type Subtree } from './subtree.ts';
import type { ImplicitTiling, TilePlace } from '../parts/tiling.ts';

export interface SubtreeRequest {
  readonly path: string;
  /** Path relative to the folder of the whole tileset. */
  readonly name: string;
  readonly tiling: ImplicitTiling;
  readonly place: TilePlace;
  /** Files beside it that hold its bits, by name; the first time none. */
  readonly files: Readonly<Record<string, string>>;
}

/** What it tells; or the files that its bits are in, which are to be handed over. */
export type SubtreeAnswer = Subtree | { readonly needs: readonly string[] } | { readonly refused: string };

export default function subtreeParts({ path, name, tiling, place, files }: SubtreeRequest): SubtreeAnswer {
  const { json, own } = openSubtree(bytesOf(path));
  const buffers = buffersOf(json, name);
  const needs: string[] = [];
  for (const buffer of buffers) {
    if (buffer === null) continue;
    if ('refused' in buffer) return buffer;
    if (files[buffer.path] === undefined) needs.push(buffer.path);
  }
  if (needs.length > 0) return { needs: [...new Set(needs)] };
  const bytes = buffers.map((buffer) => (buffer === null || 'refused' in buffer ? own : bytesOf(files[buffer.path]!)));
  return readSubtree(json, bytes, tiling, place);
}

function bytesOf(path: string): Buffer {
  if (statSync(path).size > MAX_SUBTREE_BYTES)
    throw new OperationRefusal(`A subtree of it is larger than ${MAX_SUBTREE_BYTES} bytes.`, 'too-large');
  return readFileSync(path);
}
