import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePage } from './code-page.ts';

it.each([
  ['UTF-8', 'UTF-8'],
  ['utf8\n', 'UTF-8'],
  ['\uFEFFUTF-8', 'UTF-8'],
  ['65001', 'UTF-8'],
  ['ANSI 1250', 'CP1250'],
  ['ansi1252', 'CP1252'],
  ['1251', 'CP1251'],
  ['windows-1257', 'CP1257'],
  ['CP866', 'CP866'],
  ['OEM 852', 'CP852'],
  ['GBK/936', 'CP936'],
  ['Big5', 'BIG5'],
  ['88592', 'ISO-8859-2'],
  ['885915', 'ISO-8859-15'],
  ['ISO 8859-1', 'ISO-8859-1'],
  ['iso-8859-7', 'ISO-8859-7'],
  ['28605', 'ISO-8859-15'],
  ['LDID/87', 'LDID/87'],
  ['ISO-8859-12', undefined],
  ['ANSI 1299', undefined],
  ['8859', undefined],
  ['', undefined],
  ['a photo', undefined],
])('%j is %s', (text, encoding) => expect(codePage(text)).toBe(encoding));

it('answers any text with a name without blanks, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(codePage(text) ?? 'X').toMatch(/^[A-Z\d_/-]+$/);
    }),
  );
});
