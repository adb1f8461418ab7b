/**
 * Vector tiles: 200,000 small polygons made into an archive, beside `ogr2ogr -f MVT` with the same zooms in the same run; then
 * tiles of it over HTTP, 64 requests at a time, one of them beside MapServer's MVT of the same file. `npm run bench -- mvt`;
 * takes some minutes, most of them GDAL's; `node bench/mvt/bench.ts answers` has the tiles alone.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vectorToGeoPackage } from '../../src/kinds/vector/geopackage/build.ts';
import { createEngine } from '../../src/engine/index.ts';
import { startProcess } from '../../test/support/process.ts';
import { form, until } from '../../test/support/service.ts';
import { parcels } from '../support/parcels.ts';
import { featuresOf, peerTile } from './peer-tiles.ts';

const POLYGONS = 200_000;
const SECONDS = 5;
const CLIENT = join(import.meta.dirname, '../http/client.ts');
const TILE = { z: 12, x: 2168, y: 1465 } as const;
const DATASET = '/orgs/admin/ds/bench';
const headers = { authorization: `Basic ${Buffer.from('admin:secret123').toString('base64')}` };

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
try {
  if (!process.argv.includes('answers')) await compareBuilds();
  await measureAnswers();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compareBuilds(): Promise<void> {
  const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
  const [source, made] = [join(folder, 'parcels.geojson'), join(folder, 'mvt')];
  const geoPackage = join(folder, 'source.gpkg');
  await writeFile(source, parcels(POLYGONS));
  await mkdir(made);
  await engine.run(vectorToGeoPackage, [source, 'geojson', geoPackage]);
  const ours = await measured(
    [process.execPath, join(import.meta.dirname, '../../src/kinds/vector/tiles/program.ts')],
    [geoPackage, made],
  );
  const { maxzoom } = JSON.parse(await readFile(join(made, 'metadata.json'), 'utf8')) as { maxzoom: number };
  const options = ['-f', 'MVT', '-dsco', 'FORMAT=MBTILES', '-dsco', 'MINZOOM=0', '-dsco', `MAXZOOM=${maxzoom}`];
  const gdal = await measured(['ogr2ogr'], [...options, join(folder, 'gdal.mbtiles'), geoPackage, 'parcels']);
  await engine.close();
  console.log(`${POLYGONS} polygons, zooms 0 to ${maxzoom}:`);
  for (const [what, { seconds, cpu, megabytes }] of [['Alidade', ours] as const, ['ogr2ogr -f MVT', gdal] as const]) {
    const times = `${seconds.toFixed(1).padStart(7)} s  ${cpu.toFixed(1).padStart(7)} s of processor time`;
    console.log(`  ${what.padEnd(16)} ${times}  ${String(megabytes).padStart(6)} MB at most`);
  }
  console.log(
    `  ${(gdal.seconds / ours.seconds).toFixed(1)} x faster, ${(gdal.cpu / ours.cpu).toFixed(1)} x less work\n`,
  );
}

/** Runs a program to its end under GNU time. */
async function measured(
  [program = '', ...leading]: readonly string[],
  args: readonly string[],
): Promise<{ seconds: number; cpu: number; megabytes: number }> {
  const started = performance.now();
  const run = promisify(execFile);
  const { stderr } = await run('/usr/bin/time', ['-f', 'MEASURED %U %S %M', program, ...leading, ...args], {
    maxBuffer: 2 ** 24,
  });
  const [, user = 0, system = 0, kibibytes = 0] = (/MEASURED ([\d.]+) ([\d.]+) (\d+)/.exec(stderr) ?? []).map(Number);
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: user + system,
    megabytes: Math.round(kibibytes / 1024),
  };
}

async function measureAnswers(): Promise<void> {
  const source = [...parcels(20_000)].join('');
  const service = await startProcess({ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: 'secret123' });
  try {
    await fetch(`${service.url}/orgs/admin/ds`, {
      method: 'POST',
      headers,
      body: form({ slug: 'bench', visibility: '1' }),
    });
    const body = form({ path: 'parcels.geojson', file: Buffer.from(source) });
    await fetch(`${service.url}${DATASET}/obj`, { method: 'POST', headers, body });
    const entry = async (): Promise<{ hash: string; buildStatus: string | null }> => {
      const answer = await fetch(`${service.url}${DATASET}/obj?path=parcels.geojson`, { headers });
      return (await answer.json()) as { hash: string; buildStatus: string | null };
    };
    const { hash } = await until(entry, ({ buildStatus }) => buildStatus === null, 300);
    const tile = `${service.url}${DATASET}/mvt/${hash}/${TILE.z}/${TILE.x}/${TILE.y}.pbf`;
    const stored = await fetch(tile);
    const etag = stored.headers.get('etag') ?? '';
    const unpacked = new Uint8Array(await stored.arrayBuffer());
    const title = `A tile of ${featuresOf(unpacked)} features, ${unpacked.length} bytes unpacked (${stored.status})`;
    console.log(`${title}, load ${loadavg()[0]!.toFixed(1)}, 64 requests at a time, ${SECONDS} s each:`);
    const gzip = { 'accept-encoding': 'gzip' };
    for (const [what, url, sent] of [
      ['as stored, public', tile, gzip],
      ['as stored, with password', tile, { ...gzip, ...headers }],
      ['unpacked for the client', tile, {}],
      ['GET /version', `${service.url}/version`, {}],
    ] as const) {
      const before = await processorTime(service.child.pid ?? 0);
      const { answers, perSecond, p99 } = await load(url, sent);
      const each = ((await processorTime(service.child.pid ?? 0)) - before) / answers;
      const rate = `${perSecond.toFixed(0).padStart(7)}/s  p99 ${p99.toFixed(1).padStart(6)} ms`;
      console.log(`  ${what.padEnd(26)} ${rate}  ${(each * 1000).toFixed(3)} ms of processor time each`);
    }
    await compareTiles(source, await load(tile, gzip));
    const again = await fetch(tile, { headers: { 'if-none-match': etag } });
    console.log(`  asked again by its ETag: ${again.status}`);
  } finally {
    await service.end('SIGTERM');
  }
}

/** The rate of a tile beside that of the same tile by MapServer. */
async function compareTiles(source: string, { perSecond }: Load): Promise<void> {
  const file = join(folder, 'peer.geojson');
  await writeFile(file, source);
  const peer = await peerTile(folder, file, TILE, SECONDS * 1000);
  if (peer === undefined) return;
  const rate = `${peer.rate.toFixed(0).padStart(7)}/s`;
  console.log(`  ${'MapServer, two processes'.padEnd(26)} ${rate}  ${peer.cpu.toFixed(3)} ms of processor time each`);
  console.log(`  of ${peer.features} features; ${(perSecond / peer.rate).toFixed(1)} x faster`);
}

/** Seconds of a process and its threads so far: steadier on a busy machine than a rate. */
async function processorTime(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await readFile(`/proc/${pid}/stat`, 'utf8'))
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

/** What the client prints; `answers` with those before it measured. */
interface Load {
  readonly answers: number;
  readonly perSecond: number;
  readonly p99: number;
}

async function load(url: string, sent: Record<string, string>): Promise<Load> {
  const client = spawn(process.execPath, [CLIENT, url, String(SECONDS), JSON.stringify(sent)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  client.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(client, 'close');
  return JSON.parse(printed) as Load;
}
