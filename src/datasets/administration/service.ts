import type { DatasetGrant } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { checkSlug, type OrganizationContents } from '../../organizations/index.ts';
import { readMeaning } from '../metadata/value.ts';
import { changeDataset } from './change.ts';
import { isTaken, lockDatasetsOf, placeDataset, replaceMetadata } from './store.ts';
import type { DatasetRemoval } from '../removal/removal.ts';
import { applyPublic, applyVisibility, nameOf, type Value } from './visibility.ts';

/** What of a dataset is to change; what is absent stays. */
export interface DatasetChanges {
  readonly name?: string | undefined;
  readonly visibility?: number | undefined;
  readonly tagline?: string | undefined;
  readonly license?: string | undefined;
}

/** Changes of datasets as a whole. Every one of them throws `not-found` when the dataset was deleted or moved meanwhile. */
export interface DatasetAdministration extends OrganizationContents {
  /** What is absent stays. */
  update(dataset: DatasetGrant, changes: DatasetChanges, actor: Actor): Promise<void>;
  /** @throws `conflict` when the organization has one of that slug */
  rename(dataset: DatasetGrant, slug: string, actor: Actor): Promise<void>;
  /** @returns the metadata that tells the visibility */
  setVisibility(dataset: DatasetGrant, visibility: number, actor: Actor): Promise<Value>;
  /** Opens a dataset to everybody or closes it; one that is open stays as open as it is. @returns whether it is open */
  setPublic(dataset: DatasetGrant, open: boolean | undefined, actor: Actor): Promise<boolean>;
  /** Deletes a dataset with its entries, jobs and outputs. */
  delete(dataset: DatasetGrant, actor: Actor): Promise<void>;
  /** Deletes datasets that the transaction has locked; their rows go in the background. */
  deleteAll(transaction: Database, ids: readonly string[]): Promise<void>;
}

export function createDatasetAdministration(db: Database, removal: DatasetRemoval): DatasetAdministration {
  return {
    update: (dataset, { name, visibility, tagline, license }, actor) =>
      changeDataset(db, dataset, async (transaction, present) => {
        for (const [key, value] of Object.entries({ name, tagline, license }))
          if (value !== undefined) await replaceMetadata(transaction, dataset.id, key, readMeaning(key, value));
        if (visibility !== undefined) await applyVisibility(transaction, { dataset, present, actor }, visibility);
      }),

    rename: (dataset, wanted, actor) =>
      changeDataset(db, dataset, async (transaction, present) => {
        const slug = checkSlug(wanted);
        if (slug === present.slug) return;
        await placeDataset(transaction, dataset.id, dataset.organization.id, slug).catch((cause: unknown) => {
          if (!isTaken(cause)) throw cause;
          throw fail('conflict', `The organization has a dataset ${slug} already; choose another slug.`, cause);
        });
        const details = { to: slug };
        await recordAudit(transaction, { actor, action: 'dataset.rename', subject: nameOf(dataset), details });
      }),

    setVisibility: (dataset, visibility, actor) =>
      changeDataset(db, dataset, (transaction, present) =>
        applyVisibility(transaction, { dataset, present, actor }, visibility),
      ),

    setPublic: (dataset, open, actor) =>
      changeDataset(db, dataset, async (transaction, present) => {
        if (open === undefined) return present.visibility > 0;
        await applyPublic(transaction, { dataset, present, actor }, open);
        return open;
      }),

    delete: (dataset, actor) =>
      changeDataset(db, dataset, async (transaction) => {
        await removal.begin(transaction, [dataset.id]);
        await recordAudit(transaction, { actor, action: 'dataset.delete', subject: nameOf(dataset) });
      }),

    deleteAll: removal.begin,

    async remove(transaction, organizationId) {
      const datasets = await lockDatasetsOf(transaction, organizationId);
      const ids = datasets.map(({ id }) => id);
      await removal.begin(transaction, ids);
    },
  };
}
