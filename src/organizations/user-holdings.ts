import { randomUUID } from 'node:crypto';
import type { UserHoldings } from '../accounts/index.ts';
import { recordAudit, type Actor } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { lockOwned, replaceOwner } from './owner-store.ts';
import { slugify } from './slug.ts';
import { insertOrganization, takenSlugs } from './store.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a user holds besides his account: an organization of his name to begin with, and what he came to own. */
export function userHoldings(settings: {
  readonly enableDefaultUserOrganization: boolean;
}): Omit<UserHoldings, 'giveUp'> {
  return {
    async begin(transaction, user, actor) {
      if (settings.enableDefaultUserOrganization) await addPersonalOrganization(transaction, user, actor);
    },

    async release(transaction, user, successor, actor) {
      const owned = await lockOwned(transaction, user.id);
      const datasets = await replaceOwner(transaction, owned, successor, actor);
      for (const { slug } of owned) {
        const details = { from: user.name, to: successor?.name ?? null };
        await recordAudit(transaction, { actor, action: 'organization.owner', subject: slug, details });
      }
      return {
        organizationsTransferred: successor ? owned.length : 0,
        datasetsTransferred: successor ? datasets : 0,
        // Organizations are handed over whole, so that no dataset meets another of its slug.
        datasetResults: [],
      };
    },
  };
}

/** Numbers tried behind a slug that is taken; then something random is put there, so that nobody can block a name. */
const NUMBERED = 100;
/** Leaves room for what is put behind, within the 128 characters of a slug. */
const MAX_BASE_LENGTH = 100;

/** @returns the slug: that of the name, with `-1`, `-2`, … where it is taken */
export async function insertPersonalOrganization(transaction: Database, user: Named): Promise<string> {
  const base = slugify(user.name).slice(0, MAX_BASE_LENGTH).replace(/-$/, '');
  const candidates = [base, ...Array.from({ length: NUMBERED }, (_, index) => `${base}-${index + 1}`)];
  const taken = await takenSlugs(transaction, candidates);
  const free = [...candidates.filter((slug) => !taken.has(slug)), `${base}-${randomUUID()}`];
  for (const slug of free) {
    // One that was free may have been taken meanwhile.
    const organization = { id: randomUUID(), slug, name: user.name, description: null, isPublic: false };
    if (await insertOrganization(transaction, { ...organization, ownerId: user.id })) return slug;
  }
  throw new Error('No slug is free for the organization of a new user');
}

/** Makes it, and says in the audit log who did. @returns its slug */
async function addPersonalOrganization(transaction: Database, user: Named, actor: Actor): Promise<string> {
  const slug = await insertPersonalOrganization(transaction, user);
  await recordAudit(transaction, {
    actor,
    action: 'organization.create',
    subject: slug,
    details: { owner: user.name },
  });
  return slug;
}

/**
 * The organization that is a user's own: of those he owns the one with the slug of his name, else with that and something
 * behind it; made, for nobody else to see, when there is none.
 */
export async function personalOrganization(
  transaction: Database,
  user: Named,
  actor: Actor,
): Promise<{ readonly id: string; readonly slug: string }> {
  const base = slugify(user.name).slice(0, MAX_BASE_LENGTH).replace(/-$/, '');
  // Held, so that two who ask at once do not make one each.
  await transaction.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
  const found = await ownedByPrefix(transaction, user.id, base);
  if (found !== undefined) return found;
  await addPersonalOrganization(transaction, user, actor);
  return (await ownedByPrefix(transaction, user.id, base))!;
}

function ownedByPrefix(db: Database, ownerId: string, base: string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'slug'])
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('slug', '=', base), eb(eb.fn('starts_with', ['slug', eb.val(`${base}-`)]), '=', true)]))
    .orderBy('slug')
    .limit(1)
    .executeTakeFirst();
}
