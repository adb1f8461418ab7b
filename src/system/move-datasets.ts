import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { datasetPlaces, type DatasetAdministration, type DatasetFacts } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import { namedNumbers } from '../input/index.ts';
import { lockOrganizations, lockOwners, type LockedOrganization } from '../organizations/index.ts';

/** What happens to a dataset whose slug is taken at the destination. */
export const conflictResolutions = namedNumbers('HaltOnConflict', 'Overwrite', 'Rename');
const OVERWRITE = 1;
const RENAME = 2;

/** How one dataset fared. */
export interface MoveResult {
  readonly originalSlug: string;
  readonly newSlug: string | null;
  readonly success: boolean;
  /** Why it stayed where it was. */
  readonly error: string | null;
}

export interface Move {
  readonly datasetSlugs: readonly string[];
  readonly conflictResolution: number;
}

/** The two organizations, taken for the transaction: nothing is put into them or renamed in them meanwhile. */
export interface Ends {
  readonly source: LockedOrganization;
  readonly destination: LockedOrganization;
}

/** @throws `invalid-input` when they are the same, `not-found` */
export async function lockEnds(transaction: Database, sourceSlug: string, destinationSlug: string): Promise<Ends> {
  const [from, to] = [sourceSlug.toLowerCase(), destinationSlug.toLowerCase()];
  if (from === to) throw fail('invalid-input', 'destinationOrgSlug must be another organization than sourceOrgSlug.');
  const found = new Map((await lockOrganizations(transaction, [from, to])).map((row) => [row.slug, row]));
  const [source, destination] = [found.get(from), found.get(to)];
  if (!source || !destination) throw fail('not-found', `There is no organization ${source ? to : from}.`);
  return { source, destination };
}

/**
 * Moves datasets between organizations in one transaction: each either moves or is told to stay; a fault moves none.
 * Entries, outputs, jobs and links come along, and the bytes are charged to the owner of the destination.
 */
export async function moveDatasets(
  db: Database,
  administration: DatasetAdministration,
  move: Move & { readonly sourceOrgSlug: string; readonly destinationOrgSlug: string },
  actor: Actor,
): Promise<MoveResult[]> {
  return db.transaction().execute(async (transaction) => {
    const ends = await lockEnds(transaction, move.sourceOrgSlug, move.destinationOrgSlug);
    return moveBetween(transaction, administration, ends, move, actor);
  });
}

/** The same in a transaction that holds both organizations. */
export async function moveBetween(
  transaction: Database,
  administration: DatasetAdministration,
  { source, destination }: Ends,
  { datasetSlugs: wanted, conflictResolution }: Move,
  actor: Actor,
): Promise<MoveResult[]> {
  const movable = new Map((await datasetPlaces.lock(transaction, source.id)).map((dataset) => [dataset.slug, dataset]));
  // What may be deleted is taken before any bytes are charged, as uploads do: neither then waits for the other.
  const present = await datasetPlaces[conflictResolution === OVERWRITE ? 'lock' : 'list'](transaction, destination.id);
  await lockOwners(transaction, [source.ownerId, destination.ownerId]);
  const taken = new Map(present.map(({ slug, id }) => [slug, id]));

  const moveOne = async (originalSlug: string): Promise<MoveResult> => {
    const refuse = (error: string): MoveResult => ({ originalSlug, newSlug: null, success: false, error });
    const dataset = movable.get(originalSlug.toLowerCase());
    if (dataset === undefined) return refuse(`The organization ${source.slug} has no dataset ${originalSlug}.`);
    const inTheWay = taken.get(dataset.slug);
    if (inTheWay !== undefined && conflictResolution === OVERWRITE) {
      await administration.deleteAll(transaction, [inTheWay]);
      const subject = `${destination.slug}/${dataset.slug}`;
      await recordAudit(transaction, { actor, action: 'dataset.delete', subject, details: { for: source.slug } });
    } else if (inTheWay !== undefined && conflictResolution !== RENAME) {
      return refuse(`The organization ${destination.slug} has a dataset ${dataset.slug} already.`);
    }
    const newSlug = conflictResolution === RENAME ? freeSlug(dataset.slug, taken) : dataset.slug;
    await place(dataset, newSlug);
    return { originalSlug, newSlug, success: true, error: null };
  };
  const place = async (dataset: DatasetFacts, newSlug: string): Promise<void> => {
    await datasetPlaces.move(transaction, dataset.id, destination.id, newSlug);
    movable.delete(dataset.slug);
    taken.set(newSlug, dataset.id);
    const subject = `${source.slug}/${dataset.slug}`;
    const details = { to: `${destination.slug}/${newSlug}` };
    await recordAudit(transaction, { actor, action: 'dataset.move', subject, details });
  };

  const results: MoveResult[] = [];
  for (const slug of wanted) results.push(await moveOne(slug));
  return results;
}

/** Leaves room for a number behind a slug of at most 128 characters. */
const MAX_BASE_LENGTH = 120;

/** The slug, or with `_1`, `_2`, … behind it the first one that is free. */
function freeSlug(slug: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(slug)) return slug;
  const base = slug.slice(0, MAX_BASE_LENGTH);
  let number = 1;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}
