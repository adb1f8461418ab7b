import { randomUUID } from 'node:crypto';
import type { UserHoldings } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { lockOwned, replaceOwner } from './owner-store.ts';
import { slugify } from './slug.ts';
import { insertOrganization, takenSlugs } from './store.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a user holds besides his account: an organization of his name to begin with, and what he came to own. */
export function userHoldings(settings: { readonly enableDefaultUserOrganization: boolean }): UserHoldings {
  return {
    async begin(transaction, user, actor) {
      if (!settings.enableDefaultUserOrganization) return [];
      const slug = await insertPersonalOrganization(transaction, user);
      await recordAudit(transaction, {
        actor,
        action: 'organization.create',
        subject: slug,
        details: { owner: user.name },
      });
      return [slug];
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
