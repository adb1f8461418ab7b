/**
 * Capabilities of a dataset with 1,000 layers, half of them rasters: the documents of all services, answered by the routes
 * without a network, when the list of layers is known and when it has to be read. `npm run bench -- ogc`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createBuiltLayers, createOutputFolders, outputsOf } from '../../src/builds/index.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { createDatasets } from '../../src/datasets/dataset-service.ts';
import { createMetadataValues } from '../../src/datasets/metadata/metadata-values.ts';
import { createEngine } from '../../src/engine/index.ts';
import { createServer } from '../../src/http/index.ts';
import { createLayerCatalog } from '../../src/ogc/layers/catalog.ts';
import { createTitles } from '../../src/ogc/layers/titles.ts';
import { type OgcDependencies, ogcRoutes } from '../../src/ogc/routes.ts';
import { createFindStyles } from '../../src/ogc/wms/stored-styles.ts';
import { createProjections } from '../../src/projections/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { placeEmbeddedDatabase } from '../../test/support/embedded-template.ts';

const LAYERS = 1000;
const ROUNDS = 15;
/** The aim of the project, milliseconds a document. */
const AIM = 50;
const ORIGIN = new URL('https://maps.example.org');
const DOCUMENTS = [
  ['WMS 1.3.0', 'wms?service=WMS&request=GetCapabilities&version=1.3.0'],
  ['WMS 1.1.1', 'wms?service=WMS&request=GetCapabilities&version=1.1.1'],
  ['WMTS 1.0.0', 'wmts?service=WMTS&request=GetCapabilities'],
  ['WFS 2.0.0', 'wfs?service=WFS&request=GetCapabilities&version=2.0.0'],
  ['WFS 1.1.0', 'wfs?service=WFS&request=GetCapabilities&version=1.1.0'],
  ['WCS 2.0.1', 'wcs?service=WCS&request=GetCapabilities&version=2.0.1'],
  ['WCS 1.1.2', 'wcs?service=WCS&request=GetCapabilities&version=1.1.2'],
  ['WCS 1.0.0', 'wcs?service=WCS&request=GetCapabilities&version=1.0.0'],
  ['collections', 'ogcapi/collections'],
] as const;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
await placeEmbeddedDatabase(folder);
const { db, changes, close } = await openDatabase({ url: undefined, folder });
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
try {
  await fill(db);
  console.log(
    `${LAYERS} layers; milliseconds, middle and worst of ${ROUNDS} (aim: under ${AIM}), the first time, and of processor:`,
  );
  for (const [name, address] of DOCUMENTS) await report(name, address, await openService());
} finally {
  await engine.close();
  await close();
  await rm(folder, { recursive: true, force: true });
}

/** Makes a public dataset with as many files as layers, all built. */
async function fill(database: Database): Promise<void> {
  const [organization, dataset] = [randomUUID(), randomUUID()];
  await database
    .insertInto('organizations')
    .values({ id: organization, slug: 'bench', name: 'bench', is_public: true, owner_id: null })
    .execute();
  await database
    .insertInto('datasets')
    .values({ id: dataset, organization_id: organization, slug: 'layers', visibility: 2 })
    .execute();
  const properties = JSON.stringify({
    width: 20_000,
    height: 15_000,
    geotransform: [500_000, 0.02, 0, 5_000_000, 0, -0.02],
    projection: 'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","32633"]]',
    bands: ['Red', 'Green', 'Blue'].map((colorInterp) => ({ type: 'Byte', colorInterp })),
    nodata: [null, null, null],
  });
  const footprint = JSON.stringify({ type: 'Polygon', coordinates: [ring(15, 45, 0.005)] });
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name, properties, polygon_geom)
    select ${dataset}::uuid, 'flights/' || lpad(n::text, 4, '0') || case when n % 2 = 0 then '.tif' else '.geojson' end, 'flights',
      md5(n::text) || md5((-n)::text), case when n % 2 = 0 then 4 else 14 end, 1700000000 + n, 1000, 1, n::text, ${properties}::jsonb,
      ${footprint}::jsonb
    from generate_series(0, ${LAYERS - 1}::integer) n`.execute(database);
  await sql`insert into outputs (dataset_id, hash, kind, version, size_bytes)
    select dataset_id, hash, case when type = 4 then 'cog' else 'vec' end, gen_random_uuid(), 1000 from entries`.execute(
    database,
  );
}

function ring(west: number, south: number, side: number): readonly (readonly number[])[] {
  const [east, north] = [west + side, south + side];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** The routes with an empty memory; what draws and searches is not asked for capabilities. */
function openService() {
  const columns = [{ name: 'name', type: 'TEXT' }];
  const metadataValues = createMetadataValues(db);
  const catalog = createLayerCatalog({
    built: createBuiltLayers(db, createOutputFolders(folder), outputsOf(allKinds.outputs)),
    changes,
    titleOf: createTitles(metadataValues),
    contents: () =>
      Promise.resolve([
        {
          table: 'plots',
          name: 'plots',
          crs: 'EPSG:32633',
          geometryType: 'MultiPolygon',
          hasHeight: false,
          featureCount: 1000,
          skippedCount: 0,
          bounds: [15, 45, 15.005, 45.005] as const,
          columns,
        },
      ]),
  });
  const dependencies = {
    catalog,
    projections: createProjections(engine),
    originOf: () => ORIGIN,
    maps: { findStyles: createFindStyles(metadataValues) },
  };
  return createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent', EXTERNALURL: ORIGIN.href }),
    routes: ogcRoutes(dependencies as unknown as OgcDependencies),
    version: '0',
    access: {
      authenticate: () => Promise.resolve(undefined),
      organization: () => Promise.resolve(undefined),
      dataset: createDatasets(db, { candidates: [], covers: [] }).grant,
      holds: () => Promise.resolve(false),
    },
    changed: () => undefined,
  });
}

async function report(name: string, address: string, server: Awaited<ReturnType<typeof openService>>): Promise<void> {
  const times: number[] = [];
  const work: number[] = [];
  let size = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    const answer = await server.inject({ method: 'GET', url: `/orgs/bench/ds/layers/${address}` });
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    work.push((user + system) / 1000);
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
    size = answer.body.length;
  }
  await server.close();
  const [first = 0, ...warm] = times;
  const shown = [middleOf(warm), Math.max(...warm), first, middleOf(work.slice(1))].map((time) =>
    time.toFixed(1).padStart(7),
  );
  console.log(`  ${name.padEnd(12)} ${shown.join(' ')}   ${Math.round(size / 1000)} kB`);
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
