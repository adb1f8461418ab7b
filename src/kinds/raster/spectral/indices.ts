import type { BandLetter } from './bands.ts';

/** A number made of what some bands see at one place. */
export interface SpectralIndex {
  readonly title: string;
  /** As people write it, with the letters of the bands. */
  readonly expression: string;
  /** What the formula takes, in this order. */
  readonly bands: readonly BandLetter[];
  readonly formula: (first: number, second: number, third: number) => number;
  /** Where its values lie; null where they have no natural ends. */
  readonly range: readonly [low: number, high: number] | null;
}

const UNIT = [-1, 1] as const;
const difference = (a: number, b: number): number => (a - b) / (a + b);

/**
 * Indices of plants, water and heat, on the values of the bands as they are stored (reflectance, or counts of a camera). The
 * sources of the formulas are in docs/tools.md.
 */
export const SPECTRAL_INDICES = {
  VARI: {
    title: 'Visible atmospherically resistant index',
    expression: '(G - R) / (G + R - B)',
    bands: ['R', 'G', 'B'],
    formula: (red, green, blue) => (green - red) / (green + red - blue),
    range: UNIT,
  },
  EXG: {
    title: 'Excess green',
    expression: '2 G - R - B',
    bands: ['R', 'G', 'B'],
    formula: (red, green, blue) => 2 * green - red - blue,
    range: null,
  },
  GLI: {
    title: 'Green leaf index',
    expression: '(2 G - R - B) / (2 G + R + B)',
    bands: ['R', 'G', 'B'],
    formula: (red, green, blue) => difference(2 * green, red + blue),
    range: UNIT,
  },
  vNDVI: {
    title: 'Visible NDVI',
    expression: '0.5268 R^-0.1294 G^0.3389 B^-0.3118',
    bands: ['R', 'G', 'B'],
    formula: (red, green, blue) => 0.5268 * red ** -0.1294 * green ** 0.3389 * blue ** -0.3118,
    range: null,
  },
  NDVI: {
    title: 'Normalised difference vegetation index',
    expression: '(N - R) / (N + R)',
    bands: ['N', 'R'],
    formula: difference,
    range: UNIT,
  },
  NDWI: {
    title: 'Normalised difference water index',
    expression: '(G - N) / (G + N)',
    bands: ['G', 'N'],
    formula: difference,
    range: UNIT,
  },
  GNDVI: {
    title: 'Green NDVI',
    expression: '(N - G) / (N + G)',
    bands: ['N', 'G'],
    formula: difference,
    range: UNIT,
  },
  SAVI: {
    title: 'Soil adjusted vegetation index',
    expression: '1.5 (N - R) / (N + R + 0.5)',
    bands: ['N', 'R'],
    formula: (nir, red) => ((nir - red) / (nir + red + 0.5)) * 1.5,
    range: UNIT,
  },
  EVI: {
    title: 'Enhanced vegetation index',
    expression: '2.5 (N - R) / (N + 6 R - 7.5 B + 1)',
    bands: ['N', 'R', 'B'],
    formula: (nir, red, blue) => (2.5 * (nir - red)) / (nir + 6 * red - 7.5 * blue + 1),
    range: UNIT,
  },
  NDRE: {
    title: 'Normalised difference red edge index',
    expression: '(N - Re) / (N + Re)',
    bands: ['N', 'Re'],
    formula: difference,
    range: UNIT,
  },
  NDYI: {
    title: 'Normalised difference yellowness index',
    expression: '(G - B) / (G + B)',
    bands: ['G', 'B'],
    formula: difference,
    range: UNIT,
  },
  MPRI: {
    title: 'Modified photochemical reflectance index',
    expression: '(G - R) / (G + R)',
    bands: ['G', 'R'],
    formula: difference,
    range: UNIT,
  },
  OSAVI: {
    title: 'Optimised soil adjusted vegetation index',
    expression: '(N - R) / (N + R + 0.16)',
    bands: ['N', 'R'],
    formula: (nir, red) => (nir - red) / (nir + red + 0.16),
    range: UNIT,
  },
  GRVI: {
    title: 'Green ratio vegetation index',
    expression: 'N / G',
    bands: ['N', 'G'],
    formula: (nir, green) => nir / green,
    range: null,
  },
  ENDVI: {
    title: 'Enhanced NDVI',
    expression: '(N + G - 2 B) / (N + G + 2 B)',
    bands: ['N', 'G', 'B'],
    formula: (nir, green, blue) => difference(nir + green, 2 * blue),
    range: null,
  },
  ARVI: {
    title: 'Atmospherically resistant vegetation index',
    expression: '(N - 2 R + B) / (N + 2 R + B)',
    bands: ['N', 'R', 'B'],
    formula: (nir, red, blue) => (nir - 2 * red + blue) / (nir + 2 * red + blue),
    range: UNIT,
  },
  CELSIUS: {
    title: 'Temperature in degrees Celsius',
    expression: 'T',
    bands: ['T'],
    formula: (celsius) => celsius,
    range: [-40, 150],
  },
  KELVIN: {
    title: 'Temperature in kelvin',
    expression: 'T + 273.15',
    bands: ['T'],
    formula: (celsius) => celsius + 273.15,
    range: [233.15, 423.15],
  },
} as const satisfies Readonly<Record<string, SpectralIndex>>;

export type SpectralIndexId = keyof typeof SPECTRAL_INDICES;
export const SPECTRAL_INDEX_IDS = Object.keys(SPECTRAL_INDICES) as readonly SpectralIndexId[];

/** The index of every pixel, from arrays of its bands in its order; NaN where it is not defined. */
export function computeIndex(id: SpectralIndexId, bands: readonly Float64Array[], values: Float64Array): void {
  const { formula }: SpectralIndex = SPECTRAL_INDICES[id];
  const [first = values, second = first, third = first] = bands;
  for (let at = 0; at < values.length; at++) {
    const value = formula(first[at]!, second[at]!, third[at]!);
    values[at] = Number.isFinite(value) ? value : NaN;
  }
}
