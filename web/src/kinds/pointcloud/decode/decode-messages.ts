import type { PointFormat } from '../copc/copc-header.ts';
import type { Triple } from '../../../scene/geometry/triple.ts';

/** How the points of a cloud are stored. */
export type PointLayout = {
  readonly format: PointFormat;
  readonly recordBytes: number;
  readonly scale: Triple;
  readonly offset: Triple;
};

/** What is asked of the worker. The chunk is handed over. */
export type DecodeRequest = PointLayout & {
  readonly id: number;
  readonly chunk: ArrayBuffer;
  readonly count: number;
} & (PointsWanted | RecordWanted);

export type PointsWanted = {
  readonly wanted: 'points';
  /** Place that positions are relative to, in the CRS of the cloud. */
  readonly base: Triple;
  /** Bits that a stored colour is larger than one of 8 bits; null: find out. */
  readonly colourShift: 0 | 8 | null;
};

export type RecordWanted = { readonly wanted: 'record'; readonly index: number };

/** Points as the graphics card takes them. */
export type DecodedPoints = {
  /** x, y, z of each point, relative to the base. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Red, green, blue and class of each point. */
  readonly colours: Uint8Array<ArrayBuffer>;
  /** Intensity, and number of the return + 16 × number of returns. */
  readonly values: Uint16Array<ArrayBuffer>;
  readonly colourShift: 0 | 8;
  /** True if a point has a colour that is not black. */
  readonly hasColour: boolean;
  /** Intensities that 2 % of the points are below and above. */
  readonly intensityRange: readonly [low: number, high: number];
  /** Classes that occur. */
  readonly classes: readonly number[];
};

export type DecodeAnswer = { readonly id: number } & (
  | { readonly kind: 'points'; readonly points: DecodedPoints }
  | { readonly kind: 'record'; readonly record: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly isDamaged: boolean; readonly message: string }
);
