import { availableParallelism } from 'node:os';
import { createThreads } from '../../../concurrency/index.ts';
import { mergePart, type Scene, type Tick } from './merge-part.ts';
import type { Part } from './parts.ts';
import type * as work from './threads.ts';

/** Ends a thread that hangs. A part takes seconds, and the idle timeout of builds is shorter. */
const LONGEST_PART_MS = 24 * 60 * 60 * 1000;
/** Milliseconds between two reads of the progress of threads. */
const LOOK_MS = 100;

/** Merges all parts in threads. @returns the number of merged nodes per part */
export async function mergeParts(
  scene: Scene,
  parts: readonly Part[],
  threads: number | undefined,
  tick: Tick,
): Promise<readonly number[]> {
  const count = Math.min(threads ?? availableParallelism(), parts.length);
  if (count <= 1) return parts.map((part) => mergePart(scene, part, tick));
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const pool = createThreads<typeof work>({
    module: new URL('threads.ts', import.meta.url),
    threads: count,
    data: { ...scene, progress },
    waiting: parts.length,
    timeoutMs: LONGEST_PART_MS,
  });
  let told = 0;
  const look = setInterval(() => {
    const merged = Atomics.load(progress, 0);
    tick(merged - told, Atomics.load(progress, 1));
    told = merged;
  }, LOOK_MS);
  try {
    // Large parts start first, so that threads end at about the same time.
    const made = new Map<Part, number>();
    const bySize = [...parts].sort((a, b) => b.end - b.first - (a.end - a.first));
    await Promise.all(bySize.map(async (part) => made.set(part, await pool.run('mergePart', part))));
    return parts.map((part) => made.get(part)!);
  } finally {
    clearInterval(look);
    tick(Atomics.load(progress, 0) - told, Atomics.load(progress, 1));
    await pool.close();
  }
}
