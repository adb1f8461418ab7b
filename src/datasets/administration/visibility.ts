import type { DatasetGrant } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { namedNumbers } from '../../input/index.ts';
import { removeMetadataOf, replaceMetadata, setVisibility, type DatasetFacts } from './store.ts';
import type { MetadataRow } from '../store.ts';

/**
 * Who may read a dataset besides those who belong to its organization. Both open ones are open to everybody, and lists hold
 * both: 1 is what older clients know as public.
 */
export const visibilities = namedNumbers('Private', 'Unlisted', 'Public');

/** What metadata says of it. @throws `invalid-input` */
export function readVisibility(data: unknown): number {
  if (typeof data !== 'number' && typeof data !== 'string')
    throw fail('invalid-input', `data must be one of: ${visibilities.choices}`);
  return visibilities.read('data', data);
}

/** Visibility of a dataset that somebody makes public without saying how. */
export const OPEN = 1;

/** Metadata as it is answered: all but its key. */
export type Value = Omit<MetadataRow, 'key'>;

/** A dataset that a transaction holds, and who changes it. */
export interface HeldDataset {
  readonly dataset: DatasetGrant;
  readonly present: DatasetFacts;
  readonly actor: Actor;
}

/** Sets who may read a dataset. @returns the metadata that tells it */
export async function applyVisibility(transaction: Database, held: HeldDataset, visibility: number): Promise<Value> {
  await changeVisibility(transaction, held, visibility);
  return replaceMetadata(transaction, held.dataset.id, 'visibility', visibility);
}

/** Opens a dataset to everybody or closes it; one that is open stays as open as it is. */
export async function applyPublic(transaction: Database, held: HeldDataset, open: boolean): Promise<void> {
  if (open !== held.present.visibility > 0) await applyVisibility(transaction, held, open ? OPEN : 0);
}

/** Without metadata that tells it, a dataset is private. */
export function forgetVisibility(transaction: Database, held: HeldDataset): Promise<void> {
  return changeVisibility(transaction, held, 0);
}

async function changeVisibility(
  transaction: Database,
  { dataset, present, actor }: HeldDataset,
  visibility: number,
): Promise<void> {
  // What older clients set beside it must not say something else.
  await removeMetadataOf(transaction, dataset.id, 'public');
  if (visibility === present.visibility) return;
  await setVisibility(transaction, dataset.id, visibility);
  const details = { from: present.visibility, to: visibility };
  await recordAudit(transaction, { actor, action: 'dataset.visibility', subject: nameOf(dataset), details });
}

export function nameOf({ organization, slug }: DatasetGrant): string {
  return `${organization.slug}/${slug}`;
}
