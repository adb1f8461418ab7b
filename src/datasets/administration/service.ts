import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail, namedNumbers, type DatasetGrant } from '../../http/index.ts';
import { checkSlug, requireOrganization, type OrganizationContents } from '../../organizations/index.ts';
import {
  deleteDatasets,
  isTaken,
  lockDatasetIn,
  lockDatasetsOf,
  placeDataset,
  replaceMetadata,
  setVisibility,
  type DatasetFacts,
} from './store.ts';
import type { EntryObserver } from '../objects/service.ts';
import type { MetadataRow } from '../store.ts';

/**
 * Who may read a dataset besides those who belong to its organization. Both open ones are open to everybody, and lists hold
 * both: 1 is what older clients know as public.
 */
export const visibilities = namedNumbers('Private', 'Unlisted', 'Public');

/** Visibility of a dataset that somebody makes public without saying how. */
const OPEN = 1;

type Metadata = Omit<MetadataRow, 'key'>;

/** Changes of datasets as a whole. Every one of them throws `not-found` when the dataset was deleted or moved meanwhile. */
export interface DatasetAdministration extends OrganizationContents {
  /** What is absent stays. */
  update(
    dataset: DatasetGrant,
    changes: { readonly name?: string | undefined; readonly visibility?: number | undefined },
    actor: Actor,
  ): Promise<void>;
  /** @throws `conflict` when the organization has one of that slug */
  rename(dataset: DatasetGrant, slug: string, actor: Actor): Promise<void>;
  /** @returns the metadata that tells the visibility */
  setVisibility(dataset: DatasetGrant, visibility: number, actor: Actor): Promise<Metadata>;
  /** Opens a dataset to everybody or closes it; one that is open stays as open as it is. @returns whether it is open */
  setPublic(dataset: DatasetGrant, open: boolean | undefined, actor: Actor): Promise<boolean>;
  /** Deletes a dataset with its entries, jobs and outputs. */
  delete(dataset: DatasetGrant, actor: Actor): Promise<void>;
  /** Deletes datasets that the transaction has locked. @returns what to do once it is committed; never rejects */
  deleteAll(transaction: Database, ids: readonly string[]): Promise<() => Promise<void>>;
}

export function createDatasetAdministration(db: Database, observer: EntryObserver): DatasetAdministration {
  const deleteAll = async (transaction: Database, ids: readonly string[]): Promise<() => Promise<void>> => {
    const cleanUp = await observer.datasetsDeleted(transaction, ids);
    await deleteDatasets(transaction, ids);
    return cleanUp;
  };
  const change = <T>(
    dataset: DatasetGrant,
    apply: (transaction: Database, present: DatasetFacts) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await requireOrganization(transaction, dataset.organization.id);
      const present = await lockDatasetIn(transaction, dataset.organization.id, dataset.id);
      if (present === undefined) throw fail('not-found', 'The dataset was deleted or moved meanwhile.');
      return apply(transaction, present);
    });
  const applyVisibility = async (
    transaction: Database,
    dataset: DatasetGrant,
    present: DatasetFacts,
    visibility: number,
    actor: Actor,
  ): Promise<Metadata> => {
    if (visibility !== present.visibility) {
      await setVisibility(transaction, dataset.id, visibility);
      const details = { from: present.visibility, to: visibility };
      await recordAudit(transaction, { actor, action: 'dataset.visibility', subject: nameOf(dataset), details });
    }
    return replaceMetadata(transaction, dataset.id, 'visibility', visibility);
  };

  return {
    update: (dataset, { name, visibility }, actor) =>
      change(dataset, async (transaction, present) => {
        if (name !== undefined) await replaceMetadata(transaction, dataset.id, 'name', name);
        if (visibility !== undefined) await applyVisibility(transaction, dataset, present, visibility, actor);
      }),

    rename: (dataset, wanted, actor) =>
      change(dataset, async (transaction, present) => {
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
      change(dataset, (transaction, present) => applyVisibility(transaction, dataset, present, visibility, actor)),

    setPublic: (dataset, open, actor) =>
      change(dataset, async (transaction, present) => {
        const isOpen = present.visibility > 0;
        if (open === undefined || open === isOpen) return isOpen;
        await applyVisibility(transaction, dataset, present, open ? OPEN : 0, actor);
        return open;
      }),

    async delete(dataset, actor) {
      const cleanUp = await change(dataset, async (transaction) => {
        const afterwards = await deleteAll(transaction, [dataset.id]);
        await recordAudit(transaction, { actor, action: 'dataset.delete', subject: nameOf(dataset) });
        return afterwards;
      });
      await cleanUp();
    },

    deleteAll,

    async remove(transaction, organizationId) {
      const datasets = await lockDatasetsOf(transaction, organizationId);
      return deleteAll(
        transaction,
        datasets.map(({ id }) => id),
      );
    },
  };
}

function nameOf({ organization, slug }: DatasetGrant): string {
  return `${organization.slug}/${slug}`;
}
