import { type BandLetter, SPECTRAL_INDICES } from '../spectral/index.ts';

/**
 * How a raster is drawn: its colours as they are, an index of plants and water computed from its bands, or heights as a shaded
 * relief, with colours or without.
 */
export const RASTER_STYLES = ['default', 'NDVI', 'NDRE', 'NDWI', 'SAVI', 'EVI', 'hillshade', 'elevation'] as const;
export type RasterStyle = (typeof RASTER_STYLES)[number];
export type IndexStyle = keyof typeof INDICES;

/** A number made of the values of some bands; not finite where it is not defined. */
export interface BandIndex {
  /** Numbers of the bands, from 0, in the order that the formula takes them. */
  readonly bands: readonly number[];
  readonly formula: (first: number, second: number, third: number) => number;
}

/** The order of bands that multispectral rasters have. */
const ORDER: readonly BandLetter[] = ['R', 'G', 'B', 'Re', 'N'];

const indexOf = (style: keyof typeof SPECTRAL_INDICES): BandIndex => {
  const { bands, formula } = SPECTRAL_INDICES[style];
  return { bands: bands.map((letter) => ORDER.indexOf(letter)), formula };
};

/** As the interface defines them. */
export const INDICES = {
  NDVI: indexOf('NDVI'),
  NDRE: indexOf('NDRE'),
  NDWI: indexOf('NDWI'),
  SAVI: indexOf('SAVI'),
  EVI: indexOf('EVI'),
} as const satisfies Partial<Readonly<Record<RasterStyle, BandIndex>>>;

export const isIndexStyle = (style: RasterStyle): style is IndexStyle => style in INDICES;

/** A band as an entry's properties tell of it. */
export interface StyledBand {
  /** GDAL's name: Red, Gray, Alpha, Undefined ... */
  readonly colorInterp: string;
  /** GDAL's name: Byte, UInt16, Float32 ... Without one there are no styles of heights. */
  readonly type?: string;
}

const COLOURS = ['Red', 'Green', 'Blue', 'Alpha', 'Gray', 'Palette'];
/** Types of pictures, or of numbers that no map is made of. */
const NO_HEIGHTS = /^(?:Byte|C\w+|Unknown)$/;

/** Whether a raster of these bands holds heights, or other measures that a relief can show: one band, no picture of bytes. */
export function isElevation(bands: readonly StyledBand[]): boolean {
  const [first, ...others] = bands.filter(({ colorInterp }) => colorInterp !== 'Alpha');
  return (
    first?.type !== undefined && others.length === 0 && !NO_HEIGHTS.test(first.type) && first.colorInterp !== 'Palette'
  );
}

/**
 * The styles that a raster of these bands has. Indices are of multispectral rasters: more than three bands beside alpha, or
 * four of which one is no colour; and of those that have all bands of the formula at the place where the order red, green,
 * blue, red edge, near infrared has them.
 */
export function stylesOf(bands: readonly StyledBand[]): readonly RasterStyle[] {
  if (isElevation(bands)) return ['default', 'hillshade', 'elevation'];
  const isAlpha = (band: StyledBand | undefined): boolean => band?.colorInterp === 'Alpha';
  const isMultispectral =
    bands.filter((band) => !isAlpha(band)).length > 3 ||
    (bands.length >= 4 && bands.some(({ colorInterp }) => !COLOURS.includes(colorInterp)));
  if (!isMultispectral) return ['default'];
  const has = (number: number): boolean => number < bands.length && !isAlpha(bands[number]);
  return RASTER_STYLES.filter(
    (style) => style === 'default' || (isIndexStyle(style) && INDICES[style].bands.every(has)),
  );
}

/**
 * Red, green and blue, 0 to 255, of a value from -1 to 1: red over yellow, at 0, to green. What lies beyond is drawn as the
 * nearer end.
 */
export function rampColour(value: number): readonly [red: number, green: number, blue: number] {
  const share = (Math.max(-1, Math.min(1, value)) + 1) / 2;
  return [Math.min(1, 2 - 2 * share) * 255, Math.min(1, 2 * share) * 255, 0];
}
