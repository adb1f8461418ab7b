/** A worker of `tile-workers.ts`. It receives addresses and sends tiles. */
import { parentPort, workerData } from 'node:worker_threads';
import { leastWeight } from './draw.ts';
import type { TileAddress } from './grid.ts';
import { openTileSource } from './source.ts';
import { makeTiles, type FinishedTile, type WorkLimits, type WorkResult } from './work.ts';

/** Data that a worker starts with. */
export interface TileWork {
  readonly source: string;
  readonly deepest: number;
  readonly limits: WorkLimits;
}

/** Message of a worker. The last message of a piece of work has the result. */
export interface TileMessage {
  readonly tiles: readonly FinishedTile[];
  readonly result?: WorkResult & { readonly unreadable: number };
}

/** Bytes of tiles that are sent together. */
const BATCH_BYTES = 2 * 2 ** 20;
const BATCH_TILES = 500;

const task = workerData as TileWork;
const source = openTileSource(task.source, leastWeight(task.deepest));

parentPort?.on('message', (address: TileAddress) => {
  let [tiles, bytes]: [FinishedTile[], number] = [[], 0];
  const send = (result?: TileMessage['result']): void => {
    const message: TileMessage = { tiles, ...(result === undefined ? {} : { result }) };
    parentPort?.postMessage(message);
    [tiles, bytes] = [[], 0];
  };
  const before = source.unreadable;
  const result = makeTiles(address, source, task.deepest, task.limits, (tile) => {
    tiles.push(tile);
    bytes += tile.bytes.length;
    if (bytes >= BATCH_BYTES || tiles.length >= BATCH_TILES) send();
  });
  send({ ...result, unreadable: source.unreadable - before });
});
