import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAND_FILTER, bandOrder, readBandFilter } from './bands.ts';
import { COLOUR_MAP_IDS, colourScale, SCALE_STEPS, scaleStep } from './colour-maps.ts';
import { computeIndex, SPECTRAL_INDEX_IDS, SPECTRAL_INDICES, type SpectralIndex } from './indices.ts';

describe('indices', () => {
  it.each([
    ['NDVI', [0.5, 0.1], 0.4 / 0.6],
    ['EVI', [0.5, 0.1, 0.05], 1 / (0.5 + 0.6 - 0.375 + 1)],
    ['SAVI', [0.5, 0.1], (1.5 * 0.4) / 1.1],
    ['OSAVI', [0.5, 0.1], 0.4 / 0.76],
    ['VARI', [0.1, 0.3, 0.05], 0.2 / 0.35],
    ['GLI', [0.1, 0.3, 0.05], 0.45 / 0.75],
    ['EXG', [10, 30, 5], 45],
    ['vNDVI', [1, 1, 1], 0.5268],
    ['ENDVI', [0.5, 0.3, 0.1], 0.6 / 1],
    ['ARVI', [0.5, 0.1, 0.05], 0.35 / 0.75],
    ['GRVI', [0.6, 0.3], 2],
    ['KELVIN', [20], 293.15],
  ] as const)('%s of %j', (id, bands, expected) => {
    const values = new Float64Array(1);
    computeIndex(
      id,
      bands.map((value) => Float64Array.of(value)),
      values,
    );
    expect(values[0]).toBeCloseTo(expected, 12);
  });

  it('are numbers or NaN, never infinite, whatever the bands hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SPECTRAL_INDEX_IDS),
        fc.array(fc.double(), { minLength: 3, maxLength: 9 }),
        (id, all) => {
          const count = Math.floor(all.length / 3);
          const bands = [0, 1, 2].map((band) => Float64Array.from(all.slice(band * count, (band + 1) * count)));
          const values = new Float64Array(count);
          computeIndex(id, bands, values);
          const { formula }: SpectralIndex = SPECTRAL_INDICES[id];
          values.forEach((value, at) => {
            const exact = formula(bands[0]![at]!, bands[1]![at]!, bands[2]![at]!);
            expect(value).toBe(Number.isFinite(exact) ? exact : NaN);
          });
        },
      ),
    );
  });

  it('of the form (a - b) / (a + b) lie within their range for all that cameras measure', () => {
    const unit = SPECTRAL_INDEX_IDS.filter((id) =>
      ['NDVI', 'NDWI', 'GNDVI', 'NDRE', 'NDYI', 'MPRI', 'GLI'].includes(id),
    );
    const value = fc.double({ min: 0, max: 65_535, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...unit), value, value, value, (id, ...bands) => {
        const values = new Float64Array(1);
        computeIndex(
          id,
          bands.map((each) => Float64Array.of(each)),
          values,
        );
        expect(Number.isNaN(values[0]!) || Math.abs(values[0]!) <= 1 + 1e-12).toBe(true);
      }),
    );
  });
});

describe('what bands see', () => {
  const band = (name: string, colorInterp = 'Undefined') => ({ name, colorInterp });
  const letters = (...given: Parameters<typeof bandOrder>) => Object.fromEntries(bandOrder(...given));

  it('comes from the filter, then from names, then from colours, then from the usual order', () => {
    const named = ['Blue', 'Green', 'Red', 'Red edge', 'NIR'].map((name) => band(name));
    expect(letters(named, 'RGBLN')).toEqual({ R: 1, G: 2, B: 3, L: 4, N: 5 });
    expect(letters(named, null)).toEqual({ B: 1, G: 2, R: 3, Re: 4, N: 5 });
    const coloured = ['Blue', 'Green', 'Red', 'Alpha'].map((colour) => band('', colour));
    expect(letters(coloured, null)).toEqual({ B: 1, G: 2, R: 3 });
    const bare = Array.from({ length: 6 }, () => band(''));
    expect(letters(bare, null)).toEqual({ R: 1, G: 2, B: 3, Re: 4, N: 5 });
    expect(letters(bare.slice(0, 4), null)).toEqual({ R: 1, G: 2, B: 3, N: 4 });
    expect(letters(bare.slice(0, 1), null)).toEqual({ T: 1 });
    expect(letters(bare.slice(0, 2), null)).toEqual({});
  });

  it('is nothing for alpha, wherever it stands', () => {
    const coloured = (...colours: readonly string[]) => colours.map((colour) => band('', colour));
    expect(letters(coloured('Red', 'Green', 'Blue', 'Alpha', 'Undefined'), null)).toEqual({ R: 1, G: 2, B: 3, N: 5 });
    expect(letters(coloured('Alpha', 'Blue', 'Green', 'Red', 'NIR'), null)).toEqual({ B: 2, G: 3, R: 4, N: 5 });
    expect(letters(coloured('Gray', 'Undefined', 'Alpha', 'Undefined'), null)).toEqual({ R: 1, G: 2, B: 4 });
    expect(letters(coloured('Alpha', 'Gray'), null)).toEqual({ T: 2 });
  });

  it('a filter is read as it was written', () => {
    const letter = fc.constantFrom('R', 'G', 'B', 'N', 'Re', 'T', 'L', 'P');
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 32 }), (given) => {
        expect(given.join('')).toMatch(new RegExp(BAND_FILTER));
        expect(readBandFilter(given.join(''))).toEqual(given);
      }),
    );
  });
});

describe('colour scales', () => {
  it.each(COLOUR_MAP_IDS.filter((id) => id !== 'discrete_ndvi'))(
    '%s goes from one end to the other without a jump',
    (id) => {
      const scale = colourScale(id);
      expect(scale).toHaveLength(3 * SCALE_STEPS);
      const jumps = scale.subarray(3).map((value, at) => Math.abs(value - scale[at]!));
      expect(Math.max(...jumps)).toBeLessThanOrEqual(2);
      expect(scale.slice(0, 3)).not.toEqual(scale.slice(-3));
    },
  );

  it('discrete_ndvi has ten classes of a fifth each', () => {
    const scale = colourScale('discrete_ndvi');
    const at = (value: number): string =>
      scale
        .slice(3 * scaleStep(value, -1, 1))
        .subarray(0, 3)
        .join();
    expect(new Set([-0.9, -0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7, 0.9].map(at)).size).toBe(10);
    for (const low of [-1, -0.8, 0, 0.2, 0.6]) expect(at(low + 1e-9)).toBe(at(low + 0.2 - 1e-9));
  });

  it('every value has a step, and a greater one none below', () => {
    const value = fc.double({ noNaN: true });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [low, high] = [scaleStep(Math.min(one, other), -1, 1), scaleStep(Math.max(one, other), -1, 1)];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThan(SCALE_STEPS);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
    expect(scaleStep(0.6, -1, 1)).toBe(0.8 * SCALE_STEPS);
  });
});
