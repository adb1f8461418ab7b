import type { VectorFormat } from '../../vector/read/open-vector.ts';
import type { HeightSource } from '../../../geodata/surface/heights.ts';

/** GeoJSON in longitude and latitude, or the polygons of all layers of a file. */
export type AreaSource =
  | {
      readonly polygon: { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] };
    }
  | { readonly vector: { readonly path: string; readonly format: VectorFormat } };

/** What the program `terrain-volume` is asked for. */
export interface VolumeRequest extends HeightSource {
  readonly area: AreaSource;
  readonly base:
    | { readonly kind: 'plane' | 'lowest' | 'triangulated' }
    /** In units of the file. */
    | { readonly kind: 'elevation'; readonly elevation: number }
    | { readonly kind: 'surface'; readonly surface: HeightSource };
  /** Standard error of a height, in metres. */
  readonly heightError: number | null;
  /** Absolute path of a file that may be made for the time of the work. */
  readonly scratch: string;
}

/** Standard errors in cubic metres; null where nothing is known. */
export interface VolumeErrors {
  /** Error when the errors of heights have nothing to do with each other: σ √Σ(cA)². */
  readonly independent: number | null;
  /** Error when all heights are wrong alike: σ ΣcA. */
  readonly common: number | null;
  /** Error of a fitted base. */
  readonly base: number | null;
}

/** Lengths in metres, areas in square metres, volumes in cubic metres. */
export interface AreaVolume {
  readonly name: string;
  readonly area: number;
  /** The part of it without heights, which counts for nothing. */
  readonly areaWithoutHeights: number;
  /** Above the base: to be taken away. */
  readonly cut: number;
  /** Below the base: to be filled. */
  readonly fill: number;
  /** Cut less fill. */
  readonly net: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Mean height of the base below the area. */
  readonly baseHeight: number | null;
  readonly errors: VolumeErrors;
}

export interface VolumeAnswer {
  readonly measure: 'grid' | 'ellipsoid';
  readonly areas: readonly AreaVolume[];
}
