/** A worker of `crew.ts`: is sent addresses, sends tiles. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CrewMessage, CrewTask } from './crew.ts';
import { leastWeight } from './draw.ts';
import type { TileAddress } from './grid.ts';
import { openTileSource } from './source.ts';
import { makeTiles, type FinishedTile } from './work.ts';

/** Bytes of tiles that are sent together. */
const BATCH_BYTES = 2 * 2 ** 20;
const BATCH_TILES = 500;

const task = workerData as CrewTask;
const source = openTileSource(task.source, leastWeight(task.deepest));

parentPort?.on('message', (address: TileAddress) => {
  let [tiles, bytes]: [FinishedTile[], number] = [[], 0];
  const send = (result?: CrewMessage['result']): void => {
    const message: CrewMessage = { tiles, ...(result === undefined ? {} : { result }) };
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
