import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRowReader } from './csv-columns.ts';

/** A table as programs write it: values in quotes where they must be. */
const written = (rows: readonly (readonly string[])[], delimiter: string): string =>
  rows
    .map((row) =>
      row.map((value) => (/["\r\n,;\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(delimiter),
    )
    .join('\n');

it('rows are what was written, however the text is cut into pieces', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '😀') });
  const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t'), fc.nat(200), (wanted, delimiter, cut) => {
      const text = written(wanted, delimiter);
      const reader = createRowReader(delimiter);
      expect([...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut)), ...reader.end()]).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});
