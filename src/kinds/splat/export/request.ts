import type { ShDegree } from '../model/splat-model.ts';
import type { PlanePolygon, SplatRequest } from '../splat-input/request.ts';
import type { SplatOutputFormat } from '../splat-output/formats.ts';

/** Lowest and highest x, y and z in the coordinates of the file; null: no limit. */
export interface CropBox {
  readonly minX: number | null;
  readonly minY: number | null;
  readonly minZ: number | null;
  readonly maxX: number | null;
  readonly maxY: number | null;
  readonly maxZ: number | null;
}

/** Which splats are written. */
export interface SplatSelection {
  readonly box: CropBox;
  /** In longitude and latitude. */
  readonly area: PlanePolygon | null;
  /** In x and y of the file, instead of `area`. */
  readonly areaInCrs: PlanePolygon | null;
  /** 0 to 1. */
  readonly minOpacity: number | null;
  /** Largest standard deviation along an axis, in units of the file. */
  readonly maxScale: number | null;
}

/** What the program `splat-export` is asked for. */
export interface SplatExportRequest extends SplatRequest {
  readonly selection: SplatSelection;
  /** Highest band of harmonics to keep; null: all. */
  readonly shDegree: ShDegree | null;
  readonly format: SplatOutputFormat;
  /** File to write. */
  readonly output: string;
}

/** Splats that each rule dropped; each counts for the first rule that it breaks. */
export interface DroppedSplats {
  readonly outsideBox: number;
  readonly outsideArea: number;
  readonly tooTransparent: number;
  readonly tooLarge: number;
}

export interface SplatExportAnswer extends DroppedSplats {
  readonly splats: number;
  /** Splats of the file that can be drawn. */
  readonly sourceSplats: number;
  readonly shDegree: ShDegree;
  /** Text of a file that tells where they lie; null: nobody knows. */
  readonly placeText: string | null;
  readonly warnings: readonly string[];
}
