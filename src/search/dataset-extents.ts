import { sql } from 'kysely';
import type { Caller } from '../access/index.ts';
import type { Database } from '../database/index.ts';
import { mayFindDataset } from '../organizations/index.ts';
import { EXTENTS_AT_ONCE, type Extents } from './places.ts';
import { datasetMetadata } from './things.ts';
import type { Steps } from './time-limit.ts';

/** Which part of the datasets with a place is wanted, in the order of their ids. */
export interface WantedExtents {
  /** Slug of an organization: only its datasets. */
  readonly organization: string | undefined;
  /** Id of the dataset that the page before ended with. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A dataset and what its files cover. */
export interface PlacedDataset {
  readonly orgSlug: string;
  readonly organization: string;
  readonly dsSlug: string;
  readonly dataset: string;
  readonly isPublic: boolean;
  readonly bbox: [west: number, south: number, east: number, north: number];
}

export interface ExtentsPage {
  readonly datasets: readonly PlacedDataset[];
  /** What `after` has to be for the next page; null at the end. */
  readonly next: string | null;
}

type Row = Omit<PlacedDataset, 'bbox'> & { readonly id: string };

const NONE = '00000000-0000-0000-0000-000000000000';

/** Datasets that the caller may find and that have files with a place; one more than a page has, if there is one. */
export async function datasetsWithPlace(
  db: Database,
  caller: Caller | undefined,
  { organization, after = NONE, limit }: WantedExtents,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select page.*, coalesce(${datasetMetadata('name')}, datasets.slug) as dataset
    from (
      select datasets.id, organizations.slug as "orgSlug", organizations.name as organization, datasets.slug as "dsSlug",
        datasets.visibility > 0 as "isPublic"
      from datasets join organizations on organizations.id = datasets.organization_id
        join dataset_places places on places.dataset_id = datasets.id
      where places.items > 0 and datasets.id > ${after}::uuid and ${mayFindDataset(caller)}
        and ${organization === undefined ? sql`true` : sql`organizations.slug = ${organization}::text`}
      order by datasets.id limit ${limit + 1}::integer
    ) page join datasets using (id) order by page.id`.execute(db);
  return rows;
}

/** A page of them, each with what it covers. */
export async function withExtents(
  steps: Steps,
  extents: Extents,
  rows: readonly Row[],
  limit: number,
): Promise<ExtentsPage> {
  const page = rows.slice(0, limit);
  const datasets: PlacedDataset[] = [];
  for (let from = 0; from < page.length; from += EXTENTS_AT_ONCE) {
    await steps.next();
    const some = page.slice(from, from + EXTENTS_AT_ONCE);
    const covered = await extents.of(some.map(({ id }) => id));
    for (const { id, ...dataset } of some) {
      const extent = covered.get(id);
      if (extent === undefined) continue;
      const { west, south, east, north } = extent;
      datasets.push({ ...dataset, bbox: [west, south, east, north] });
    }
  }
  return { datasets, next: rows.length > limit ? page.at(-1)!.id : null };
}
