import { i18n } from '../languages/i18n.ts';

/** Longest slug the service takes. */
const MAX_LENGTH = 128;

/** The form a slug must have: starts with a letter or digit, then also - and _, no two dashes in a row. */
const SLUG = /^[a-z0-9](?!.*--)[a-z0-9_-]{1,127}$/;

/** Proposes a slug for a name: accents dropped, lower case, everything else a single dash. May be empty. */
export function slugify(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '');
}

/** Says what is wrong with a slug, or null when it may be sent. */
export function slugProblem(slug: string): string | null {
  if (SLUG.test(slug)) return null;
  if (slug.length < 2) return i18n.t('Use at least two characters.');
  if (slug.length > MAX_LENGTH) return i18n.t('Use at most {MAX_LENGTH} characters.', { MAX_LENGTH });
  return i18n.t('Use a-z, 0-9, - and _ only; start with a letter or digit; no double dash.');
}
