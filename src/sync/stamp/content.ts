import { createHash } from 'node:crypto';
import { ancestorsOf, pathProblem } from '../entry-path.ts';
import { compareBytes } from './byte-order.ts';
import type { Stamp } from './stamp.ts';

/** What a stamp says, ready to be looked up. */
export interface Content {
  /** Paths with their hashes; the hash of folders is empty. */
  readonly entries: ReadonlyMap<string, string>;
  /** Ids of metadata. */
  readonly meta: ReadonlySet<string>;
}

export const EMPTY_CONTENT: Content = { entries: new Map(), meta: new Set() };

/** A stamp that nobody can work with; the message names what is wrong. */
export class StampError extends Error {
  override readonly name = 'StampError';
}

const HASH = /^[0-9a-f]{64}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads a stamp that somebody else made: nothing of it is believed. Each path is one that may be written below a folder.
 *
 * @param refuse told of paths that may not; without it, they are an error
 * @throws StampError
 */
export function readStamp(value: unknown, refuse?: (path: string, problem: string) => void): Content {
  const { entries, meta } = (value ?? {}) as { entries?: unknown; meta?: unknown };
  if (!Array.isArray(entries) || !(meta === undefined || Array.isArray(meta)))
    throw new StampError('The list of entries (the stamp) is not of the form it should have.');
  const refused = refuse ?? refuseAll;
  const found = new Map<string, string>();
  for (const entry of entries as unknown[])
    for (const [path, hash] of membersOf(entry)) {
      const problem = pathProblem(path);
      if (problem !== undefined) refused(path, problem);
      else if (hash !== '' && !HASH.test(hash)) refused(path, 'must have a SHA-256 or, as a folder, an empty hash');
      else found.set(path, hash);
    }
  for (const path of found.keys())
    if (ancestorsOf(path).some((ancestor) => (found.get(ancestor) ?? '') !== '')) {
      refused(path, 'must not lie below a file');
      found.delete(path);
    }
  return { entries: found, meta: new Set(idsOf(meta ?? [])) };
}

function refuseAll(path: string, problem: string): void {
  throw new StampError(`The list of entries (the stamp) holds a path that cannot be written here: ${path} ${problem}.`);
}

function membersOf(entry: unknown): (readonly [path: string, hash: string])[] {
  if (typeof entry !== 'object' || entry === null) throw new StampError('The stamp holds an entry that is no object.');
  return Object.entries(entry).map(([path, hash]) => [path, typeof hash === 'string' ? hash.toLowerCase() : '']);
}

function idsOf(meta: readonly unknown[]): string[] {
  return meta.map((id) => {
    if (typeof id !== 'string' || !ID.test(id.toLowerCase()))
      throw new StampError('The stamp holds metadata without an id.');
    return id.toLowerCase();
  });
}

/** The stamp of a content, in its order and with its checksum. */
export function stampOf({ entries, meta }: Content): Stamp {
  const sum = createHash('sha256');
  const sorted = [...entries].sort(([left], [right]) => compareBytes(left, right));
  for (const [path, hash] of sorted) sum.update(path).update(hash);
  const ids = [...meta].sort();
  for (const id of ids) sum.update(id);
  // Members by definition, not assignment: `__proto__` is a name like others.
  return { checksum: sum.digest('hex'), entries: sorted.map((member) => Object.fromEntries([member])), meta: ids };
}
