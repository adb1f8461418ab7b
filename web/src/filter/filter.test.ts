import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KINDS } from '../kinds/index.ts';
import { boxOfView, formatBox, parseBox } from './box-text.ts';
import { filePart } from './filter-query.ts';
import { formatFilter, isNarrowed, parseFilter, type Filter } from './filter.ts';

const NONE: Filter = { path: '', types: [], from: '', to: '', box: null };

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);
const filters: fc.Arbitrary<Filter> = fc
  .record({
    path: fc.string(),
    types: fc.uniqueArray(fc.constantFrom(...KINDS.looks.map(({ type }) => type))),
    days: fc.tuple(fc.option(day, { nil: '' }), fc.option(day, { nil: '' })),
    corners: fc.option(fc.tuple(degrees(180), degrees(90), degrees(180), degrees(90))),
  })
  .map(({ path, types, days: [a, b], corners }) => {
    const [from, to] = a !== '' && b !== '' && a > b ? [b, a] : [a, b];
    const box =
      corners &&
      ([corners[0], Math.min(corners[1], corners[3]), corners[2], Math.max(corners[1], corners[3])] as const);
    return { path, types, from, to, box };
  });

test('a filter that is written into the address is read back', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(parseFilter(formatFilter(filter))).toEqual(filter);
    }),
  );
});

test('whatever stands in an address, what is read of it is a filter', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (kind, from, to, box) => {
      const filter = parseFilter({ kind, from, to, box });
      expect(parseFilter(formatFilter(filter))).toEqual(filter);
      expect(() => filePart(filter)).not.toThrow();
    }),
  );
});

test.each([
  [{ kind: '3,99,x,3,13' }, { types: [3, 13] }],
  [{ from: '2026-02-30', to: '2026-2-1' }, {}],
  [
    { from: '2026-05-03', to: '2026-05-01' },
    { from: '2026-05-01', to: '2026-05-03' },
  ],
  [{ box: '1,2,3' }, {}],
  [{ path: 'a/b' }, { path: 'a/b' }],
])('%j is read as %j', (text, filter) => expect(parseFilter(text)).toEqual({ ...NONE, ...filter }));

test('a folder alone leaves nothing out', () => {
  expect(isNarrowed({ ...NONE, path: 'a' })).toBe(false);
  expect(isNarrowed({ ...NONE, types: [3] })).toBe(true);
  expect(isNarrowed({ ...NONE, to: '2026-05-01' })).toBe(true);
});

test('days begin and end with the day of who looks', () => {
  const { from = '', to = '' } = filePart({ ...NONE, from: '2026-05-01', to: '2026-05-01' });
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000 - 1);
  expect(new Date(from).getHours()).toBe(0);
});

test.each([
  ['11,45,12,46', [11, 45, 12, 46]],
  ['170,-20,-170,-10', [170, -20, -170, -10]],
  ['11,46,12,45', null],
  ['11,45,12', null],
  ['11,45,12,46,1', null],
  ['11,45,,46', null],
  ['a,45,12,46', null],
  ['11,45,181,46', null],
  ['', null],
])('the box "%s" is %j', (text, box) => expect(parseBox(text)).toEqual(box));

test('the view of a map is a box on Earth, however often it was turned around', () => {
  expect(boxOfView(371, 45, 372, 46)).toEqual([11, 45, 12, 46]);
  expect(boxOfView(170, -20, 190, -10)).toEqual([170, -20, -170, -10]);
  expect(boxOfView(-400, -95, 400, 95)).toEqual([-180, -90, 180, 90]);
  const longitude = fc.double({ min: -900, max: 900, noNaN: true });
  fc.assert(
    fc.property(longitude, fc.double({ min: 0, max: 400, noNaN: true }), (west, width) => {
      const box = boxOfView(west, -1, west + width, 1);
      expect(parseBox(formatBox(box))).not.toBeNull();
    }),
  );
});
