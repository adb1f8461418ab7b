import type { VectorFormat } from '../read/open-vector.ts';
import type { Condition } from './conditions.ts';
import type { ExportFormat } from './formats.ts';

/** What is asked of the program `vector-export`. */
export interface VectorExportRequest {
  readonly path: string;
  readonly format: VectorFormat;
  /** What a layer is called that has no name of its own. */
  readonly stem: string;
  /** Names of layers; null: all. */
  readonly layers: readonly string[] | null;
  readonly output: ExportFormat;
  /** `EPSG:n`; null: that of each layer, or what the format asks for. */
  readonly crs: string | null;
  /** West, south, east and north in degrees: features that meet it. */
  readonly bbox: readonly [number, number, number, number] | null;
  readonly conditions: readonly Condition[];
  /** Whether one of the conditions is enough. */
  readonly any: boolean;
  /** Names of attributes, in this order; null: all. */
  readonly fields: readonly string[] | null;
  /** An empty folder for the output, and for copies on the way. */
  readonly folder: string;
}

/** What came of it. */
export interface VectorExportAnswer {
  /** Absolute path of the one file to hand on. */
  readonly file: string;
  /** Its extension, without dot: `zip` for more than one file. */
  readonly extension: string;
  readonly layers: readonly string[];
}
