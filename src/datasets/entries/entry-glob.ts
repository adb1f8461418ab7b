import { fail } from '../../errors/index.ts';
import { fold } from './search-columns.ts';

/** Longest pattern: a name has at most 255 bytes, so nothing longer can match but by more wildcards. */
const MAX_GLOB_CHARACTERS = 512;
/** More runs of any characters than anybody means; each of them costs a look through the whole name. */
const MAX_STARS = 16;

/**
 * The LIKE pattern of a glob on folded names: `*` stands for any characters, `?` for one; everything else for itself, in any
 * letter case.
 *
 * @returns undefined for a glob that every name matches
 * @throws `invalid-input` for one that is too long, or that no name can match
 */
export function likeOfGlob(glob: string): string | undefined {
  const problem = globProblem(glob);
  if (problem) throw fail('invalid-input', `query ${problem}`);
  const pattern = fold(glob)
    .replace(/\*+/g, '*')
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');
  return pattern === '' || pattern === '%' ? undefined : pattern;
}

/** The LIKE pattern of texts that hold this one, in any letter case. */
export function likeOfPart(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Whether an index narrows a glob down: that of whole names by its beginning, or that of letter triples. Of each word of
 * letters and digits there are the triples in it, with two blanks before and one behind it where it begins and ends.
 */
export function isIndexed(glob: string): boolean {
  if (/^[^*?]/.test(glob)) return true;
  return glob.split(/[*?]/).some((part, index, parts) => {
    const words = part.split(/[^\p{L}\p{N}]+/u);
    return words.some((word, at) => {
      const begins = at > 0 || index === 0;
      const ends = at < words.length - 1 || index === parts.length - 1;
      return word !== '' && Array.from(word).length + (begins ? 2 : 0) + (ends ? 1 : 0) >= 3;
    });
  });
}

function globProblem(glob: string): string | undefined {
  if (glob.length > MAX_GLOB_CHARACTERS) return `must be at most ${MAX_GLOB_CHARACTERS} characters long`;
  if (!glob.isWellFormed()) return 'must be valid Unicode';
  if (/\p{Cc}/u.test(glob)) return 'must not hold control characters';
  if (/[/\\]/.test(glob)) return 'is compared with names of entries, which hold no slashes; name a folder with path';
  if (glob.replace(/\*+/g, '*').split('*').length > MAX_STARS + 1)
    return `must not hold * more than ${MAX_STARS} times`;
  return undefined;
}
