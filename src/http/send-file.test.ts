import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attachment } from './send-file.ts';

it('C-6 offers any file name without letting it end the header', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a"b\r\nX: y', 'é;=', "it's (1)*.tif", '100%.tif'),
      ),
      (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[ !#$&-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]*$/);
        expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(name.toWellFormed());
      },
    ),
    { numRuns: 1000 },
  );
});
