import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { witnessBuilds, witnessedBuilds } from './build-witness.ts';
import { openOwnPostgres } from './own-postgres.ts';
import { basic, startProcess, type ServiceProcess } from './process.ts';
import { readWhole } from './read-whole.ts';
import { form, until } from './service.ts';

const PASSWORD = 'secret123';
const DATASET = '/orgs/admin/ds/built';

/** A file whose builds are killed. */
export interface KilledFile {
  readonly path: string;
  readonly file: Uint8Array;
  /** Paths below the address of its build that must be whole. */
  readonly artifacts: readonly string[];
}

/** A moment of a build. */
export interface KillMoment {
  /** What the job says that it does then; absent: anything. */
  readonly phase?: string;
  /** Milliseconds after that. */
  readonly afterMs: number;
}

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

interface Job {
  readonly jobId: string;
  readonly currentState: string;
  readonly phaseMessage: string | null;
  readonly processingAt: string | null;
}

const attemptOf = ({ jobId, processingAt }: Job): string => `${jobId} ${processingAt}`;

/** Files below a folder of builds that belong to no finished output. */
export async function leftOvers(folder: string): Promise<string[]> {
  const names = await readWhole(() => readdir(folder, { recursive: true }));
  return names.filter((name) => /\.tmp$|(?:request|answer)\.json$|\.raw$|aside|scratch/.test(name));
}

/**
 * Kills a service in moments of builds of a file and starts it again. What is served must be whole, and the same, each time.
 *
 * @param first moments of the first build, before there is anything to serve
 * @param later moments of builds that replace the first one
 */
export async function expectWholeAfterKills(
  { path, file, artifacts }: KilledFile,
  first: readonly KillMoment[],
  later: readonly KillMoment[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-kill-'));
  const environment = { DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD, LOG_LEVEL: 'error' };
  const headers = basic(PASSWORD);
  let service: ServiceProcess = await startProcess(environment);
  const call = (address: string, body?: FormData): Promise<Response> =>
    fetch(service.url + address, { headers, ...(body && { method: 'POST', body }) });
  const read = async <T>(address: string): Promise<T> => (await (await call(address)).json()) as T;
  const entry = (): Promise<Entry> => read<Entry>(`${DATASET}/obj?path=${path}`);
  const built = (): Promise<Entry> =>
    until(entry, ({ buildStatus }) => buildStatus === null || buildStatus === 'failed', 300);
  /** Null: nothing is served. */
  const digests = async ({ hash }: Entry): Promise<readonly (string | null)[]> =>
    Promise.all(
      artifacts.map(async (artifact) => {
        const answer = await call(`${DATASET}/build/${hash}/${artifact}`);
        if (answer.status === 404) return null;
        expect([artifact, answer.status]).toEqual([artifact, 200]);
        return createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex');
      }),
    );
  let killed = '';
  const killAt = async ({ phase, afterMs }: KillMoment): Promise<void> => {
    const [job] = await until(
      () => read<Job[]>(`${DATASET}/builds?path=${path}`),
      ([newest]) =>
        newest?.currentState === 'Processing' &&
        // A job says what its killed attempt did until the queue has missed that for half a minute.
        (phase === undefined || (newest.phaseMessage === phase && attemptOf(newest) !== killed)),
      120,
    );
    killed = attemptOf(job!);
    await pause(afterMs);
    await service.end('SIGKILL');
    service = await startProcess(environment);
  };
  try {
    await call('/orgs/admin/ds', form({ slug: 'built' }));
    expect((await call(`${DATASET}/obj`, form({ path, file }))).status).toBe(201);
    for (const moment of first) {
      await killAt(moment);
      expect(await digests(await entry())).toEqual(artifacts.map(() => null));
    }
    const whole = await digests(await built());
    expect(whole).not.toContain(null);
    for (const moment of later) {
      await call(`${DATASET}/build`, form({ path, force: 'true' }));
      await killAt(moment);
      expect(await digests(await entry())).toEqual(whole);
    }
    const last = await built();
    expect([last.buildStatus, last.buildError]).toEqual([null, null]);
    // The same file gives the same bytes, however often its build began.
    expect(await digests(last)).toEqual(whole);
    await until(
      () => leftOvers(join(folder, 'data/builds')),
      (names) => names.length === 0,
      120,
    );
  } finally {
    await service.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Uploads files to two processes that share one PostgreSQL server. Each file must be built once.
 *
 * @param files by their paths
 * @param outputs how many outputs each has
 */
export async function expectBuiltOnce(files: Readonly<Record<string, Uint8Array>>, outputs: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alidade-two-'));
  try {
    await using database = await openOwnPostgres(dataDir, 'built');
    await witnessBuilds(database.db);
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DefaultAdmin__Password: PASSWORD,
      BUILDS__CONCURRENCY: '1',
    };
    const services = await Promise.all([startProcess(environment), startProcess(environment)]);
    const headers = basic(PASSWORD);
    const [first] = services;
    await fetch(`${first.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'built' }) });
    for (const [path, file] of Object.entries(files)) {
      const body = form({ path, file });
      const { status } = await fetch(`${first.url}${DATASET}/obj`, { method: 'POST', headers, body });
      expect([path, status]).toEqual([path, 201]);
    }
    const states = async (): Promise<string[]> => {
      const answer = await fetch(`${first.url}${DATASET}/builds`, { headers });
      return ((await answer.json()) as { currentState: string }[]).map(({ currentState }) => currentState);
    };
    await until(states, (all) => all.every((state) => state === 'Succeeded'), 200);
    const { attempts, named } = await witnessedBuilds(database.db);
    const paths = Object.keys(files);
    expect(Object.fromEntries(attempts)).toEqual(Object.fromEntries(paths.map((path) => [path, 1])));
    expect([...named.values()]).toEqual(Array.from({ length: outputs * paths.length }, () => 1));
    for (const service of services) expect(await service.end('SIGTERM')).toBe(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
