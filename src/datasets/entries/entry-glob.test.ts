import { describe, expect, it } from 'vitest';
import { isIndexed, likeOfGlob, likeOfPart } from './entry-glob.ts';

describe('globs of names', () => {
  it('become patterns of the database, everything else in them taken as it is', () => {
    expect(likeOfGlob('*.TIF')).toBe('%.tif');
    expect(likeOfGlob('**a?b**')).toBe('%a_b%');
    expect(likeOfGlob('50%_done')).toBe('50\\%\\_done');
    expect(likeOfPart('50%_\\')).toBe('%50\\%\\_\\\\%');
  });

  it('match everything when they are empty or a star', () => {
    for (const glob of ['', '*', '***']) expect(likeOfGlob(glob)).toBeUndefined();
  });

  it('are refused when they are too long or no name can match', () => {
    for (const glob of ['a/b', 'a\\b', 'a\0', 'a\n', '\ud800', 'x'.repeat(513), '*a'.repeat(17)])
      expect(() => likeOfGlob(glob)).toThrow('query');
    expect(likeOfGlob('*a'.repeat(16))).toBe('%a'.repeat(16));
    expect(likeOfGlob('*'.repeat(500))).toBeUndefined();
  });

  it('are looked up in an index when they have a beginning or three letters in a row, or two at an end', () => {
    for (const glob of ['zz', 'z*', '_*', '*777*', '*_z*', '*zz', '*zz.*', '*.tif']) expect(isIndexed(glob)).toBe(true);
    for (const glob of ['', '*zz*', '*z', '?zz?', '*a*b*c*', '*_*', '*z?z*']) expect(isIndexed(glob)).toBe(false);
  });
});
