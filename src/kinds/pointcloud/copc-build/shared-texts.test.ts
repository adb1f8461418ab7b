import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareTexts, textAt } from './shared-texts.ts';

it('gives back each text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const shared = shareTexts(texts);
      expect(texts.map((_, index) => textAt(shared, index))).toEqual(texts);
    }),
  );
});
