import type { Caller, DatasetGrant, OrganizationGrant } from '../access/index.ts';
import type { Database } from '../database/index.ts';
import { fail, failUnauthorized } from '../errors/index.ts';
import { checkSlug, type Organizations } from '../organizations/index.ts';
import type { NewDataset } from './tool.ts';

/** A dataset that a task makes, where its user may. */
export interface DatasetToMake {
  readonly organization: OrganizationGrant;
  readonly slug: string;
  readonly visibility: number;
}

/**
 * The dataset that a task of `dataset` is to make, by the rights of its user as they are now.
 *
 * @throws `invalid-input` for a slug that none may have, and an organization that is not there for the user; `forbidden`
 */
export async function admitNewDataset(
  organizations: Pick<Organizations, 'grant'>,
  { organization, slug, visibility }: NewDataset,
  dataset: Pick<DatasetGrant, 'organization'>,
  user: Caller | undefined,
): Promise<DatasetToMake> {
  if (user === undefined) throw failUnauthorized('Bearer');
  if (user.scope?.datasetId !== undefined) throw tokenTooNarrow();
  const name = organization ?? dataset.organization.slug;
  const grant = await organizations.grant(name, user);
  if (grant === undefined) throw fail('invalid-input', `There is no organization ${name} that you may read.`);
  if (!grant.permissions.canWrite)
    throw fail('forbidden', `You may not make datasets in ${name}. Ask the owner of the organization for the right.`);
  return { organization: grant, slug: checkSlug(slug), visibility };
}

/** The refusal of a token that shall make a dataset and is only good for one that is there. */
export const tokenTooNarrow = (): Error =>
  fail('forbidden', 'This access token is good for one dataset only; use one for all of yours to make another.');

/** Refuses early what would be refused at the end. @throws `conflict` when the organization has a dataset of that slug */
export async function requireFreeSlug(db: Database, { organization, slug }: DatasetToMake): Promise<void> {
  const row = await db
    .selectFrom('datasets')
    .select('id')
    .where('organization_id', '=', organization.id)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (row !== undefined)
    throw fail('conflict', `${organization.slug} has a dataset ${slug} already. Choose another name for the new one.`);
}
