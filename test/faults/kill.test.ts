import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { FULL, rounds } from '../support/full.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import {
  adopt,
  batchWriter,
  changed,
  datasetWriter,
  fileWriter,
  hashOf,
  multipart,
  NoAnswer,
  numbersOf,
  readDataset,
  sizes,
  taskWriter,
  write,
  type Ask,
  type Writer,
} from '../support/mixed-load.ts';
import { startPostgres } from '../support/postgres.ts';
import { basic, startProcess, type ServiceProcess } from '../support/process.ts';
import { recount } from '../support/recount.ts';
import { until } from '../support/service.ts';

/** All 100 kills take 20 minutes on each database. */
const KILLS = FULL ? rounds(100) : 2;
/** Writes acknowledged between two kills, at least: 2,000 in 100 of them. */
const WRITES = 20;
/** From the last of these writes to the kill: before, in and after the next transactions. */
const MOST_DELAY_MS = 120;
/** Files read back after one start; all are at the end. */
const READ_BACK = 40;

const CASES = [
  { name: 'the embedded database', onServer: false },
  { name: 'PostgreSQL', onServer: true },
];

const SKIPPED = 'the kills on PostgreSQL take minutes more; npm run test:full runs them';
if (!FULL) console.warn(`H-1 on PostgreSQL skipped: ${SKIPPED}.`);

it.for(CASES)(
  `H-1 I-1 loses nothing acknowledged and shows nothing half-done through ${KILLS} kill -9 under mixed load: $name`,
  { timeout: FULL ? 3_600_000 : 600_000 },
  async ({ onServer }, { skip }) => {
    skip(onServer && !FULL, SKIPPED);
    const seed = Number(process.env['ALIDADE_SEED'] ?? Date.now() % 1_000_000);
    const number = numbersOf(seed);
    const dataDir = await mkdtemp(join(tmpdir(), 'alidade-kill-'));
    const server = onServer ? await startPostgres([]) : undefined;
    if (!server) await placeEmbeddedDatabase(dataDir);
    const environment = {
      DATA_DIR: dataDir,
      DefaultAdmin__Password: 'secret123',
      // Tasks that a kill cut off wait for another worker, and count as running until it has them.
      ProcessingPlatform__MaxQueuedTasksPerUser: '1000',
      ProcessingPlatform__MaxConcurrentTasksPerOrg: '1000',
      ProcessingPlatform__MaxConcurrentTasksGlobal: '1000',
      ...(server ? { DATABASE_URL: await server.createDatabase('kill') } : {}),
    };
    const writers = [
      ...['files-0', 'files-1', 'files-2'].map((slug) => fileWriter(slug, number)),
      batchWriter('batches'),
      datasetWriter('made'),
      taskWriter('tasks'),
      rasterWriter('rasters'),
    ];
    const datasets = writers.map(({ name }) => name).filter((name) => name !== 'made');
    const checked = new Set<string>();
    const begin = performance.now();
    let service: ServiceProcess | undefined;
    try {
      const start = async (): Promise<Ask> => {
        service = await startProcess(environment);
        const ask = askAt(service);
        expect(await readdir(join(dataDir, 'blobs/incoming'))).toEqual([]);
        return ask;
      };
      const verify = async (ask: Ask): Promise<void> => {
        for (const writer of writers)
          expect([writer.name, adopt(writer, await writer.read(ask))]).toEqual([writer.name, []]);
        for (const slug of datasets) await expectCounted(ask, slug);
        await expectBytes(ask, writers, checked, READ_BACK);
        await expectWholeBuilds(ask, checked);
      };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const ask = await start();
        if (kill === 0) for (const slug of datasets) await ask('POST', '/orgs/admin/ds', { slug });
        await verify(ask);
        const before = writesOf(writers);
        // One after the other gets its write before the kill, however long it takes; late ones may wait for their tasks.
        const next = writers.filter(({ isLate }) => !isLate).at(kill % (writers.length - 1))!;
        const itsBefore = next.acknowledged;
        const work = Promise.all(writers.map((writer) => workUntilKilled(writer, ask)));
        const isEnough = (): boolean => writesOf(writers) >= before + WRITES && next.acknowledged > itsBefore;
        await Promise.race([work, until(() => Promise.resolve(isEnough()), Boolean, 120)]);
        await sleep(number() * MOST_DELAY_MS);
        await service!.end('SIGKILL');
        await work;
      }
      const ask = await start();
      await verify(ask);
      await settle(ask, writers);
      await expectBytes(ask, writers, new Set(), Infinity);
      await expectCharged(ask, datasets);
      expect(await service!.end('SIGTERM')).toBe(0);
      const seconds = Math.round((performance.now() - begin) / 1000);
      const each = writers.map(({ name, acknowledged }) => `${name} ${acknowledged}`).join(', ');
      console.log(`${KILLS} kills, ${writesOf(writers)} acknowledged writes (${each}), ${seconds} s, nothing lost`);
      expect(writesOf(writers)).toBeGreaterThanOrEqual(KILLS * WRITES);
      const { datasets: counted, users } = onServer
        ? { datasets: [], users: [] }
        : await recount({ DATA_DIR: dataDir });
      expect([counted, users]).toEqual([[], []]);
    } catch (cause) {
      throw new Error(`Seed: ALIDADE_SEED=${seed}`, { cause });
    } finally {
      await service?.end('SIGKILL');
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

const writesOf = (writers: readonly Writer[]): number => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

const askAt =
  ({ url }: ServiceProcess): Ask =>
  async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers = { ...basic('secret123'), ...(body && !isForm ? { 'content-type': 'application/json' } : {}) };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    try {
      const answer = await fetch(url + path, { method, headers, ...sent });
      return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), answer);
    } catch (cause) {
      throw new NoAnswer(`${method} ${path}`, { cause });
    }
  };

async function workUntilKilled(writer: Writer, ask: Ask): Promise<void> {
  try {
    for (;;) await writer.step(ask);
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause; // Whether that write was done is open.
  }
}

/** Rasters, which are built. */
function rasterWriter(slug: string): Writer {
  const at = `/orgs/admin/ds/${slug}`;
  let count = 0;
  const writer: Writer = {
    name: slug,
    facts: new Map(),
    maybe: undefined,
    acknowledged: 0,
    async step(ask) {
      count += 1;
      // One in a while: the processors are for the builds that are killed as well.
      await sleep(150);
      const path = `${count % 20}.tif`;
      const bytes = Buffer.concat([quadrantOrthophoto(128 + (count % 3) * 64), Buffer.from(`${count}`)]);
      const next = changed(writer.facts, [[`file:${path}`, hashOf(bytes)]]);
      await write(writer, next, () => ask('POST', `${at}/obj`, multipart({ path }, bytes)));
    },
    read: (ask) => readDataset(ask, at),
  };
  return writer;
}

/** The counters of a dataset are those of its index. */
async function expectCounted(ask: Ask, slug: string): Promise<void> {
  const read = async <T>(path: string): Promise<T> =>
    (await (await ask('GET', `/orgs/admin/ds/${slug}/${path}`)).json()) as T;
  // Tasks and what was begun before the kill may go on meanwhile.
  await until(
    async () => {
      const { entries } = await read<{ entries: Readonly<Record<string, string>>[] }>('stamp');
      const { size, properties } = await read<{ size: number; properties: { entries: number } }>('ex');
      const hashes = entries.flatMap((entry) => Object.values(entry)).filter((hash) => hash !== '');
      return {
        told: [size, properties.entries],
        counted: [hashes.reduce((sum, hash) => sum + (sizes.get(hash) ?? NaN), 0), entries.length],
      };
    },
    ({ told, counted }) => told.join() === counted.join(),
  );
}

/** Reads files back, and compares their bytes. @param checked what was read before */
async function expectBytes(ask: Ask, writers: readonly Writer[], checked: Set<string>, most: number): Promise<void> {
  const files = writers.flatMap(({ name, facts }) =>
    [...facts].filter(([key]) => key.startsWith('file:')).map(([key, hash]) => ({ name, path: key.slice(5), hash })),
  );
  const fresh = files.filter(({ name, hash }) => !checked.has(`${name} ${hash}`)).slice(0, most);
  for (const { name, path, hash } of fresh) {
    const answer = await ask('GET', `/orgs/admin/ds/${name}/download?path=${path}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([name, path, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, path, hash]);
    checked.add(`${name} ${hash}`);
  }
}

interface Built {
  readonly path: string;
  readonly hash: string | null;
  readonly buildStatus: string | null;
}

const rasters = async (ask: Ask): Promise<Built[]> =>
  ((await (await ask('GET', '/orgs/admin/ds/rasters/list')).json()) as Built[]).filter(({ hash }) => hash !== null);

/** Every build that is served is whole. */
async function expectWholeBuilds(ask: Ask, checked: Set<string>): Promise<void> {
  for (const { path, hash, buildStatus } of await rasters(ask)) {
    if (checked.has(`built ${hash}`)) continue;
    const cog = await ask('GET', `/orgs/admin/ds/rasters/build/${hash}/cog/cog.tif`);
    // One that was not built when it was listed may be by now.
    expect([path, buildStatus === null ? [200] : [200, 404]]).toEqual([path, expect.arrayContaining([cog.status])]);
    if (cog.status !== 200) continue;
    // Decodes every pixel, and throws where one is missing.
    await sharp(Buffer.from(await cog.arrayBuffer())).stats();
    checked.add(`built ${hash}`);
  }
}

/** Waits until the builds and tasks are done that were acknowledged. */
async function settle(ask: Ask, writers: readonly Writer[]): Promise<void> {
  for (const writer of writers.filter(({ isLate }) => isLate))
    await until(
      async () => {
        const shown = await writer.read(ask);
        return [...writer.facts.keys()].filter((key) => !shown.has(key));
      },
      (missing) => missing.length === 0,
      300,
    );
  const isDone = ({ buildStatus }: Built): boolean => buildStatus === null || buildStatus === 'failed';
  const built = await until(
    () => rasters(ask),
    (all) => all.every(isDone),
    300,
  );
  expect(built.filter(({ buildStatus }) => buildStatus === 'failed')).toEqual([]);
  await expectWholeBuilds(ask, new Set());
}

/** The owner is charged for what is in the datasets. */
async function expectCharged(ask: Ask, datasets: readonly string[]): Promise<void> {
  const sums = await Promise.all(
    datasets.map(
      async (slug) => ((await (await ask('GET', `/orgs/admin/ds/${slug}/ex`)).json()) as { size: number }).size,
    ),
  );
  const { used } = (await (await ask('GET', '/users/admin/storage')).json()) as { used: number };
  expect(used).toBe(sums.reduce((sum, size) => sum + size, 0));
}
