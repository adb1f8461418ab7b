/**
 * Pages of STAC over a dataset of a million photos and over ten thousand datasets, answered by the routes without a network:
 * what one request costs in the embedded database and in the service. Beside it the smallest query of the same database and the
 * smallest answer of the same server, which tell how busy the machine is.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDataset, startCatalog, type CatalogService } from '../../test/support/catalog-service.ts';
import { fillEntries } from '../support/many-entries.ts';

const FILES = 1_000_000;
const DATASETS = 10_000;
const ROUNDS = 15;
/** The aim of the project, milliseconds a page. */
const AIM = 30;

const service = await startCatalog();
try {
  const flights = await addDataset(service, 'bench/flights', 1);
  await fillEntries(service.db, flights, { files: FILES, perFolder: 1000 });
  const middle = '/stac/collections/bench:flights/items';
  const token = Buffer.from(JSON.stringify([flights, 'flights/f000500/'])).toString('base64url');
  console.log(`${FILES} photos in one dataset; milliseconds, best and middle of ${ROUNDS} (aim: under ${AIM}):`);
  await reportFloor();
  await report('extent, first time', '/stac/collections/bench:flights', 1);
  await report('collection, unchanged', '/stac/collections/bench:flights');
  await report('items, first page of 10', middle);
  await report('items, page of 100 in the middle', `${middle}?limit=100&token=${token}`);
  await report('box, some 1,000 matches', '/stac/search?limit=100&bbox=9,46,9.01,48');
  await report('box, everything', '/stac/search?limit=100&bbox=-180,-90,180,90');
  await report('box, nothing', '/stac/search?limit=100&bbox=-100,46,-99,48');
  await report('time, an hour', '/stac/search?limit=100&datetime=2023-11-20T00:00:00Z/2023-11-20T01:00:00Z');
  await report('time, everything', '/stac/search?limit=100&datetime=2000-01-01T00:00:00Z/..');
  await report('time, nothing', '/stac/search?limit=100&datetime=../2000-01-01T00:00:00Z');
  await report('triangle, some 500 matches', `/stac/search?limit=100&intersects=${encodeURIComponent(triangle())}`);
  await fillDatasets(service, DATASETS);
  console.log(`\n${DATASETS} more public datasets, one photo each:`);
  await report('root catalog, 1,000 links', '/stac');
  await report('collections, first time', '/stac/collections', 1);
  await report('collections, page of 100', '/stac/collections');
  await report('search without a filter', '/stac/search');
  await report('search by box, nothing', '/stac/search?bbox=-100,46,-99,48');
  await report('search by box, ten matches', '/stac/search?bbox=50,40,50.1,50');
  await report('search by box, everything', '/stac/search?limit=100&bbox=-180,-90,180,90');
  await report('search by time, nothing', '/stac/search?datetime=../1960-01-01T00:00:00Z');
} finally {
  await service[Symbol.asyncDispose]();
}

async function reportFloor(): Promise<void> {
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) await sql`select 1`.execute(service.db);
  console.log(`  ${'smallest query'.padEnd(36)} ${((performance.now() - started) / ROUNDS).toFixed(1).padStart(8)} ms`);
  await report('smallest answer', '/stac/conformance');
}

async function report(what: string, path: string, rounds = ROUNDS): Promise<void> {
  const times: number[] = [];
  let size = 0;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const { status, text } = await service.call('GET', path);
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    size = text.length;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const [best, middle] = [sorted[0]!, sorted[Math.floor(rounds / 2)]!].map((time) => time.toFixed(1).padStart(8));
  console.log(`  ${what.padEnd(36)} ${best} ms ${middle} ms ${(size / 1000).toFixed(0).padStart(6)} kB`);
}

function triangle(): string {
  const ring = [
    [9, 46.9],
    [9.01, 47.1],
    [9, 47.1],
    [9, 46.9],
  ];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

/** Datasets in a hundred organizations, each with one photo: a hundredth of a degree apart, from 0 east, 45 north. */
async function fillDatasets({ db }: CatalogService, count: number): Promise<void> {
  await sql`insert into organizations (id, slug, name, is_public)
    select gen_random_uuid(), 'organization-' || n, 'x', true from generate_series(0, 99) n`.execute(db);
  await sql`insert into datasets (id, organization_id, slug, visibility)
    select gen_random_uuid(), organizations.id, 'dataset-' || n, 1 from generate_series(0, ${count - 1}::integer) n
    join organizations on organizations.slug = 'organization-' || (n % 100)`.execute(db);
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name, taken_at, bounds, point_geom)
    select id, 'a.jpg', '', ${randomUUID().replaceAll('-', '').repeat(2)}, 3, 0, 1, 0, 'a.jpg', to_timestamp(0), box(place, place),
      jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(place[0], place[1], 0))
    from (select id, point(row_number() over (order by id) * 0.01, 45) as place from datasets where slug like 'dataset-%') datasets`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}
