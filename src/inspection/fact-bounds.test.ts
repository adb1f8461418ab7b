import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EntryType } from './entry-type.ts';
import { boundedFacts, MAX_PROPERTY_BYTES } from './fact-bounds.ts';
import { unplacedFacts } from './file-facts.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

it('R-6 drops the longest list and keeps the rest, with a word', () => {
  const missingDependencies = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(1000)}${index}`);
  const facts = unplacedFacts(
    EntryType.Model,
    { model: { vertexCount: 3, names: ['a'] }, missingDependencies },
    'Files are missing.',
  );
  expect(boundedFacts(facts)).toEqual({
    ...facts,
    properties: {
      model: { vertexCount: 3, names: ['a'] },
      warning: expect.stringMatching(/^Files are missing\. It tells more/),
    },
  });
});

it('R-6 whatever a file tells, its properties have an end', () => {
  const long = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.nat(40_000))
    .map(([text, n]) => text.repeat(n));
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      long,
      fc.double(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 8 }), value, { maxKeys: 6 }),
      fc.option(long),
      (properties, warning) => {
        const facts = unplacedFacts(EntryType.Vector, properties, warning ?? undefined);
        const before = structuredClone(facts);
        const bounded = boundedFacts(facts);
        expect(bytesOf(bounded.properties)).toBeLessThanOrEqual(MAX_PROPERTY_BYTES);
        expect(facts).toEqual(before);
        const isShort = bytesOf(facts.properties) <= MAX_PROPERTY_BYTES;
        const said = String(bounded.properties['warning']).includes('left out');
        expect(isShort ? bounded === facts : said).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});
