import type { ColourMapId, SpectralIndexId } from '../spectral/index.ts';
import type { RasterStyle } from './raster-style.ts';

/** The values that are drawn as the lower and the upper end of a scale. */
export type ValueRange = readonly [low: number, high: number];

/** How heights are written into colours: as Terrarium or as Mapbox does it. */
export const HEIGHT_ENCODINGS = ['terrarium', 'mapbox'] as const;
export type HeightEncoding = (typeof HEIGHT_ENCODINGS)[number];

/** How a raster is drawn where no style says it, as plain data. Bands count from 0; a range of null is that of the raster. */
export type RasterLook =
  /** Three bands as red, green and blue. */
  | { readonly kind: 'bands'; readonly bands: readonly [number, number, number]; readonly ranges: Ranges | null }
  /** One band in the colours of a scale. */
  | {
      readonly kind: 'band';
      readonly band: number;
      readonly colours: ColourMapId;
      readonly range: ValueRange | null;
    }
  /** A number made of bands, in the colours of a scale. */
  | {
      readonly kind: 'expression';
      readonly expression: SpectralIndexId;
      /** In the order of its formula. */
      readonly bands: readonly number[];
      readonly colours: ColourMapId;
      readonly range: ValueRange | null;
    }
  /** Heights in the colours of a scale, over their shaded relief. */
  | { readonly kind: 'elevation'; readonly colours: ColourMapId; readonly range: ValueRange | null }
  | HeightsLook;

/** Heights as numbers, for programs that make a terrain of them. */
export type HeightsLook = {
  readonly kind: 'heights';
  readonly encoding: HeightEncoding;
  /** Metres that are written where there is no height. Default: 0 */
  readonly fill?: number;
};

type Ranges = readonly [ValueRange, ValueRange, ValueRange];

/** What a picture of a raster may be asked to be. */
export type DrawnLook = RasterStyle | RasterLook;

/** Colours of heights unless told. */
export const ELEVATION_COLOURS: ColourMapId = 'terrain';
