import type { ShDegree, SplatModel } from '../model/splat-model.ts';

/** A file of splats whose head was read. What its numbers mean is up to `readSplats`, which checks them all. */
export interface SplatReader {
  /** Splats that the file has; no more than its size has room for. */
  readonly count: number;
  readonly shDegree: ShDegree;
  /**
   * Writes all splats into a model that has room for them. Rotations need no length of 1, and numbers may be not finite.
   *
   * @param progress told the share that is read
   * @throws OperationRefusal where the file is cut off or damaged
   */
  fill(model: SplatModel, progress: (share: number) => void): Promise<void> | void;
  close(): void;
}

/** Opens a file of one format. @throws OperationRefusal for a head that cannot be true */
export type OpenSplats = (path: string) => SplatReader | Promise<SplatReader>;
