import { sql } from 'kysely';
import type { Caller } from '../access/index.ts';
import type { BoundingBox } from '../datasets/index.ts';
import { mayFindDataset } from '../organizations/index.ts';
import type { Steps } from './time-limit.ts';

/** What the files of a dataset cover that have a place. */
interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Extents by dataset, computed where files changed since the last time. */
export interface Extents {
  of(datasetIds: readonly string[]): Promise<ReadonlyMap<string, Extent>>;
}

/** Datasets that one statement names. */
const BATCH = 1000;
/** Datasets whose extents are read, and computed where they are stale, between two looks at the clock. */
export const EXTENTS_AT_ONCE = 50;
const NONE = '00000000-0000-0000-0000-000000000000';

/** Ids of the datasets that the caller may find and whose extent meets a box. */
export async function datasetsAt(
  steps: Steps,
  extents: Extents,
  caller: Caller | undefined,
  box: BoundingBox,
): Promise<string[]> {
  const found: string[] = [];
  for (let last = NONE; ;) {
    await steps.next();
    const { rows } = await sql<{ readonly id: string }>`
      select datasets.id from datasets join organizations on organizations.id = datasets.organization_id
        join dataset_places places on places.dataset_id = datasets.id
      where places.items > 0 and datasets.id > ${last}::uuid and ${mayFindDataset(caller)}
      order by datasets.id limit ${BATCH}::integer`.execute(steps.db);
    const ids = rows.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += EXTENTS_AT_ONCE) {
      await steps.next();
      const some = ids.slice(from, from + EXTENTS_AT_ONCE);
      const covered = await extents.of(some);
      found.push(...some.filter((id) => meets(covered.get(id), box)));
    }
    if (ids.length < BATCH) return found;
    last = ids.at(-1)!;
  }
}

/** West above east: the box crosses the antimeridian, and is two. */
function meets(extent: Extent | undefined, [west, south, east, north]: BoundingBox): boolean {
  if (extent === undefined || extent.north < south || extent.south > north) return false;
  return west <= east ? extent.west <= east && extent.east >= west : extent.east >= west || extent.west <= east;
}
