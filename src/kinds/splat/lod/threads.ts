import { inThread, threadData } from '../../../concurrency/index.ts';
import { mergePart as merge, type Scene } from './merge-part.ts';
import type { Part } from './parts.ts';

/** Data that every thread receives. */
interface MergeThreadData extends Scene {
  /** Number of merges so far, and the latest level. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

const { progress, ...scene } = threadData() as MergeThreadData;

function tick(merged: number, level: number): void {
  Atomics.add(progress, 0, merged);
  Atomics.store(progress, 1, level);
}

export const mergePart = inThread((part: Part): number => merge(scene, part, tick));
