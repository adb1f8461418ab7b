import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../errors/index.ts';
import { COLOUR_MAP_IDS, SPECTRAL_INDEX_IDS } from '../spectral/index.ts';
import { HEIGHT_ENCODINGS } from '../maps/raster-look.ts';
import { RASTER_STYLES } from '../maps/raster-style.ts';
import type { BandColour, CogFacts, SampleType } from '../cog/cog-facts.ts';
import type { AskedLook } from './asked-look.ts';
import { traitsOf } from './raster-traits.ts';
import { readLook } from './read-look.ts';

const raster = (colours: string, sampleType: SampleType = 'uint16', names = '') => {
  const bands = colours.split(' ') as BandColour[];
  const words = bands.map((_, band) => ({ name: names.split(' ')[band] ?? '', unit: '', scale: 1, offset: 0 }));
  return traitsOf({ bandCount: bands.length, colours: bands, sampleType, words } satisfies Partial<CogFacts>);
};
const heights = raster('grey', 'float32');
const ortho = raster('red green blue alpha', 'uint8');
const grey = raster('grey', 'uint8');
const multispectral = raster('grey other other other other');
const named = raster('grey other other', 'uint16', 'NIR Red Green');

describe('what a raster may look like', () => {
  it.each([
    ['heights', heights, ['default', 'hillshade', 'elevation'], [], true],
    ['heights with alpha', raster('grey alpha', 'int16'), ['default', 'hillshade', 'elevation'], [], true],
    ['a picture of bytes', grey, ['default'], [], false],
    [
      'temperatures',
      raster('grey', 'float32', 'thermal'),
      ['default', 'hillshade', 'elevation'],
      ['CELSIUS', 'KELVIN'],
      true,
    ],
    ['an orthophoto', ortho, ['default'], ['VARI', 'EXG', 'GLI', 'vNDVI', 'NDYI', 'MPRI'], false],
    ['named bands', named, ['default'], ['NDVI', 'NDWI', 'GNDVI', 'SAVI', 'MPRI', 'OSAVI', 'GRVI'], false],
  ])('is told of %s', (_, traits, styles, indices, isElevation) => {
    expect(traits.styles).toEqual(styles);
    expect(traits.indices.map(({ id }) => id)).toEqual(indices);
    expect(traits.isElevation).toBe(isElevation);
  });

  it('is computed from the bands that are called so', () => {
    expect(named.indices[0]).toEqual({ id: 'NDVI', bands: [0, 1] });
    expect(multispectral.indices.find(({ id }) => id === 'NDVI')).toEqual({ id: 'NDVI', bands: [4, 0] });
  });
});

describe('a look that is asked for', () => {
  it.each<[string, AskedLook, typeof heights, ReturnType<typeof readLook>]>([
    ['nothing', {}, heights, 'default'],
    ['the default style', { style: 'default' }, multispectral, 'default'],
    ['a style', { style: 'NDVI' }, multispectral, 'NDVI'],
    ['a relief', { style: 'hillshade' }, heights, 'hillshade'],
    ['heights in colours', { style: 'elevation' }, heights, 'elevation'],
    [
      'others',
      { style: 'elevation', colormap: 'magma' },
      heights,
      { kind: 'elevation', colours: 'magma', range: null },
    ],
    [
      'a range of them',
      { style: 'elevation', rescale: '-1.5,2e3' },
      heights,
      { kind: 'elevation', colours: 'terrain', range: [-1.5, 2000] },
    ],
    [
      'one band',
      { bands: '4', colormap: 'viridis' },
      multispectral,
      { kind: 'band', band: 3, colours: 'viridis', range: null },
    ],
    ['a stretch of grey', { rescale: '5,9' }, heights, { kind: 'band', band: 0, colours: 'grayscale', range: [5, 9] }],
    ['three bands', { bands: '4,3,2' }, multispectral, { kind: 'bands', bands: [3, 2, 1], ranges: null }],
    [
      'one range for all',
      { rescale: '0,9' },
      multispectral,
      {
        kind: 'bands',
        bands: [0, 1, 2],
        ranges: [
          [0, 9],
          [0, 9],
          [0, 9],
        ],
      },
    ],
    [
      'a range for each',
      { bands: '1,2,3', rescale: '0,1,2,3,4,5' },
      ortho,
      {
        kind: 'bands',
        bands: [0, 1, 2],
        ranges: [
          [0, 1],
          [2, 3],
          [4, 5],
        ],
      },
    ],
    [
      'an index',
      { expression: 'NDVI' },
      multispectral,
      { kind: 'expression', expression: 'NDVI', bands: [4, 0], colours: 'rdylgn', range: null },
    ],
    ['a terrain', { encoding: 'terrarium' }, heights, { kind: 'heights', encoding: 'terrarium' }],
    ['a terrain at 0', { encoding: 'terrarium', fill: '0' }, heights, { kind: 'heights', encoding: 'terrarium' }],
    [
      'a terrain around a height',
      { encoding: 'mapbox', fill: '-12.5' },
      heights,
      { kind: 'heights', encoding: 'mapbox', fill: -12.5 },
    ],
  ])('is %s', (_, asked, traits, look) => expect(readLook(asked, traits)).toEqual(look));

  it.each<[string, AskedLook, typeof heights, RegExp]>([
    ['two kinds', { style: 'NDVI', bands: '1' }, multispectral, /style, bands only one/],
    ['a style that it has not', { style: 'hillshade' }, ortho, /no style hillshade; it has default\./],
    ['an index that it has not', { expression: 'NDVI' }, ortho, /not the bands .* VARI, EXG/],
    ['an index of a picture', { expression: 'NDVI' }, grey, /bands of no index/],
    ['a band that it has not', { bands: '6' }, multispectral, /no band 6; it has the bands 1 to 5/],
    ['alpha', { bands: '1,2,4' }, ortho, /Band 4 tells what shows/],
    ['a colormap of three bands', { colormap: 'magma' }, ortho, /colours one band/],
    ['a fixed style in colours', { style: 'NDVI', colormap: 'magma' }, multispectral, /are fixed/],
    ['a relief of a range', { style: 'hillshade', rescale: '0,1' }, heights, /are fixed/],
    ['a range the wrong way', { rescale: '9,5' }, heights, /lower one/],
    ['a range of nothing', { rescale: '5,5' }, heights, /lower one/],
    ['three ranges of one band', { rescale: '0,1,0,1,0,1' }, heights, /one pair/],
    ['heights of a picture', { encoding: 'mapbox' }, ortho, /one band of heights/],
    ['a fill without heights', { fill: '3' }, heights, /with an encoding/],
    ['heights in colours', { encoding: 'mapbox', colormap: 'magma' }, heights, /are fixed/],
  ])('is refused: %s', (_, asked, traits, message) => {
    const read = () => readLook(asked, traits);
    expect(read).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    expect(read).toThrow(message);
  });

  it('is read to numbers that are finite and in order, or refused in words', () => {
    const number = fc.oneof(
      fc.integer({ min: -99_999, max: 99_999 }).map(String),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(3)),
      fc.constantFrom('1e9', '-2.5E-3', '0', '-0', '999999999999999e99'),
    );
    const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
    const asked = fc.record({
      style: maybe(fc.constantFrom(...RASTER_STYLES)),
      bands: maybe(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 3 }).map(String)),
      rescale: maybe(
        fc.constantFrom(2, 6).chain((count) => fc.array(number, { minLength: count, maxLength: count }).map(String)),
      ),
      colormap: maybe(fc.constantFrom(...COLOUR_MAP_IDS)),
      expression: maybe(fc.constantFrom(...SPECTRAL_INDEX_IDS)),
      encoding: maybe(fc.constantFrom(...HEIGHT_ENCODINGS)),
    });
    fc.assert(
      fc.property(asked, fc.constantFrom(heights, ortho, grey, multispectral, named), (wanted, traits) => {
        expect(outcomeOf(wanted as AskedLook, traits)).toMatch(/^(?:refused|plain data with ranges in order)$/);
      }),
      { numRuns: 500 },
    );
  });

  it('is another one whenever anything of it is', () => {
    const looks: AskedLook[] = [
      ...COLOUR_MAP_IDS.flatMap((colormap) => [
        { colormap, bands: '1' },
        { colormap, expression: 'NDVI' as const },
      ]),
      ...['1,2,3', '3,2,1', '1,2,2', '2', '3', '5,4,3'].map((bands) => ({ bands })),
      ...['0,1', '0,1.5', '-1,1', '0,1,0,1,0,2'].map((rescale) => ({ rescale, bands: '1,2,3' })),
      ...multispectral.styles.filter((style) => style !== 'default').map((style) => ({ style })),
      ...multispectral.indices.filter(({ id }) => id !== 'NDVI').map(({ id }) => ({ expression: id })),
    ];
    const keys = looks.map((look) => JSON.stringify(readLook(look, multispectral)));
    expect(new Set(keys).size).toBe(looks.length);
  });
});

function outcomeOf(asked: AskedLook, traits: typeof heights): string {
  try {
    const look = readLook(asked, traits);
    const isPlain = isDeepStrictEqual(JSON.parse(JSON.stringify(look)), look);
    return isPlain && rangesOf(look).every(([low, high]) => low < high && Number.isFinite(high - low))
      ? 'plain data with ranges in order'
      : `unsound: ${JSON.stringify(look)}`;
  } catch (refusal) {
    return refusal instanceof ServiceError && refusal.code === 'invalid-input' ? 'refused' : String(refusal);
  }
}

function rangesOf(look: ReturnType<typeof readLook>): readonly (readonly [number, number])[] {
  if (typeof look === 'string' || look.kind === 'heights') return [];
  if (look.kind === 'bands') return look.ranges ?? [];
  return look.range === null ? [] : [look.range];
}
