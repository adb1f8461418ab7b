import type { ShDegree } from '../model/splat-model.ts';
import type { PlanePolygon, SplatRequest } from '../splat-input/request.ts';
import type { SplatOutputFormat } from '../splat-output/formats.ts';

/** Minimum and maximum x, y and z in the coordinates of the file; null for no limit. */
export interface CropBox {
  readonly minX: number | null;
  readonly minY: number | null;
  readonly minZ: number | null;
  readonly maxX: number | null;
  readonly maxY: number | null;
  readonly maxZ: number | null;
}

/** Rules for the splats to write; null for no rule. */
export interface SplatSelection {
  readonly box: CropBox;
  /** Area in longitude and latitude. */
  readonly area: PlanePolygon | null;
  /** Area in x and y of the file, instead of `area`. */
  readonly areaInCrs: PlanePolygon | null;
  /** Minimum opacity, 0 to 1. */
  readonly minOpacity: number | null;
  /** Largest standard deviation along an axis, in units of the file. */
  readonly maxScale: number | null;
}

/** Request to the program `splat-export`. */
export interface SplatExportRequest extends SplatRequest {
  readonly selection: SplatSelection;
  /** Degree of harmonics to keep; null for all. */
  readonly shDegree: ShDegree | null;
  readonly format: SplatOutputFormat;
  /** Path of the file to write. */
  readonly output: string;
}

/** Number of splats that each rule dropped. A splat counts for the first rule that it breaks. */
export interface DroppedSplats {
  readonly outsideBox: number;
  readonly outsideArea: number;
  readonly tooTransparent: number;
  readonly tooLarge: number;
}

export interface SplatExportAnswer extends DroppedSplats {
  readonly splats: number;
  /** Number of splats of the file that can be drawn. */
  readonly sourceSplats: number;
  readonly shDegree: ShDegree;
  /** Text of a file that tells where the splats lie; null where their place is unknown. */
  readonly placeText: string | null;
  readonly warnings: readonly string[];
}
