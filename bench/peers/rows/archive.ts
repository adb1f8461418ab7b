/** The archive of a dataset of 2,000 files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basic } from '../../../test/support/process.ts';
import { form } from '../../../test/support/service.ts';
import { PASSWORD } from '../../maps/servers.ts';
import { type ArchiveRate, archiveOverHttp, zipToPipe } from '../../zip/many-files.ts';
import { DATASET, smallFiles } from '../data.ts';
import { byTurns, processorTime, sidesOf } from '../load.ts';
import { installed } from '../programs/installed.ts';
import type { Figure, Row, Subject } from '../row.ts';
import { makeDataset, type Setup } from '../setup.ts';

const ZIP = 'zip -0';
const ROW: Row = { work: 'archive of 2,000 files', unit: 'MB/s', aim: { beside: { peer: ZIP, times: 1 } } };
/** Files that are uploaded at a time before the measurement. */
const AT_ONCE = 16;

export const archive: Subject<Setup> = {
  rows: [ROW],
  async measure(setup, report) {
    const folder = await smallFiles(setup);
    await setup.prepared('archive', async (service) => {
      await makeDataset(service, 'bench');
      const left = await readdir(folder);
      const client = async (): Promise<void> => {
        for (let path = left.pop(); path !== undefined; path = left.pop()) {
          const body = form({ path, file: await readFile(join(folder, path)) });
          await (await service.call('POST', `${DATASET}/obj`, body)).arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
    });
    const service = await setup.start('archive');
    try {
      const { authorization = '' } = basic(PASSWORD);
      const target = { url: service.url, pid: service.pids[0]!, authorization, dataset: DATASET };
      const own = async (): Promise<Figure> => {
        const before = await processorTime(service.pids);
        const { megabytesPerSecond } = await archiveOverHttp(target);
        return { value: megabytesPerSecond, cpu: (await processorTime(service.pids)) - before };
      };
      const figureOf = ({ megabytesPerSecond, processorMs }: ArchiveRate): Figure => ({
        value: megabytesPerSecond,
        cpu: processorMs,
      });
      const zip = installed('zip', 'zip');
      const theirs = zip === undefined ? undefined : async () => figureOf(await zipToPipe(folder));
      const cold = await byTurns({ ours: own, [ZIP]: theirs }, 1);
      report({ row: ROW, ...sidesOf(cold, await byTurns({ ours: own, [ZIP]: theirs })) });
    } finally {
      await service.end();
    }
  },
};
