/** What is known of an opened COG, as plain data. Everything that decides what to draw starts from here. */

export type SampleType = 'uint8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'float32' | 'float64';

export type Compression = 'none' | 'deflate' | 'jpeg';

/** What a band means, by its position and GDAL's `COLORINTERP` metadata. */
export type BandColour = 'red' | 'green' | 'blue' | 'alpha' | 'grey' | 'other';

/** Statistics of one band, from the build's sidecar. */
export interface BandStats {
  readonly min: number;
  readonly max: number;
  /** 2nd and 98th percentile, when the sidecar has them. */
  readonly p2?: number;
  readonly p98?: number;
  readonly mean?: number;
  /** Standard deviation. */
  readonly std?: number;
}

/** What the file says of a band: its name, and what a stored number stands for: `value * scale + offset` in a unit. */
export interface BandWords {
  /** Empty for none. */
  readonly name: string;
  /** Empty for none. */
  readonly unit: string;
  readonly scale: number;
  readonly offset: number;
}

/** One resolution of the raster. Pixels are counted in the WebMercatorQuad grid of its zoom. */
export interface CogLevel {
  readonly zoom: number;
  /** World pixel of the raster's north-west corner. */
  readonly left: number;
  readonly top: number;
  /** Extent in pixels. */
  readonly width: number;
  readonly height: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly columns: number;
  readonly rows: number;
  readonly hasMask: boolean;
}

export interface CogFacts {
  /** Descending resolution; the first is the full one. Zooms fall strictly, not always by one. */
  readonly levels: readonly [CogLevel, ...CogLevel[]];
  readonly bandCount: number;
  /** By band, first band first. */
  readonly colours: readonly BandColour[];
  /** By band, first band first. */
  readonly words: readonly BandWords[];
  /** Metres in a unit of the first band, where its values are heights; null where the file does not tell. */
  readonly metresPerUnit: number | null;
  readonly sampleType: SampleType;
  /** Value that means "nothing here", in every band; null when there is none (or none the type can hold). */
  readonly nodata: number | null;
  readonly compression: Compression;
  readonly interleave: 'pixel' | 'band';
  /** By band, first band first; null without a sidecar. */
  readonly stats: readonly (BandStats | null)[] | null;
}

export const SAMPLE_BYTES: Readonly<Record<SampleType, number>> = {
  uint8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float32: 4,
  float64: 8,
};
