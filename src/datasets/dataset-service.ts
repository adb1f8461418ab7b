import type { Caller, DatasetGrant, OrganizationGrant } from '../access/index.ts';
import type { Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';
import { permissionsOnDataset } from '../organizations/index.ts';
import { datasetMarks, type Cover } from './entries/covers.ts';
import { treeHasHash } from './entries/entry-store.ts';
import { presentDataset, presentDatasetEntry } from './dataset.ts';
import { createDatasetIn, type DatasetInput } from './creation.ts';
import { findDataset, findDatasetById, listDatasets, type DatasetPage, type DatasetRow } from './store.ts';

type DatasetAnswer = ReturnType<typeof presentDataset>;

export interface Datasets {
  grant(organizationSlug: string, slug: string, caller: Caller | undefined): Promise<DatasetGrant | undefined>;
  /** The same for a dataset that is known, wherever it is by now. */
  grantById(id: string, caller: Caller | undefined): Promise<DatasetGrant | undefined>;
  /** Whether an entry at or below a path has these bytes. */
  holds(datasetId: string, path: string, hash: string): Promise<boolean>;
  /**
   * Datasets of an organization that the caller may read, by slug. @returns with them the slug the next page comes behind,
   * if there is one
   */
  list(
    organization: { readonly id: string },
    caller: Caller | undefined,
    page: DatasetPage,
  ): Promise<{ readonly datasets: DatasetAnswer[]; readonly next: string | undefined }>;
  get(grant: DatasetGrant, caller: Caller | undefined): Promise<DatasetAnswer>;
  /** The dataset as an entry of its own. @param origin address users reach the service at */
  asEntry(
    grant: DatasetGrant,
    caller: Caller | undefined,
    origin: URL,
  ): Promise<ReturnType<typeof presentDatasetEntry>>;
  /** @throws `conflict` when the organization has one of that slug */
  create(organization: OrganizationGrant, input: DatasetInput, caller: Caller, actor: Actor): Promise<DatasetAnswer>;
}

const README = 'README.md';

/** What stands for a dataset in pictures of it. */
export interface DatasetPictures {
  /** Names of files at its root, the best first. */
  readonly candidates: readonly string[];
  /** Files that do where there is none of them, the best first. */
  readonly covers: readonly Cover[];
}

export function createDatasets(db: Database, { candidates, covers }: DatasetPictures): Datasets {
  const load = async (grant: DatasetGrant, caller: Caller | undefined): Promise<DatasetRow> => {
    const row = await findDataset(db, grant.organization.slug, grant.slug, caller?.id);
    if (row === undefined) throw fail('not-found', 'There is no dataset of that name that you may read.');
    return row;
  };
  const presentAll = async (rows: readonly DatasetRow[], caller: Caller | undefined): Promise<DatasetAnswer[]> => {
    const ids = rows.map(({ id }) => id);
    const marks = await datasetMarks(db, ids, [...candidates, README], covers);
    return rows.map((row) => {
      const { names = [], hasCover = false } = marks.get(row.id) ?? {};
      return presentDataset(row, permissionsOnDataset(row, row.visibility, caller), {
        hasThumbnail: hasCover || candidates.some((name) => names.includes(name)),
        hasReadme: names.includes(README),
      });
    });
  };
  const present = async (row: DatasetRow, caller: Caller | undefined): Promise<DatasetAnswer> =>
    (await presentAll([row], caller))[0]!;

  return {
    grant: async (organizationSlug, slug, caller) =>
      grantOf(await findDataset(db, organizationSlug, slug, caller?.id), caller),

    grantById: async (id, caller) => grantOf(await findDatasetById(db, id, caller?.id), caller),

    holds: (datasetId, path, hash) => treeHasHash(db, datasetId, path, hash),

    async list(organization, caller, page) {
      const rows = await listDatasets(db, organization.id, caller, { ...page, limit: page.limit + 1 });
      const shown = rows.slice(0, page.limit);
      const next = rows.length > shown.length ? shown.at(-1)?.slug : undefined;
      return { datasets: await presentAll(shown, caller), next };
    },

    async get(grant, caller) {
      return present(await load(grant, caller), caller);
    },

    async asEntry(grant, caller, origin) {
      const row = await load(grant, caller);
      return presentDatasetEntry(row, await present(row, caller), origin);
    },

    async create(organization, input, caller, actor) {
      const { slug } = await db
        .transaction()
        .execute((transaction) => createDatasetIn(transaction, organization, input, actor));
      const row = await findDataset(db, organization.slug, slug, caller.id);
      return present(row!, caller);
    },
  };
}

/** What a caller may do with a dataset; `undefined` when he may not even read it. */
function grantOf(row: DatasetRow | undefined, caller: Caller | undefined): DatasetGrant | undefined {
  const permissions = row && permissionsOnDataset(row, row.visibility, caller);
  if (!row || !permissions?.canRead) return undefined;
  const organization = { id: row.organizationId, slug: row.organizationSlug };
  return { id: row.id, slug: row.slug, organization, visibility: row.visibility, permissions };
}
