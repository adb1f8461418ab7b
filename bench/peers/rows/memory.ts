/** Memory of all processes that `npm start` starts, pages that several share counted once (PSS). */
import { setTimeout as sleep } from 'node:timers/promises';
import { treeMegabytes } from '../../support/process-load.ts';
import { DATASET, features, rasters } from '../data.ts';
import { npmStart, type Started } from '../programs/npm-start.ts';
import type { Row, Subject } from '../row.ts';
import type { Setup } from '../setup.ts';

const EMPTY: Row = { work: 'memory at rest, empty', unit: 'MiB', aim: { value: 400 } };
const USED: Row = { work: 'memory at rest, after first requests', unit: 'MiB', aim: { value: 400 } };
const BUILD: Row = { work: 'peak of memory while a million polygons are built', unit: 'MiB', aim: { value: 1200 } };
/** After it threads without work have ended. */
const REST_MS = 20_000;
const TILES = 40;

export const memory: Subject<Setup> = {
  rows: [EMPTY, BUILD, USED],
  async measure(setup, report) {
    const atRest = async (name: string, use: (service: Started) => Promise<unknown>): Promise<number> => {
      const service = await npmStart(await setup.environmentOf(name));
      try {
        await use(service);
        await sleep(REST_MS);
        return await treeMegabytes(service.pids[0]!);
      } finally {
        await service.end();
      }
    };
    const empty = await atRest('memory', () => Promise.resolve());
    report({ row: EMPTY, ours: { cold: { value: empty } }, peers: {} });
    // The work is that of a program of its own, whatever the database is.
    if (setup.database === 'embedded database') {
      const { peak } = await features(setup);
      report({ row: BUILD, ours: { cold: { value: peak } }, peers: {} });
    }
    const { tiles } = await rasters(setup);
    const used = await atRest('rasters', async ({ url }) => {
      const paths = tiles.slice(-TILES).map(({ z, x, y }) => `tiles/${z}/${x}/${y}.png?path=ortho.tif`);
      for (const path of [
        'list',
        'search?query=*ortho*',
        'stac',
        'wms?service=WMS&request=GetCapabilities',
        ...paths,
      ]) {
        const answer = await fetch(`${url}${DATASET}/${path}`);
        if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}.`);
        await answer.arrayBuffer();
      }
    });
    report({ row: USED, ours: { warm: { value: used } }, peers: {} });
  },
};
