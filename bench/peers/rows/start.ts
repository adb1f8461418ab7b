/** The start by `npm start`, and the first map after a start. */
import { rm } from 'node:fs/promises';
import { createEngine } from '../../../src/engine/index.ts';
import { createProjections } from '../../../src/projections/index.ts';
import { queriesOf, startWindowsPeer, WINDOW_ROWS } from '../../maps/windows.ts';
import { DATASET, rasters } from '../data.ts';
import { load, medianOf, processorTime } from '../load.ts';
import { npmStart } from '../programs/npm-start.ts';
import type { Figure, Row, Subject } from '../row.ts';
import type { Setup } from '../setup.ts';

const MAPSERVER = 'MapServer';
const START: Row = { work: '`npm start` with data, to the first answer', unit: 's', aim: { value: 3 } };
const DATA: Row = {
  work: '`npm start` with data, to the first answer from the database',
  unit: 's',
  aim: { value: 3 },
};
const EMPTY: Row = { work: '`npm start` with an empty folder, to the first answer', unit: 's', aim: { value: 6 } };
const FILLED: Row = {
  work: '`npm start` with an empty folder, to the first answer from the database',
  unit: 's',
  aim: { value: 6 },
};
const FIRST_MAP: Row = { work: 'first GetMap in UTM after a start, 256 PNG', unit: 'ms', aim: { value: 200 } };
const ROUNDS = 3;

export const start: Subject<Setup> = {
  rows: [START, DATA, EMPTY, FILLED, FIRST_MAP],
  async measure(setup, report) {
    await rasters(setup);
    let number = 0;
    for (const [row, path, isEmpty] of [
      [START, '/version', false],
      [DATA, `${DATASET}/list`, false],
      [EMPTY, '/version', true],
      [FILLED, '/orgs/public', true],
    ] as const) {
      const figures: Figure[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = isEmpty ? `empty${number++}` : 'rasters';
        const { seconds, pids, end } = await npmStart(await setup.environmentOf(name), path);
        figures.push({ value: seconds, cpu: await processorTime(pids) });
        await end();
        if (isEmpty) await rm(setup.dataOf(name), { recursive: true, force: true });
      }
      report({ row, ours: { cold: medianOf(figures) }, peers: {} });
    }
    await firstMaps(setup, report);
  },
};

async function firstMaps(setup: Setup, report: Parameters<Subject<Setup>['measure']>[1]): Promise<void> {
  const { colours, bands } = await rasters(setup);
  const window = WINDOW_ROWS.find(({ crs, side, format }) => crs === 'EPSG:32632' && side === 256 && format === 'png')!;
  const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
  const queries = (await queriesOf(window, createProjections(engine), Infinity))();
  await engine.close();
  const [own, theirs]: [Figure[], Figure[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const query = queries.next().value as string;
    const service = await setup.start('rasters');
    try {
      const asked = await load(service, [`${DATASET}/wms?${query}`], {
        connections: 1,
        milliseconds: 60_000,
        isOnce: true,
      });
      own.push({ value: asked.median, cpu: asked.cpu });
    } finally {
      await service.end();
    }
    const peer = await startWindowsPeer(setup.folder, [colours, bands ?? colours]);
    if (peer === undefined) continue;
    try {
      const begun = performance.now();
      await peer.get(query);
      theirs.push({ value: performance.now() - begun });
    } finally {
      await peer.close();
    }
  }
  const peers = theirs.length > 0 ? { [MAPSERVER]: { cold: medianOf(theirs) } } : {};
  report({ row: FIRST_MAP, ours: { cold: medianOf(own) }, peers });
}
