import type { AreaRequest, CloudFile } from '../cloud-input/request.ts';
import type { ReturnChoice } from '../cloud-input/return-choices.ts';
import type { PointFormat } from '../cloud-output/point-file.ts';

/** What the program `pointcloud-export` is asked for. */
export interface CloudExportRequest {
  readonly cloud: CloudFile;
  readonly area: AreaRequest;
  readonly classes: readonly number[] | null;
  readonly returns: ReturnChoice;
  /** Each n-th point. */
  readonly every: number;
  /** Distance of points in units of the cloud's CRS; null: all points. */
  readonly spacing: number | null;
  /** Code of a CRS; null: that of the cloud. */
  readonly crs: string | null;
  readonly format: PointFormat;
  /** File to write. */
  readonly output: string;
  /** Folder for scratch files. */
  readonly scratch: string;
}

export interface CloudExportAnswer {
  readonly points: number;
  /** Points that were read for it. */
  readonly read: number;
}
