import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

interface OrganizationLine {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

interface DatasetLine {
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly creationDate: string;
  readonly description: string | null;
  readonly isPublic: boolean;
  readonly owner: string | null;
  readonly size: number;
  readonly contents: readonly { readonly extension: string; readonly files: number; readonly size: number }[];
  readonly error: null;
}

/** Organizations read by one statement; the report of an installation of any size is made of small steps. */
const BATCH = 50;

/** All organizations with their datasets and what is in them, as pieces of one JSON document. */
export async function* reportContents(db: Database, userName: string): AsyncGenerator<string> {
  yield `{"userName":${JSON.stringify(userName)},"organizations":[`;
  let last: OrganizationLine | undefined;
  for (;;) {
    const organizations = await listOrganizations(db, last?.slug);
    const datasets = Map.groupBy(
      await listDatasets(
        db,
        organizations.map(({ id }) => id),
      ),
      ({ organizationId }) => organizationId,
    );
    for (const organization of organizations) {
      const { id, name, slug } = organization;
      const held = (datasets.get(id) ?? []).map(({ organizationId: _, ...dataset }) => dataset);
      yield (last === undefined ? '' : ',') + JSON.stringify({ name, slug, datasets: held });
      last = organization;
    }
    if (organizations.length < BATCH) break;
  }
  yield ']}';
}

function listOrganizations(db: Database, after: string | undefined): Promise<OrganizationLine[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'slug', 'name'])
    .$if(after !== undefined, (query) => query.where('slug', '>', after!))
    .orderBy('slug')
    .limit(BATCH)
    .execute();
}

async function listDatasets(db: Database, organizationIds: readonly string[]): Promise<readonly DatasetLine[]> {
  const text = (key: string) => sql`(select meta.data #>> '{}' from dataset_metadata meta
    where meta.dataset_id = datasets.id and meta.path = '' and meta.key = ${key} order by meta.changed_at desc limit 1)`;
  const { rows } = await sql<Omit<DatasetLine, 'creationDate'> & { readonly creationDate: Date }>`
    select datasets.organization_id as "organizationId", datasets.slug,
      coalesce(${text('name')}, datasets.slug) as name, datasets.created_at as "creationDate",
      ${text('description')} as description, datasets.visibility > 0 as "isPublic", owner.name as owner,
      datasets.size_bytes as size, null as error,
      coalesce((
        select json_agg(json_build_object('extension', extension, 'files', files, 'size', size) order by extension)
        from (
          select coalesce(lower(substring(path from '[^/]\\.([^./]+)$')), '') as extension,
            count(*) as files, sum(size)::bigint as size
          from entries where entries.dataset_id = datasets.id and hash is not null group by 1
        ) kinds), '[]') as contents
    from datasets
    join organizations on organizations.id = datasets.organization_id
    left join users owner on owner.id = organizations.owner_id
    where datasets.organization_id = any(${[...organizationIds]}::uuid[])
    order by datasets.slug`.execute(db);
  return rows.map((row) => ({ ...row, creationDate: row.creationDate.toISOString() }));
}
