import Type from 'typebox';
import { fail } from '../errors/index.ts';

/** Slugs of organizations and datasets: 2 to 128 of a-z, 0-9, `_`, `-`, beginning with a letter or digit. */
const SLUG = /^[a-z0-9][a-z0-9_-]{1,127}$/;

export const SlugInput = Type.String({
  maxLength: 128,
  description: '2 to 128 of a-z, 0-9, `_` and `-`, beginning with a letter or digit, without `--`',
});

/** A slug given by a caller, checked. @throws `invalid-input` */
export function checkSlug(slug: string): string {
  if (!SLUG.test(slug) || slug.includes('--')) {
    throw fail(
      'invalid-input',
      'slug must be 2 to 128 of a-z, 0-9, _ and -, begin with a letter or digit, and have no two hyphens in a row.',
    );
  }
  return slug;
}

/** A slug made from any name; may need a number behind it to be unique. */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replace(/-$/, '')
    .replace(/^[-_]/, '0$&')
    .slice(0, 128);
  return slug.length >= 2 ? slug : slug.padEnd(2, '0');
}
