import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../database/index.ts';
import { parentOf } from '../entries/entry-path.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry, putEntry } from '../entries/entry-store.ts';
import { applyChange, lockDataset } from '../store.ts';
import type { EntryObserver } from './entry-observer.ts';
import { type Inspection, type InspectionDependencies, inspectStored } from './inspection.ts';
import { areUnchanged } from './neighbours.ts';

export interface InspectAgainDependencies extends InspectionDependencies {
  readonly observer: Pick<EntryObserver, 'written'>;
}

/** As often is a file looked at whose companions change meanwhile; each of those changes has it inspected again anyway. */
const MOST_ATTEMPTS = 3;

/**
 * Inspects the file of an entry again, and writes down what it was found to be, if that is something else than before, and
 * the entry and what it was understood with are still the same bytes.
 */
export async function inspectAgain(
  dependencies: InspectAgainDependencies,
  datasetId: string,
  entry: EntryRow,
  signal: AbortSignal,
): Promise<void> {
  const { hash, path, size } = entry;
  if (hash === null) return;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const inspection = await inspectStored(dependencies, datasetId, path, { hash, size }, signal);
    const isSame = isDeepStrictEqual(asStored(inspection.facts), asStored(entry));
    if (isSame && inspection.companions === entry.companions) return;
    const write = (transaction: Database) => writeFacts(dependencies, transaction, datasetId, entry, inspection);
    if (await dependencies.db.transaction().execute(write)) return;
  }
}

/** @returns false when files that the inspection saw have changed since */
async function writeFacts(
  { observer }: InspectAgainDependencies,
  transaction: Database,
  datasetId: string,
  { path, hash }: EntryRow,
  { facts, seen, companions }: Inspection,
): Promise<boolean> {
  if (!(await lockDataset(transaction, datasetId))) return true;
  const present = await findEntry(transaction, datasetId, path);
  if (present === undefined || present.hash !== hash) return true;
  if (!(await areUnchanged(transaction, datasetId, seen))) return false;
  const entry = { ...present, ...facts, companions };
  await putEntry(transaction, datasetId, { ...entry, parent: parentOf(path) });
  await applyChange(transaction, datasetId, { entries: 0, bytes: 0 });
  // Another type, or other files beside it, make another output.
  if (entry.type !== present.type || companions !== present.companions)
    await observer.written(transaction, { id: datasetId }, [entry], null);
  return true;
}

type Facts = Pick<EntryRow, 'type' | 'properties' | 'pointGeometry' | 'polygonGeometry'>;

/** As JSON keeps it: members that are undefined are none, -0 is 0. */
function asStored({ type, properties, pointGeometry, polygonGeometry }: Facts): unknown {
  return JSON.parse(JSON.stringify({ type, properties, pointGeometry, polygonGeometry }));
}
