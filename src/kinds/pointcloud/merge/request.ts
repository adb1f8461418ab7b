import type { CloudFile } from '../cloud-input/request.ts';

/** What the program `pointcloud-merge` is asked for. */
export interface MergeRequest {
  readonly clouds: readonly {
    readonly cloud: CloudFile;
    /** What it is called in messages. */
    readonly name: string;
  }[];
  readonly format: 'laz' | 'copc.laz';
  /** File to write. */
  readonly output: string;
  /** Folder for scratch files. */
  readonly scratch: string;
}

export interface MergeAnswer {
  readonly points: number;
  /** Whether all coordinates are the same as before. */
  readonly isExact: boolean;
  /** Whether GPS times of the clouds count from different starts. */
  readonly timesDiffer: boolean;
  readonly scale: readonly number[];
}
