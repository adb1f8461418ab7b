import { describe, expect, it } from 'vitest';
import { INDICES, rampColour, stylesOf } from './raster-style.ts';

const named = (names: string) => names.split(' ').map((colorInterp) => ({ colorInterp }));

describe('styles', () => {
  it.each([
    ['Gray', ['default']],
    ['Red Green Blue', ['default']],
    ['Red Green Blue Alpha', ['default']],
    ['Palette', ['default']],
    // Four bands: what comes fourth is red edge by the order of bands, and near infrared is not there.
    ['Red Green Blue Undefined', ['default']],
    ['Red Green Blue NIR', ['default']],
    ['Red Green Blue Undefined Alpha', ['default']],
    ['Red Green Blue Undefined Undefined', ['default', 'NDVI', 'NDRE', 'NDWI', 'SAVI', 'EVI']],
    ['Gray Undefined Undefined Undefined Undefined Undefined', ['default', 'NDVI', 'NDRE', 'NDWI', 'SAVI', 'EVI']],
    ['Red Green Blue Alpha Undefined', ['default', 'NDVI', 'NDWI', 'SAVI', 'EVI']],
  ])('of bands %s', (bands, styles) => expect(stylesOf(named(bands))).toEqual(styles));

  it('compute what the interface defines', () => {
    const [red, green, blue, edge, nir] = [0.12, 0.2, 0.05, 0.31, 0.52];
    const values = [red, green, blue, edge, nir];
    const value = (style: keyof typeof INDICES): number => {
      const [first = NaN, second = NaN, third = NaN] = INDICES[style].bands.map((band) => values[band]!);
      return INDICES[style].formula(first, second, third);
    };
    expect(value('NDVI')).toBeCloseTo(0.4 / 0.64, 12);
    expect(value('NDRE')).toBeCloseTo(0.21 / 0.83, 12);
    expect(value('NDWI')).toBeCloseTo(-0.32 / 0.72, 12);
    expect(value('SAVI')).toBeCloseTo((0.4 / 1.14) * 1.5, 12);
    expect(value('EVI')).toBeCloseTo((2.5 * 0.4) / (0.52 + 0.72 - 0.375 + 1), 12);
    expect(INDICES.NDVI.formula(0, 0, 0)).toBeNaN();
  });

  it('go from red over yellow to green', () => {
    expect([-7, -1, -0.5, 0, 0.5, 1, 2].map((value) => rampColour(value))).toEqual([
      [255, 0, 0] as const,
      [255, 0, 0] as const,
      [255, 127.5, 0] as const,
      [255, 255, 0] as const,
      [127.5, 255, 0] as const,
      [0, 255, 0] as const,
      [0, 255, 0] as const,
    ]);
  });
});
