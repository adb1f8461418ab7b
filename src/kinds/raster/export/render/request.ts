import type { ColourMapId, SpectralIndexId } from '../../spectral/index.ts';
import type { RasterKind } from '../../../../geodata/raster-kinds.ts';

/** What is written of a raster: colours of 8 bits and their alpha, or the numbers of an index. Bands are numbered from 1. */
export type Rendering =
  /** One band or three, each from `low`, which becomes 0, to `high`, which becomes 255. */
  | { readonly kind: 'shades'; readonly bands: readonly number[]; readonly low: number; readonly high: number }
  /** The colours that the file itself gives to the values of its first band. */
  | { readonly kind: 'palette' }
  | {
      readonly kind: 'index';
      readonly index: SpectralIndexId;
      readonly bands: readonly number[];
      readonly colours: ColourMapId;
      /** Ends of the scale; null for those of the values themselves. */
      readonly range: readonly [low: number, high: number] | null;
    }
  /** Numbers of 32 bits, NaN where there is none. */
  | { readonly kind: 'index-values'; readonly index: SpectralIndexId; readonly bands: readonly number[] };

export interface RenderRequest {
  readonly path: string;
  readonly kind: RasterKind;
  /** A GeoTIFF that is not there yet. */
  readonly destination: string;
  readonly rendering: Rendering;
  /** Whether places without a value are white, for formats that cannot be transparent. */
  readonly white: boolean;
  /** Whether it is what somebody gets, rather than what another program reads once. */
  readonly isLast: boolean;
}

export interface RenderAnswer {
  /** Ends of the scale; null where there is none. */
  readonly range: readonly [low: number, high: number] | null;
  /** Pixels that show. */
  readonly shown: number;
}
