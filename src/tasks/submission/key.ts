import { createHash } from 'node:crypto';
import type { EntryRow } from '../../datasets/index.ts';
import type { Parameters } from './parameters.ts';

export interface KeyFacts {
  readonly toolId: string;
  readonly version: string;
  readonly datasetId: string;
  /** What it reads: entries with the files beside them that belong to them, or the state of the whole dataset. */
  readonly reads: readonly Pick<EntryRow, 'path' | 'hash'>[] | { readonly revision: number };
  readonly parameters: Parameters;
}

/** Equal of tasks that would do the same with the same: SHA-256, 64 lower-case hexadecimal digits. */
export function taskKey({ toolId, version, datasetId, reads, parameters }: KeyFacts): string {
  const read = 'revision' in reads ? reads.revision : reads.map(({ path, hash }) => [path, hash]);
  const text = JSON.stringify([toolId, version, datasetId, read, sorted(parameters)]);
  return createHash('sha256').update(text).digest('hex');
}

/** A value of JSON with the members of its objects in one order, as what is equal is written in one way. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  // As pairs, so that a member called like a number, or like one of every object, keeps its place.
  return { members: members.map(([name, inner]) => [name, sorted(inner)]) };
}
