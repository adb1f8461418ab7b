import type { Vector3 } from '../../../geodata/place/box.ts';
import type { MeshRequest } from '../mesh-input/request.ts';
import type { PlaceFile } from '../mesh-output/place-files.ts';
import type { Decimation } from './decimate.ts';

/** Extensions of files. */
export const MESH_FORMATS = ['glb', 'zip', 'ply', 'stl'] as const;
export type MeshExportFormat = (typeof MESH_FORMATS)[number];

/** What the program `mesh-export` is asked for. */
export interface MeshExportRequest extends MeshRequest {
  readonly format: MeshExportFormat;
  /** Null: all triangles. */
  readonly decimation: Decimation | null;
  /** Name of the files in an archive. */
  readonly stem: string;
  /** File to write. */
  readonly output: string;
  /** An empty folder. */
  readonly scratch: string;
}

export interface MeshExportAnswer {
  readonly triangles: number;
  readonly vertices: number;
  readonly sourceTriangles: number;
  /** How far the surface moved, in the units of the model; 0 where it was not simplified. */
  readonly error: number;
  /** What is to be added to the coordinates of the file; null: nothing. */
  readonly offset: Vector3 | null;
  /** To be written beside the model; null: it has no place, or the file is in the archive. */
  readonly placeFile: PlaceFile | null;
  readonly warnings: readonly string[];
}
