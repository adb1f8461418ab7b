/** Reads of 64 KiB anywhere in a large file, as GDAL, QGIS and viewers of point clouds make them. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomNumbers } from '../../support/parcels.ts';
import { DATASET, LARGE_MIB, largeFile, upload } from '../data.ts';
import { byTurns, CONNECTIONS, type LoadJob, rateOf, runLoad, sidesOf, type Target } from '../load.ts';
import { startNginx } from '../programs/nginx.ts';
import type { Row, Subject } from '../row.ts';
import { makeDataset, type Setup } from '../setup.ts';

const ROW: Row = { work: 'range reads of 64 KiB, 64 at a time', unit: 'per s', aim: { value: 6000, p99: 10 } };
const RANGE_BYTES = 64 * 1024;
const RANGES = 4000;
const COLD_MS = 500;
const WARM_MS = 1500;

export const ranges: Subject<Setup> = {
  rows: [ROW],
  async measure(setup, report) {
    const file = await largeFile(setup);
    await setup.prepared('large', async (service) => {
      await makeDataset(service, 'bench');
      await upload(service, 'large.bin', file);
    });
    const nginx = await startNginx(setup.folder);
    if (nginx) await symlink(file, join(nginx.root, 'large.bin'));
    const service = await setup.start('large');
    try {
      const own = `${DATASET}/download/large.bin`;
      const measure = (target: Target, path: string, times: Pick<LoadJob, 'warmUpMs' | 'milliseconds'>) => async () =>
        rateOf(await runLoad({ ...jobOf(target, path), ...times }, target.pids));
      const [first, later] = [
        { warmUpMs: 0, milliseconds: COLD_MS },
        { warmUpMs: 0, milliseconds: WARM_MS },
      ];
      // Once only: what is asked twice is not cold.
      const cold = await byTurns(
        { ours: measure(service, own, first), nginx: nginx && measure(nginx, '/large.bin', first) },
        1,
      );
      const warm = await byTurns({
        ours: measure(service, own, later),
        nginx: nginx && measure(nginx, '/large.bin', later),
      });
      report({ row: ROW, ...sidesOf(cold, warm) });
    } finally {
      await Promise.all([service.end(), nginx?.close()]);
    }
  },
};

function jobOf({ url }: Target, path: string): Omit<LoadJob, 'warmUpMs' | 'milliseconds'> {
  const { port, host } = new URL(url);
  const random = randomNumbers(11);
  const last = LARGE_MIB * 2 ** 20 - RANGE_BYTES;
  const requests = Array.from({ length: RANGES }, () => {
    const from = Math.floor(random() * last);
    return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nrange: bytes=${from}-${from + RANGE_BYTES - 1}\r\n\r\n`;
  });
  return { port: Number(port), requests, connections: CONNECTIONS, isOnce: false };
}
