import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';

/** What the entries of a dataset cover that have a place. */
export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly first: Date;
  readonly last: Date;
}

interface StoredExtent {
  readonly id: string;
  readonly items: number;
  readonly version: number;
  readonly isFresh: boolean;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
  readonly first: Date | null;
  readonly last: Date | null;
}

/** Up to so many places all are looked at after every change: some milliseconds. */
const MANY_ITEMS = 10_000;
/** Of more, so that uploads and readers of one dataset together do not keep the database busy. */
const MOST_SECONDS = 30;

/** Extents by dataset; absent for one without any place. Computed when entries changed, else read. */
export async function extentsOf(db: Database, datasetIds: readonly string[]): Promise<ReadonlyMap<string, Extent>> {
  if (datasetIds.length === 0) return new Map();
  const stored = await storedExtents(db, datasetIds);
  const stale = stored.filter(({ isFresh, items }) => !isFresh && items > 0);
  const computed = stale.length === 0 ? [] : await compute(db, stale);
  const all = [...stored.filter(({ isFresh, items }) => isFresh && items > 0), ...computed];
  return new Map(all.flatMap((row) => (row.west === null ? [] : [[row.id, row as unknown as Extent] as const])));
}

async function storedExtents(db: Database, datasetIds: readonly string[]): Promise<StoredExtent[]> {
  return db
    .selectFrom('dataset_places')
    .select([
      'dataset_id as id',
      'items',
      'version',
      sql<boolean>`summarized_version is not null and (summarized_version = version
        or (items > ${MANY_ITEMS}::integer and summarized_at > now() - make_interval(secs => ${MOST_SECONDS}::integer)))`.as(
        'isFresh',
      ),
      'west',
      'south',
      'east',
      'north',
      'first_taken as first',
      'last_taken as last',
    ])
    .where('dataset_id', '=', anyOf(datasetIds, 'uuid'))
    .execute();
}

type Computed = Omit<StoredExtent, 'items' | 'version' | 'isFresh'>;

/**
 * Looks at all places of these datasets, and keeps what they cover under the version that was read before: what changed
 * meanwhile makes it stale again. A row that an upload holds is not waited for, and nothing is kept.
 */
async function compute(db: Database, stale: readonly StoredExtent[]): Promise<readonly Computed[]> {
  const ids = stale.map(({ id }) => id);
  const versions = stale.map(({ version }) => version);
  const { rows } = await sql<Computed>`
    with extent as materialized (
      select dataset_id, min((bounds[1])[0]) as west, min((bounds[1])[1]) as south, max((bounds[0])[0]) as east,
        max((bounds[0])[1]) as north, min(taken_at) as first, max(taken_at) as last
      from entries where dataset_id = any(${ids}::uuid[]) and bounds is not null group by dataset_id),
    free as (
      select dataset_id from dataset_places where dataset_id = any(${ids}::uuid[]) for update skip locked),
    kept as (
      update dataset_places place
      set summarized_version = seen.version, summarized_at = now(), west = extent.west, south = extent.south,
        east = extent.east, north = extent.north, first_taken = extent.first, last_taken = extent.last
      from unnest(${ids}::uuid[], ${versions}::bigint[]) seen (dataset_id, version)
      join extent on extent.dataset_id = seen.dataset_id
      where place.dataset_id = seen.dataset_id and place.dataset_id in (select dataset_id from free))
    select dataset_id as id, west, south, east, north, first, last from extent`.execute(db);
  return rows;
}
