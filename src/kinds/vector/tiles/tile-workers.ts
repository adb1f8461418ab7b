import { Worker } from 'node:worker_threads';
import type { TileMessage, TileWork } from './tile-worker.ts';
import type { TileAddress } from './grid.ts';
import type { FinishedTile, WorkResult } from './work.ts';

const WORKERS = 2;
/** Heap of a worker, in MB. Small, so that two workers and the writer stay below a gigabyte. */
const HEAP = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

/**
 * Makes all tiles in worker threads. A piece of work is a tile and all tiles below it. The second worker starts when there is
 * more than one piece.
 *
 * @param take receives each finished tile
 * @param done called after each piece of work
 * @returns how many geometries could not be read; one may count several times
 */
export async function makeByWorkers(
  task: TileWork,
  take: (tile: FinishedTile) => void,
  done: (result: WorkResult) => void,
): Promise<number> {
  const pending: TileAddress[] = [{ z: 0, x: 0, y: 0 }];
  const workers: Worker[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let [busy, unreadable] = [0, 0];

  const assign = (worker: Worker): void => {
    const address = pending.pop(); // the latest: so few are pending at a time
    if (address === undefined) {
      idle.push(worker);
      return;
    }
    busy += 1;
    worker.postMessage(address);
  };
  const idle: Worker[] = [];
  const receive = (worker: Worker, { tiles, result }: TileMessage): void => {
    tiles.forEach(take);
    if (result === undefined) return;
    busy -= 1;
    unreadable += result.unreadable;
    pending.push(...result.rest);
    done(result);
    for (const free of [worker, ...idle.splice(0)]) assign(free);
    while (pending.length > 0 && workers.length < WORKERS) start();
    if (busy === 0) resolve(unreadable);
  };
  const start = (): void => {
    const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { workerData: task, resourceLimits: HEAP });
    workers.push(worker);
    worker.on('error', reject);
    worker.on('message', (message: TileMessage) => {
      try {
        receive(worker, message);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    assign(worker);
  };

  start();
  try {
    return await promise;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
