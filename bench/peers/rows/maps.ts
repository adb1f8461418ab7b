/** GetMap of windows anywhere in the orthophoto, and of an index of five bands. */
import { createEngine } from '../../../src/engine/index.ts';
import { createProjections } from '../../../src/projections/index.ts';
import type { Speed } from '../../maps/servers.ts';
import {
  measureWindows,
  smoothed,
  startWindowsPeer,
  WINDOW_ROWS,
  type WindowResult,
  type WindowRow,
} from '../../maps/windows.ts';
import { rasters } from '../data.ts';
import { onExit } from '../exit.ts';
import type { Figure, Row, Side, Subject } from '../row.ts';
import type { Setup } from '../setup.ts';

const [MAPSERVER, BILINEAR] = ['MapServer', 'MapServer, bilinear'];

/** Times MapServer, whose default is the nearest pixel. */
function timesOf({ crs, side, format, style }: WindowRow): number {
  if (style === 'NDVI') return 1.5;
  if (format === 'jpeg') return side === 1024 ? 1.5 : 1;
  return crs === 'EPSG:3857' ? 2 : 1.5;
}

const ROWS = WINDOW_ROWS.map((window) => {
  const what = window.style === 'default' ? window.format.toUpperCase() : window.style;
  const row: Row = {
    work: `GetMap, random windows, ${window.crs}, ${window.side} ${what}`,
    unit: 'per s',
    aim: { beside: { peer: MAPSERVER, times: timesOf(window) } },
  };
  return { window, row };
});

export const maps: Subject<Setup> = {
  rows: ROWS.map(({ row }) => row),
  isWithoutDatabase: true,
  async measure(setup, report) {
    const { colours, bands } = await rasters(setup);
    const peer = await startWindowsPeer(setup.folder, [colours, bands!]);
    const forget = onExit(() => peer?.pids.forEach((pid) => process.kill(pid, 'SIGKILL')));
    const service = await setup.start('rasters');
    const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
    try {
      const projections = createProjections(engine);
      const tell = (result: WindowResult): void => {
        const [ours, theirs, interpolated] = [0, 1, 2].map((server) => sideOf(result, server));
        const row = ROWS.find(({ window }) => isSame(window, result))!.row;
        report({
          row,
          ours: ours!,
          peers: { ...(theirs && { [MAPSERVER]: theirs }), ...(interpolated && { [BILINEAR]: interpolated }) },
        });
      };
      // Interpolated once is enough to know what that costs MapServer.
      const isInterpolated = ({ crs, style }: WindowRow) => crs === 'EPSG:3857' && style === 'default';
      for (const row of WINDOW_ROWS) {
        const peers = peer ? [peer, ...(isInterpolated(row) ? [smoothed(peer)] : [])] : [];
        await measureWindows(service.process, peers, projections, [row], tell);
      }
    } finally {
      forget();
      await Promise.all([service.end(), engine.close(), peer?.close()]);
    }
  },
};

const isSame = (one: WindowRow, other: WindowRow): boolean =>
  one.crs === other.crs && one.side === other.side && one.format === other.format && one.style === other.style;

function sideOf({ cold, warm }: WindowResult, server: number): Side | undefined {
  const [first, later] = [cold[server], warm[server]];
  return first && later && { cold: figureOf(first), warm: figureOf(later) };
}

const figureOf = ({ rate, cpu }: Speed): Figure => ({ value: rate, cpu });
