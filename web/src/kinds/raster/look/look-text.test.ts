import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLook, parseLook, type Range, type RasterLook } from './look-text.ts';
import { lookQuery } from './look-query.ts';

const value = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }).map((it) => it + 0);
const range = fc
  .tuple(value, value)
  .filter(([low, high]) => low !== high)
  .map(([one, other]): Range => (one < other ? [one, other] : [other, one]));
const band = fc.integer({ min: 1, max: 99_999 });
const colours = fc.constantFrom('viridis', 'discrete_ndvi', 'rdylgn');
const scale = { colours, range: fc.option(range) };
const looks: fc.Arbitrary<RasterLook> = fc.oneof(
  fc.constantFrom<RasterLook>({ kind: 'default' }, { kind: 'hillshade' }),
  fc.record({
    kind: fc.constant('bands' as const),
    bands: fc.tuple(band, band, band),
    ranges: fc.option(fc.tuple(range, range, range)),
  }),
  fc.record({ kind: fc.constant('band' as const), band, ...scale }),
  fc.record({ kind: fc.constant('index' as const), index: fc.constantFrom('NDVI', 'vNDVI'), ...scale }),
  fc.record({ kind: fc.constant('elevation' as const), ...scale }),
);

describe('the look in the address', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(looks, (look) => {
        expect(parseLook(formatLook(look))).toEqual(look);
      }),
    );
  });

  test('is read strictly: what is read is written the same, whatever the text', () => {
    const parts = fc.constantFrom(
      'band',
      'bands',
      'index',
      'elevation',
      'hillshade',
      'default',
      ':',
      '1',
      '-',
      '..',
      'a',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(parts).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (one) => {
        const look = parseLook(one);
        return look === undefined || one === '' || parseLook(formatLook(look)) !== undefined;
      }),
    );
  });

  test.each([
    'NDVI',
    'bands',
    'bands:1-2',
    'bands:1-2-3-4',
    'bands:0-1-2',
    'bands:1-2-3:0..1',
    'bands:1-2-3:0..1:0..1:0..1:0..1',
    'band:1',
    'band:1:',
    'band:x:viridis',
    'band:1:viridis:1..1',
    'band:1:viridis:2..1',
    'band:1:viridis:0..NaN',
    'band:1:viridis:0..1e999',
    'band:1:viridis:0..1:2',
    'band:1:Viridis&x=1',
    'index:../x:viridis',
    'hillshade:1',
    'default:',
  ])('"%s" is none', (text) => expect(parseLook(text)).toBeUndefined());

  test('is short, and what a person would write', () => {
    expect(formatLook({ kind: 'index', index: 'NDVI', colours: 'rdylgn', range: [-1, 1] })).toBe(
      'index:NDVI:rdylgn:-1..1',
    );
    expect(formatLook({ kind: 'bands', bands: [4, 3, 2], ranges: null })).toBe('bands:4-3-2');
  });
});

test.each([
  ['', {}],
  ['hillshade', { style: 'hillshade' }],
  ['bands:4-3-2:0..1:2..3:4..5', { bands: '4,3,2', rescale: '0,1,2,3,4,5' }],
  ['band:2:viridis', { bands: '2', colormap: 'viridis' }],
  ['index:NDVI:rdylgn:-1..1', { expression: 'NDVI', colormap: 'rdylgn', rescale: '-1,1' }],
  ['elevation:terrain:400..410.5', { style: 'elevation', colormap: 'terrain', rescale: '400,410.5' }],
])('the look "%s" asks the service for %j', (text, query) =>
  expect(lookQuery(parseLook(text) ?? { kind: 'default' })).toEqual(query),
);
