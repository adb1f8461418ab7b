/** Pages of 1,000 of a million polygons by box. */
import { availableParallelism } from 'node:os';
import { serveWfs } from '../../features/peer.ts';
import { randomNumbers } from '../../support/parcels.ts';
import { DATASET, features as prepareFeatures, POLYGONS } from '../data.ts';
import { onExit } from '../exit.ts';
import { byTurns, load, rateOf, sidesOf, type Target } from '../load.ts';
import { startNginx } from '../programs/nginx.ts';
import type { Row, Subject } from '../row.ts';
import type { Setup } from '../setup.ts';

const [MAPSERVER, OGC_API] = ['MapServer', 'our OGC API, GeoJSON'];
const PAGES = `of 1,000 of ${POLYGONS.toLocaleString('en')} polygons`;
const GML: Row = { work: `WFS page ${PAGES}, GML`, unit: 'per s', aim: { beside: { peer: MAPSERVER, times: 5 } } };
const JSON_PAGE: Row = {
  work: `WFS page ${PAGES}, GeoJSON`,
  unit: 'per s',
  aim: { beside: { peer: OGC_API, times: 1 } },
};
const COUNT = 1000;
/** A box of so many degrees has some 1,600 of the polygons. */
const SIDE = 0.07;
const BOXES = 2000;
const COLD_MS = 1000;
const WARM_MS = 2000;

export const features: Subject<Setup> = {
  rows: [GML, JSON_PAGE],
  isWithoutDatabase: true,
  async measure(setup, report) {
    const { geoPackage, table } = await prepareFeatures(setup);
    const mapServer = await serveWfs(setup.folder, geoPackage, availableParallelism(), table);
    const forget = onExit(() => mapServer?.pids.forEach((pid) => process.kill(pid, 'SIGKILL')));
    const behind = mapServer && { name: 'mapserv', port: mapServer.port, query: `map=${mapServer.map}&` };
    const nginx = behind && (await startNginx(setup.folder, [behind]));
    const theirs = nginx && mapServer && { url: nginx.url, pids: [...nginx.pids, ...mapServer.pids] };
    const service = await setup.start('features');
    try {
      const measure = (target: Target, pathOf: (box: Box) => string) => {
        let seed = 1;
        // Ever other boxes.
        return (milliseconds: number) => async () =>
          rateOf(
            await load(target, boxes((seed += 1)).map(pathOf), {
              connections: 2 * availableParallelism(),
              milliseconds,
            }),
          );
      };
      const gml = measure(service, wfs(`${DATASET}/wfs`, 'parcels.geojson', ''));
      const json = measure(service, wfs(`${DATASET}/wfs`, 'parcels.geojson', 'geojson'));
      const api = measure(service, ogcApi);
      const peerGml = theirs && measure(theirs, wfs('/mapserv', 'parcels', 'gml32'));
      const peerJson = theirs && measure(theirs, wfs('/mapserv', 'parcels', 'geojson'));
      for (const [row, own, other, more] of [
        [GML, gml, peerGml, undefined],
        [JSON_PAGE, json, peerJson, api],
      ] as const) {
        const round = (milliseconds: number) => ({
          ours: own(milliseconds),
          [OGC_API]: more?.(milliseconds),
          [MAPSERVER]: other?.(milliseconds),
        });
        const cold = await byTurns(round(COLD_MS), 1);
        report({ row, ...sidesOf(cold, await byTurns(round(WARM_MS))) });
      }
    } finally {
      forget();
      await Promise.all([service.end(), nginx?.close(), mapServer?.close()]);
    }
  },
};

type Box = readonly [west: number, south: number];

function boxes(seed: number): readonly Box[] {
  const random = randomNumbers(seed * 7919);
  return Array.from({ length: BOXES }, () => [10 + (2 - SIDE) * random(), 45 + (1.5 - SIDE) * random()]);
}

const wfs =
  (at: string, type: string, format: string) =>
  ([west, south]: Box): string => {
    const box = [south, west, south + SIDE, west + SIDE].map((degrees) => degrees.toFixed(6)).join();
    const output = format === '' ? '' : `&outputFormat=${format}`;
    return `${at}?service=WFS&version=2.0.0&request=GetFeature&typeNames=${type}&count=${COUNT}&bbox=${box},urn:ogc:def:crs:EPSG::4326${output}`;
  };

function ogcApi([west, south]: Box): string {
  const box = [west, south, west + SIDE, south + SIDE].map((degrees) => degrees.toFixed(6)).join();
  return `${DATASET}/ogcapi/collections/parcels.geojson/items?f=json&limit=${COUNT}&bbox=${box}`;
}
