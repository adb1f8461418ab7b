import { randomUUID } from 'node:crypto';
import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';
import { displayNameOf } from '../input/index.ts';
import { checkSlug, requireOrganization } from '../organizations/index.ts';
import { insertMetadata } from './metadata/metadata-store.ts';
import { readMeaning } from './metadata/value.ts';
import { insertDataset } from './store.ts';

export interface DatasetInput {
  readonly slug: string;
  /** Null: its slug stands for it, and no metadata names it. */
  readonly name?: string | null | undefined;
  readonly visibility?: number | undefined;
  readonly tagline?: string | undefined;
}

/** Makes a dataset in a transaction. @throws `conflict` when the organization has one of that slug */
export async function createDatasetIn(
  transaction: Database,
  organization: { readonly id: string; readonly slug: string },
  input: DatasetInput,
  actor: Actor,
): Promise<{ readonly id: string; readonly slug: string }> {
  const slug = checkSlug(input.slug);
  const { visibility = 0, tagline } = input;
  const id = randomUUID();
  await requireOrganization(transaction, organization.id);
  const created = await insertDataset(transaction, { id, organizationId: organization.id, slug, visibility });
  if (!created) throw fail('conflict', `The organization has a dataset ${slug} already; choose another slug.`);
  const values = {
    ...(input.name === null ? {} : { name: displayNameOf(input.name ?? '') ?? slug }),
    ...(input.visibility === undefined ? {} : { visibility }),
    ...(tagline === undefined ? {} : { tagline }),
  };
  for (const [key, data] of Object.entries(values))
    await insertMetadata(transaction, { datasetId: id, path: '', key, data: JSON.stringify(readMeaning(key, data)) });
  const subject = `${organization.slug}/${slug}`;
  await recordAudit(transaction, { actor, action: 'dataset.create', subject, details: { visibility } });
  return { id, slug };
}
