/**
 * Features by their place: pages of 1,000 polygons in a box, of 1,000,000, as GML 3.2 and GeoJSON, beside MapServer's WFS on the
 * same GeoPackage in the same run. `npm run bench -- features`; takes two minutes, most of them for the file.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { vectorToGeoPackage } from '../../src/kinds/vector/geopackage/build.ts';
import { createEngine } from '../../src/engine/index.ts';
import { propertiesOf } from '../../src/ogc/filters/properties.ts';
import type { VectorLayer } from '../../src/ogc/layers/layer.ts';
import { gmlEncoding } from '../../src/ogc/wfs/gml-encoder.ts';
import { createProjections } from '../../src/projections/index.ts';
import { createFeatures, type FeatureEncoding, type GeoBounds, geoJsonEncoding } from '../../src/kinds/vector/index.ts';
import type { MapServer } from '../support/mapserver.ts';
import { parcels, randomNumbers } from '../support/parcels.ts';
import { serveWfs } from './peer.ts';

const POLYGONS = 1_000_000;
const PAGE = 1000;
const REQUESTS = 300;
/** Not counted: threads, processes and compilers that start. */
const WARM_UP = 60;
/** Requests at a time, and MapServer's processes. */
const AT_ONCE = 2;
/** A box of so many degrees has some 1,600 of the polygons. */
const SIDE = 0.07;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
const features = createFeatures(createProjections(engine));
try {
  const path = await makeFile();
  await compare(path);
} finally {
  await features.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

async function makeFile(): Promise<string> {
  const [source, path] = [join(folder, 'parcels.geojson'), join(folder, 'source.gpkg')];
  await pipeline(Readable.from(parcels(POLYGONS)), createWriteStream(source));
  await engine.run(vectorToGeoPackage, [source, 'geojson', path]);
  return path;
}

async function compare(path: string): Promise<void> {
  const file = { path, version: '1' };
  const [content] = await features.layers(file);
  if (content === undefined) throw new Error('The file has no layer.');
  const layer = { safeName: 'parcels', name: 'parcels', content } as VectorLayer;
  const options = { type: 'parcels', properties: propertiesOf(layer), geometryName: 'geom', wrapper: 'wfs:member' };
  const gml = gmlEncoding({
    ...options,
    content: 'feature',
    hasIds: true,
    srsName: 'urn:ogc:def:crs:EPSG::4326',
    isNorthFirst: true,
  });
  const page = async (box: GeoBounds, encoding: FeatureEncoding): Promise<number> => {
    const found = await features.find(file, { table: content.table, box, isExact: true, limit: PAGE });
    let bytes = 0;
    for await (const piece of features.write(found, encoding)) bytes += piece.length;
    if (found.ids.length !== PAGE) throw new Error(`${found.ids.length} features instead of ${PAGE}.`);
    return bytes;
  };
  const mapServer = await serveWfs(folder, path, AT_ONCE, content.table);
  const pageOf =
    (peer: MapServer) =>
    async ([west, south, east, north]: GeoBounds, form: string, feature: RegExp): Promise<number> => {
      const box = `${south},${west},${north},${east},urn:ogc:def:crs:EPSG::4326`;
      const what = `service=WFS&version=2.0.0&request=GetFeature&typeNames=parcels&count=${PAGE}&bbox=${box}&outputFormat=${form}`;
      const body = await peer.get(what);
      const found = body.toString('latin1').match(feature)?.length;
      if (found !== PAGE) throw new Error(`MapServer sent ${found} features: ${body.toString().slice(0, 500)}`);
      return body.length;
    };
  const json = geoJsonEncoding({ idPrefix: 'parcels.' });
  try {
    console.log(`Pages of ${PAGE} of ${POLYGONS} polygons by box, ${AT_ONCE} requests at a time:`);
    const theirs = mapServer && pageOf(mapServer);
    await race('GML 3.2', (box) => page(box, gml), theirs && ((box) => theirs(box, 'gml32', /<ms:parcels>/g)));
    await race('GeoJSON', (box) => page(box, json), theirs && ((box) => theirs(box, 'geojson', /"type": *"Feature"/g)));
  } finally {
    await mapServer?.close();
  }
}

type GetPage = (box: GeoBounds) => Promise<number>;

async function race(form: string, ours: GetPage, theirs: GetPage | undefined): Promise<void> {
  const alidade = await time(ours);
  report(`Alidade, ${form}`, alidade);
  if (theirs === undefined) return;
  const mapServer = await time(theirs);
  report(`MapServer, ${form}`, mapServer);
  console.log(`  ${(alidade.perSecond / mapServer.perSecond).toFixed(1)} x as many\n`);
}

interface Timing {
  /** Time of one page, as each waits. */
  readonly milliseconds: number;
  readonly perSecond: number;
  readonly kilobytes: number;
}

/** Each box is another one. */
async function time(get: GetPage): Promise<Timing> {
  const random = randomNumbers(7);
  const boxes = Array.from({ length: WARM_UP + REQUESTS }, (): GeoBounds => {
    const [west, south] = [10 + (2 - SIDE) * random(), 45 + (1.5 - SIDE) * random()];
    return [west, south, west + SIDE, south + SIDE];
  });
  let [bytes, waited] = [0, 0];
  const worker = async (left: GeoBounds[]): Promise<void> => {
    for (let box = left.pop(); box !== undefined; box = left.pop()) {
      const asked = performance.now();
      const size = await get(box);
      bytes += size;
      waited += performance.now() - asked;
    }
  };
  const work = (some: GeoBounds[]): Promise<unknown> =>
    Promise.all(Array.from({ length: AT_ONCE }, () => worker(some)));
  await work(boxes.splice(0, WARM_UP));
  [bytes, waited] = [0, 0];
  const started = performance.now();
  await work(boxes);
  const seconds = (performance.now() - started) / 1000;
  return { milliseconds: waited / REQUESTS, perSecond: REQUESTS / seconds, kilobytes: bytes / REQUESTS / 1000 };
}

function report(what: string, { milliseconds, perSecond, kilobytes }: Timing): void {
  const figures = [`${milliseconds.toFixed(1)} ms`, `${perSecond.toFixed(0)} a second`, `${kilobytes.toFixed(0)} kB`];
  console.log(`  ${what.padEnd(20)} ${figures.map((figure) => figure.padStart(14)).join('')}`);
}
