import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiWithout, textPiece, TextWriter } from './text-writer.ts';

function textOf(write: (out: TextWriter) => void): string {
  const out = new TextWriter();
  write(out);
  return new TextDecoder().decode(out.take());
}

it('numbers are those that JavaScript rounds to, without zeros at the end', () => {
  const numbers = fc.oneof(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.integer(), fc.maxSafeInteger());
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 9 }), (value, decimals) => {
      const read = Number(textOf((out) => out.number(value, decimals)));
      expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals * 1.001 + Math.abs(value) * 1e-15);
    }),
  );
  expect(textOf((out) => [0.5, -0, 1e-10, -12.340_000_001, 7, 1e20, -1e-9].forEach((value) => out.number(value)))).toBe(
    '0.500-12.3400000017100000000000000000000-0.000000001',
  );
});

it('pieces are what they were made of, one behind the other, however long', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.nat(600_000), (given, filled) => {
      const whole = 'x'.repeat(filled) + given.join('');
      const written = textOf((out) => {
        out.piece(textPiece('x'.repeat(filled)));
        given.map(textPiece).forEach((piece) => out.piece(piece));
      });
      expect(written).toBe(whole);
    }),
    { numRuns: 10 },
  );
});

it('plain texts are written as a whole or not at all', () => {
  const allowed = asciiWithout('&<');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '~', '&', '<', '\n', '\u007f', 'ä', '€') }), (text) => {
      let isWritten: boolean | undefined;
      const written = textOf((out) => {
        out.text('|');
        isWritten = out.plainText(text, allowed);
        out.text('|');
      });
      expect(isWritten).toBe(/^[a ~]*$/.test(text));
      expect(written).toBe(isWritten ? `|${text}|` : '||');
    }),
  );
});
