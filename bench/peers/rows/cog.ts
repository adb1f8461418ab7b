/** The COG of an orthophoto, from the end of its upload to the first tile. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CogTiming, timeGdalwarp, timeServedCog } from '../../cog/served.ts';
import { peerOptionsOf } from '../../cog/peer-options.ts';
import { COLOURS_SIDE } from '../../maps/windows.ts';
import { orthophotoFile } from '../data.ts';
import { installed } from '../programs/installed.ts';
import type { Figure, Row, Subject } from '../row.ts';
import type { Setup } from '../setup.ts';

const GDALWARP = 'gdalwarp -of COG';
const ROW: Row = {
  work: `COG of ${COLOURS_SIDE} x ${COLOURS_SIDE} pixels`,
  unit: 's',
  aim: { beside: { peer: GDALWARP, times: 1.1 }, peak: 1024 },
};

export const cog: Subject<Setup> = {
  rows: [ROW],
  isWithoutDatabase: true,
  async measure(setup, report) {
    const source = await orthophotoFile(setup);
    const folder = join(setup.folder, 'cog');
    await mkdir(folder, { recursive: true });
    const served = await timeServedCog(source, folder);
    const peer = installed('gdalwarp', 'gdal-bin') && (await timeGdalwarp(source, folder, peerOptionsOf(served.log)));
    report({
      row: ROW,
      ours: { cold: figureOf(served) },
      peers: peer ? { [GDALWARP]: { cold: figureOf(peer) } } : {},
    });
  },
};

const figureOf = ({ seconds, cpu, peakMB }: CogTiming): Figure => ({ value: seconds, cpu: cpu * 1000, peak: peakMB });
