import type { Position } from '../model/measurement.ts';
import type { VolumeBase } from '../model/volume-base.ts';

/** Heights along a line. All in metres. */
export type Profile = {
  readonly length: number;
  readonly distances: readonly number[];
  /** Null where the file has none. */
  readonly heights: readonly (number | null)[];
  readonly positions: readonly Position[];
};

/** Metres, square metres and cubic metres. */
export type Volume = {
  readonly cut: number;
  readonly fill: number;
  readonly net: number;
  readonly area: number;
  /** Part of the area without heights, which counts for nothing. */
  readonly missing: number;
  readonly baseHeight: number;
  readonly cellSize: readonly [x: number, y: number];
  /** True if an overview was summed, as the area has too many cells. */
  readonly isCoarse: boolean;
};

/** What elevation files of a dataset say. Each call throws `ApiError`. */
export type HeightPort = {
  /** Metres; null where the file has none. */
  readonly heightAt: (surface: string, at: Position, signal: AbortSignal) => Promise<number | null>;
  /** Metres of the unit that the file's heights have. */
  readonly unitOf: (surface: string, signal: AbortSignal) => Promise<number>;
  readonly profile: (surface: string, line: readonly Position[], signal: AbortSignal) => Promise<Profile>;
  readonly volume: (
    surface: string,
    corners: readonly Position[],
    base: VolumeBase,
    signal: AbortSignal,
  ) => Promise<Volume>;
};
