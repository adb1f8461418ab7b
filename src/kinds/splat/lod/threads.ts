import { inThread, threadData } from '../../../concurrency/index.ts';
import { mergePart as merge, type Scene } from './merge-part.ts';
import type { Part } from './parts.ts';

/** What every thread of a build is given. */
export interface MergeThreadData extends Scene {
  /** Two numbers, shared: splats merged so far, and the level that was told last. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

const { progress, ...scene } = threadData() as MergeThreadData;

function tick(merged: number, level: number): void {
  Atomics.add(progress, 0, merged);
  Atomics.store(progress, 1, level);
}

export const mergePart = inThread((part: Part): number => merge(scene, part, tick));
