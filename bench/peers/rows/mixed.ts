/** 20 tiles a second while a COG is built and a large file is uploaded, again and again. */
import { appendFile, copyFile, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../../maps/servers.ts';
import { DATASET, largeFile, orthophotoFile, rasters, type Tile, upload } from '../data.ts';
import { startMapPeers } from '../programs/map-peers.ts';
import { curlUpload, forgetLargeBlobs } from '../programs/run.ts';
import type { Figure, Row, Side, Subject } from '../row.ts';
import type { Service, Setup } from '../setup.ts';

const ROW: Row = {
  work: '20 JPEG tiles per s beside a COG build and an upload',
  unit: 'ms',
  aim: { p99: 50 },
};
const PAUSE_MS = 50;
/** Tiles that each side is asked for in a turn. */
const TURN = 60;
const TURNS = 3;

export const mixed: Subject<Setup> = {
  rows: [ROW],
  isWithoutDatabase: true,
  async measure(setup, report) {
    const { colours, tiles } = await rasters(setup);
    const large = await largeFile(setup);
    const again = join(setup.folder, 'again.tif');
    await copyFile(await orthophotoFile(setup), again);
    // Other bytes, which are built anew.
    await appendFile(again, Buffer.alloc(16));
    const peers = await startMapPeers(setup.folder, colours);
    const service = await setup.start('rasters');
    let isOver = false;
    try {
      const { nginx, mapServer } = peers;
      const own = (tile: Tile) => `${service.url}${DATASET}/tiles/${tile.z}/${tile.x}/${tile.y}.jpg?path=ortho.tif`;
      if (nginx) {
        const file = await fetch(own(tiles[0]!));
        await writeFile(join(nginx.root, 'tile.jpg'), Buffer.from(await file.arrayBuffer()));
      }
      await upload(service, 'again.tif', again);
      const uploading = (async () => {
        while (!isOver) await uploadAndRemove(setup, service, large);
      })();
      const sides = {
        ours: own,
        MapServer:
          mapServer &&
          (({ z, x, y }: Tile) =>
            `${mapServer.url}/mapserv?mode=tile&tilemode=gmap&tile=${x}+${y}+${z}&layers=ortho.tif&map.imagetype=jpeg`),
        nginx: nginx && (() => `${nginx.url}/tile.jpg`),
      };
      const figures = await askByTurns(sides, tiles);
      isOver = true;
      await uploading;
      const { ours, ...others } = figures;
      const side = (figure: Figure): Side => ({ warm: figure });
      report({
        row: ROW,
        ours: side(ours!),
        peers: Object.fromEntries(Object.entries(others).map(([name, figure]) => [name, side(figure)])),
      });
    } finally {
      isOver = true;
      await Promise.all([service.end(), peers.close()]);
    }
  },
};

async function uploadAndRemove(setup: Setup, service: Service, file: string): Promise<void> {
  await curlUpload(`${service.url}${DATASET}/obj`, `admin:${PASSWORD}`, 'large.bin', file);
  await service.call('DELETE', `${DATASET}/obj?path=large.bin`);
  await forgetLargeBlobs(setup.dataOf('rasters'));
}

type Address = (tile: Tile) => string;

async function askByTurns(
  sides: Readonly<Record<string, Address | undefined>>,
  tiles: readonly Tile[],
): Promise<Readonly<Record<string, Figure>>> {
  const agent = new Agent({ keepAlive: true });
  const times: Record<string, number[]> = {};
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, address] of Object.entries(sides)) {
      if (address === undefined) continue;
      const some = tiles.slice(turn * TURN, (turn + 1) * TURN);
      const asked = some.map(async (tile, index) => {
        await sleep(index * PAUSE_MS);
        (times[name] ??= []).push(await timeOfAnswer(address(tile), agent));
      });
      await Promise.all(asked);
    }
  }
  agent.destroy();
  return Object.fromEntries(Object.entries(times).map(([name, some]) => [name, figureOf(some)]));
}

function timeOfAnswer(url: string, agent: Agent): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered by ${answer.statusCode}.`));
      answer.resume().on('end', () => resolve(performance.now() - begun));
    }).on('error', reject);
  });
}

function figureOf(times: readonly number[]): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
  return { value: at(0.5), p99: at(0.99) };
}
