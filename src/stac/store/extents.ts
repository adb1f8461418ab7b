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
/** A limit of the time, so that uploads and readers of one dataset together do not keep the database busy. */
const MOST_SECONDS = 30;

/** What datasets cover. */
export interface Extents {
  /** By dataset; absent for one without any place. Computed when entries changed, else read. */
  of(datasetIds: readonly string[]): Promise<ReadonlyMap<string, Extent>>;
}

/** A computation that runs: what it finds is that of this version of the entries, or newer. */
interface Running {
  readonly version: number;
  readonly rows: Promise<readonly Computed[]>;
}

/** One caller of this process computes the extent of a dataset; the others get the same result. */
export function createExtents(db: Database, look = lookAtPlaces): Extents {
  const running = new Map<string, Running>();

  const compute = async (ids: readonly string[]): Promise<readonly Computed[]> => {
    // Read again: who was faster may have kept what he found since the caller read it.
    const stored = await storedExtents(db, ids);
    const versions = new Map(stored.flatMap(({ id, version, isFresh }) => (isFresh ? [] : [[id, version]])));
    if (versions.size === 0) return stored;
    const rows = await look(db, [...versions.keys()]);
    await keep(
      db,
      rows.map((row) => ({ ...row, version: versions.get(row.id) })),
    );
    return [...stored.filter(({ isFresh }) => isFresh), ...rows];
  };
  const begin = (stale: readonly StoredExtent[]): Promise<readonly Computed[]> => {
    const rows = compute(stale.map(({ id }) => id)).finally(() => {
      for (const { id } of stale) if (running.get(id)?.rows === rows) running.delete(id);
    });
    for (const { id, version } of stale) running.set(id, { version, rows });
    return rows;
  };

  /** What somebody computes; one who began before the last change is waited for, and followed. */
  const join = async (wanted: StoredExtent): Promise<readonly Computed[]> => {
    for (;;) {
      const present = running.get(wanted.id);
      if (present === undefined) return begin([wanted]);
      if (present.version >= wanted.version) return present.rows;
      // Whether it failed is told to those who get it.
      await present.rows.catch(() => undefined);
    }
  };

  return {
    async of(datasetIds) {
      if (datasetIds.length === 0) return new Map();
      const stored = (await storedExtents(db, datasetIds)).filter(({ items }) => items > 0);
      const stale = stored.filter(({ isFresh }) => !isFresh);
      const [joined, own] = [stale.filter(({ id }) => running.has(id)), stale.filter(({ id }) => !running.has(id))];
      const computed = await Promise.all([...joined.map(join), ...(own.length > 0 ? [begin(own)] : [])]);
      const ids = new Set(stale.map(({ id }) => id));
      const rows = [...stored.filter(({ isFresh }) => isFresh), ...computed.flat().filter(({ id }) => ids.has(id))];
      return new Map(rows.flatMap((row) => (row.west === null ? [] : [[row.id, row as unknown as Extent] as const])));
    },
  };
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

/** What the entries of these datasets cover, as they are now. Holds nothing. */
export async function lookAtPlaces(db: Database, ids: readonly string[]): Promise<readonly Computed[]> {
  const { rows } = await sql<Computed>`
    select dataset_id as id, min((bounds[1])[0]) as west, min((bounds[1])[1]) as south, max((bounds[0])[0]) as east,
      max((bounds[0])[1]) as north, min(taken_at) as first, max(taken_at) as last
    from entries where dataset_id = any(${ids}::uuid[]) and bounds is not null group by dataset_id`.execute(db);
  return rows;
}

/**
 * Keeps extents under the version that was read before they were computed: what changed meanwhile makes them stale again. A
 * row that an upload holds is not waited for, and what another process computed later stays.
 */
async function keep(db: Database, extents: readonly object[]): Promise<void> {
  await sql`
    with free as (
      select dataset_id, seen.* from dataset_places
      join json_to_recordset(${JSON.stringify(extents)}::json) seen (id uuid, version bigint, west float8, south float8,
        east float8, north float8, first timestamptz, last timestamptz) on seen.id = dataset_id
      where coalesce(summarized_version, 0) <= seen.version
      for update of dataset_places skip locked)
    update dataset_places place
    set summarized_version = free.version, summarized_at = now(), west = free.west, south = free.south, east = free.east,
      north = free.north, first_taken = free.first, last_taken = free.last
    from free where place.dataset_id = free.dataset_id`.execute(db);
}
