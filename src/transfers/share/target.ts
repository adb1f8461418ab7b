import { randomInt } from 'node:crypto';
import type { Caller, DatasetGrant } from '../../access/index.ts';
import type { Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import type { Datasets } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { personalOrganization, type Organizations } from '../../organizations/index.ts';

/** What a client says of the share that it begins. */
export interface ShareInput {
  /** `organization/dataset`, or the organization alone. */
  readonly tag?: string | undefined;
  readonly orgSlug?: string | undefined;
  /** Name of a dataset that is made. */
  readonly datasetName?: string | undefined;
}

/** Where the files of a share go: a dataset that is there, or one that is to be made. */
export type ShareTarget =
  | { readonly dataset: DatasetGrant }
  | { readonly dataset: undefined; readonly organization: OrganizationRef; readonly slug: string };

interface OrganizationRef {
  readonly id: string;
  readonly slug: string;
}

export interface TargetDependencies {
  readonly db: Database;
  readonly datasets: Pick<Datasets, 'grant'>;
  readonly organizations: Pick<Organizations, 'grant'>;
}

/** Characters of a slug that nobody chose: 80 bits, so that it is free. */
const SLUG_LENGTH = 16;
const SLUG_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Finds where a share goes: without a tag and an organization to a new dataset in the caller's own organization, without a
 * dataset to a new one in the organization.
 *
 * @throws `invalid-input` for a bad tag, `not-found` for an organization that the caller may not read, `forbidden` for one that it
 * may not write to
 */
export async function findTarget(
  { db, datasets, organizations }: TargetDependencies,
  input: ShareInput,
  caller: Caller,
  actor: Actor,
): Promise<ShareTarget> {
  const { orgSlug, dsSlug } = readTag(input);
  if (orgSlug === undefined) {
    const own = (transaction: Database) => personalOrganization(transaction, caller, actor);
    return newIn(await db.transaction().execute(own));
  }
  const organization = await organizations.grant(orgSlug, caller);
  const dataset = dsSlug === undefined ? undefined : await datasets.grant(orgSlug, dsSlug, caller);
  if (dataset !== undefined) {
    if (dataset.permissions.canWrite) return { dataset };
    throw fail('forbidden', 'You may not write to this dataset. Ask the owner of the organization for the right.');
  }
  if (organization === undefined)
    throw fail('not-found', `There is no organization ${orgSlug} that you may read. Choose another one.`);
  if (!organization.permissions.canWrite)
    throw fail('forbidden', 'You may not write to this organization. Ask its owner for the right.');
  return newIn(organization, dsSlug?.toLowerCase());
}

function newIn(organization: OrganizationRef, slug = randomSlug()): ShareTarget {
  return { dataset: undefined, organization, slug };
}

function randomSlug(): string {
  return Array.from({ length: SLUG_LENGTH }, () => SLUG_CHARACTERS[randomInt(SLUG_CHARACTERS.length)]).join('');
}

/** @throws `invalid-input` */
function readTag({ tag, orgSlug }: ShareInput): { readonly orgSlug?: string; readonly dsSlug?: string } {
  if (tag === undefined) return orgSlug === undefined ? {} : { orgSlug };
  const [organization = '', dataset, ...more] = tag.split('/');
  if (organization === '' || dataset === '' || more.length > 0)
    throw fail('invalid-input', 'tag must be organization/dataset, or the slug of an organization.');
  return dataset === undefined ? { orgSlug: organization } : { orgSlug: organization, dsSlug: dataset };
}
