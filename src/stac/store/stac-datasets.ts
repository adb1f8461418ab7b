import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Caller } from '../../access/index.ts';
import { anyOf, type Database } from '../../database/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { mayReadDataset } from '../../organizations/index.ts';

/** A dataset as catalogs show it. */
export interface StacDataset {
  readonly id: string;
  readonly slug: string;
  readonly organizationSlug: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Whether it has rasters and vector files, which map services show. */
  readonly hasRasters: boolean;
  readonly hasVectors: boolean;
  /** Entries that have a place. */
  readonly items: number;
  /** Name, tagline and licence, as somebody wrote them. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Hash of its README.md. */
  readonly readmeHash: string | null;
}

/** Everything a catalog tells comes from these rows, so that what may not be read is in no list, count or box. */
function readable(db: Database, mayRead: RawBuilder<SqlBool>) {
  return db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .leftJoin('dataset_places as places', 'places.dataset_id', 'datasets.id')
    .where(mayRead);
}

const hasEntryOf = (type: EntryType) =>
  sql<boolean>`exists (select from entries typed where typed.dataset_id = datasets.id and typed.type = ${type}::integer)`;

function described(db: Database, mayRead: RawBuilder<SqlBool>) {
  return readable(db, mayRead).select([
    'datasets.id',
    'datasets.slug',
    'organizations.slug as organizationSlug',
    'datasets.created_at as createdAt',
    'datasets.changed_at as changedAt',
    sql<number>`coalesce(places.items, 0)`.as('items'),
    hasEntryOf(EntryType.GeoRaster).as('hasRasters'),
    hasEntryOf(EntryType.Vector).as('hasVectors'),
    sql<Record<string, unknown>>`coalesce((
      select json_object_agg(meta.key, meta.data order by meta.changed_at) from dataset_metadata meta
      where meta.dataset_id = datasets.id and meta.path = '' and meta.key in ('name', 'tagline', 'license')), '{}')`.as(
      'metadata',
    ),
    sql<string | null>`(select hash from entries readme
      where readme.dataset_id = datasets.id and readme.path = 'README.md')`.as('readmeHash'),
  ]);
}

/** A page of what the caller may read, in the order of slugs. @param after slugs of organization and dataset before it */
export function listStacDatasets(
  db: Database,
  caller: Caller | undefined,
  { after, limit }: { readonly after?: readonly [string, string] | undefined; readonly limit: number },
): Promise<StacDataset[]> {
  return described(db, mayReadDataset(caller))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(organizations.slug, datasets.slug) > (${after?.[0]}::text, ${after?.[1]}::text)`),
    )
    .orderBy('organizations.slug')
    .orderBy('datasets.slug')
    .limit(limit)
    .execute();
}

/** A dataset whose right to be read was decided already. */
export function findStacDataset(db: Database, id: string): Promise<StacDataset | undefined> {
  return described(db, sql<SqlBool>`datasets.id = ${id}::uuid`).executeTakeFirst();
}

/** What a search looks into. */
export interface SearchedDatasets {
  readonly ids: readonly string[];
  /** Entries that have a place, of all of them. */
  readonly items: number;
}

/**
 * All that the caller may read and that has anything with a place, in one row: ten thousand rows cost more than the search.
 *
 * @param names slugs of those he asks for; absent: all
 */
export async function searchedDatasets(
  db: Database,
  caller: Caller | undefined,
  names: readonly { readonly orgSlug: string; readonly dsSlug: string }[] | undefined,
): Promise<SearchedDatasets> {
  const { ids, items } = await readable(db, mayReadDataset(caller))
    .select([
      sql<string | null>`string_agg(datasets.id::text, ',')`.as('ids'),
      sql<number>`coalesce(sum(places.items), 0)::float8`.as('items'),
    ])
    .where('places.items', '>', 0)
    .$if(names !== undefined, (query) =>
      query.where(
        sql<boolean>`(organizations.slug, datasets.slug) in (select * from unnest(
          ${names?.map(({ orgSlug }) => orgSlug.toLowerCase())}::text[], ${names?.map(({ dsSlug }) => dsSlug.toLowerCase())}::text[]))`,
      ),
    )
    .executeTakeFirstOrThrow();
  return { ids: ids?.split(',') ?? [], items };
}

/** Slugs of datasets whose right to be read was decided already, by their ids. */
export async function datasetNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly organizationSlug: string; readonly slug: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select(['datasets.id', 'organizations.slug as organizationSlug', 'datasets.slug'])
    .where('datasets.id', '=', anyOf(ids, 'uuid'))
    .execute();
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}
