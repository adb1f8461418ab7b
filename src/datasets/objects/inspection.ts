import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { type FileFacts, type Inspector, needsOf } from '../../inspection/index.ts';
import { baseName, parentOf } from '../entries/entry-path.ts';
import { failRemoved, type StoredFile } from './file-storage.ts';
import { neighboursOf, type SeenFiles } from './neighbours.ts';

export interface InspectionDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly inspector: Inspector;
}

/** What a file is, and what was looked at beside it to say so. */
export interface Inspection {
  readonly facts: FileFacts;
  readonly seen: SeenFiles;
  /** Fingerprint of the files beside it, see `fingerprintOf`. */
  readonly companions: string;
}

/** Names that a file keeps of those it was understood with: as many, and of so many characters together. */
const [MAX_NAMES, MAX_CHARACTERS] = [100, 16_384] as const;

/**
 * Inspects stored bytes under the name they have at a path of a dataset. Files beside it that no rule tells of, as the
 * textures of a model, become the property `dependencies`, so that it is inspected again when one of them changes.
 *
 * @param batchId of a file that is staged: those staged with it lie beside it as well
 */
export async function inspectStored(
  { db, blobs, inspector }: InspectionDependencies,
  datasetId: string,
  path: string,
  { hash, size, head }: StoredFile,
  signal: AbortSignal,
  batchId?: string,
): Promise<Inspection> {
  const seen: SeenFiles = new Map();
  const neighbours = neighboursOf(db, blobs, datasetId, path, seen, batchId);
  const name = baseName(path);
  const facts = await inspector.inspect({ path: blobs.locate(hash), name, size, head, neighbours }, signal);
  const companions = fingerprintOf(path, seen);
  const dependencies = dependenciesOf(path, seen);
  if (dependencies.length === 0) return { facts, seen, companions };
  return { facts: { ...facts, properties: { ...facts.properties, dependencies } }, seen, companions };
}

/** Inspects bytes that no row names yet. @throws `busy` when they were removed meanwhile */
export async function inspectUnnamed(...given: Parameters<typeof inspectStored>): Promise<Inspection> {
  const [{ blobs }, , , { hash }] = given;
  try {
    return await inspectStored(...given);
  } catch (cause) {
    throw (await blobs.has(hash)) ? cause : failRemoved();
  }
}

/**
 * What the files beside a file are: SHA-256 of their names, as the file names them, and their hashes; empty when there are
 * none. Two files of the same bytes with the same fingerprint are built the same.
 */
export function fingerprintOf(path: string, seen: ReadonlyMap<string, string | null>): string {
  const folder = parentOf(path);
  const lines = [...seen]
    .flatMap(([beside, hash]) => (hash === null ? [] : [`${posix.relative(`/${folder}`, `/${beside}`)}\n${hash}\n`]))
    .toSorted();
  return lines.length === 0 ? '' : createHash('sha256').update(lines.join('')).digest('hex');
}

function dependenciesOf(path: string, seen: ReadonlyMap<string, string | null>): string[] {
  const known = new Set(needsOf(baseName(path)));
  const folder = parentOf(path);
  const names: string[] = [];
  let characters = 0;
  for (const [beside, hash] of seen) {
    const name = posix.relative(`/${folder}`, `/${beside}`);
    if (hash === null || known.has(name)) continue;
    characters += name.length;
    if (names.length === MAX_NAMES || characters > MAX_CHARACTERS) break;
    names.push(name);
  }
  return names;
}
