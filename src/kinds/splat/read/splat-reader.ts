import type { ShDegree, SplatModel } from '../model/splat-model.ts';

/** Memory that reading a file of splats needs. */
export interface SplatDemand {
  /** Number of splats, at most as many as the size of the file allows. */
  readonly count: number;
  readonly shDegree: ShDegree;
  /** Maximum memory that `fill` takes in addition to the model and to pieces of a few MB, in bytes. It is freed before `fill` ends. */
  readonly readingBytes: number;
}

/** An opened file of splats. `readSplats` checks all values that it yields. */
export interface SplatReader extends SplatDemand {
  /**
   * Writes all splats into a model of this size. Rotations may have any length, and values may be not finite.
   *
   * @param progress receives the share that is read
   * @throws OperationRefusal for a file that is cut off or damaged
   */
  fill(model: SplatModel, progress: (share: number) => void): Promise<void> | void;
  close(): void;
}

/** Opens a file of one format. @throws OperationRefusal for a head that no sound file has */
export type OpenSplats = (path: string) => SplatReader | Promise<SplatReader>;
