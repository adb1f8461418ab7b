import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Route } from '../../src/http/index.ts';
import { COLLECTS_ON_REQUEST, collectGarbage } from '../support/collect-garbage.ts';
import { describeInRounds } from '../support/databases.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { FULL, rounds } from '../support/full.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { AGREED, recount } from '../support/recount.ts';
import { startProcess, type ServiceProcess } from '../support/process.ts';
import { timeAnswer } from '../support/processor-time.ts';
import { ADMIN, form, startService, until } from '../support/service.ts';
import { EMBEDDED } from '../support/test-database.ts';
import { createRandom, MUTATIONS, type Random } from './mutations.ts';
import { answersIn, play } from './raw-connection.ts';
import { targetsOf, type Names, type Target } from './targets.ts';

/** All rounds of `npm run test:full`: ten minutes on each database. Otherwise each route meets two of the mutations. */
const FULL_SECONDS = FULL ? rounds(600) : 0;
/** Mutations that each route meets in one pass over all routes. */
const MUTATIONS_OF_A_ROUTE = FULL ? rounds(Object.keys(MUTATIONS).length) : 1;
const SEED = Number(process.env['ALIDADE_SEED'] ?? Date.now() % 2 ** 31);
/** Others are answered within a second, also while six lanes send their requests and other tests run. */
const LONGEST_WAIT_MS = 1000;
/** Routes that are attacked at the same time; much of an attack is waiting. */
const LANES = 6;
/** Files that the database opens meanwhile; a request that leaks one leaks thousands. */
const SPARE_HANDLES = 40;
/** Heaps grow for a minute and then stay: the long run begins to measure behind its first round. */
const SPARE_MB = FULL_SECONDS > 0 ? 100 : 300;

const DATASET = { orgSlug: 'admin', dsSlug: 'fuzz' };
const VICTIM = { orgSlug: 'victims', dsSlug: 'victim', userName: 'victim', roleName: 'victims' };

describeInRounds('J-1 raw requests', (environment) => {
  it(
    `no bytes end the service, fill it or stay in it (seed ${SEED}, ${FULL_SECONDS} s)`,
    { timeout: (300 + 2 * FULL_SECONDS) * 1000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'alidade-fuzz-'));
      const settings = { DATA_DIR: dataDir, DefaultAdmin__Password: ADMIN.password, ...(await environment()) };
      const isEmbedded = settings.DATABASE_URL === EMBEDDED;
      if (isEmbedded) await placeEmbeddedDatabase(dataDir);
      const service = await startProcess({ ...settings, LOG_LEVEL: 'error' }, 'serve', COLLECTS_ON_REQUEST);
      try {
        await fuzz(service, dataDir);
        expect(await service.end('SIGTERM')).toBe(0);
        // Only the embedded database is at hand for a count.
        const { datasets, users } = isEmbedded ? await recount({ DATA_DIR: dataDir }) : AGREED;
        expect({ datasets, users }).toEqual({ datasets: [], users: [] });
      } catch (fault) {
        console.log(`What the service printed last:\n${service.output().slice(-5000)}`);
        throw fault;
      } finally {
        await service.end('SIGKILL');
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});

async function fuzz(service: ServiceProcess, dataDir: string): Promise<void> {
  console.log(`fuzz seed ${SEED}: ALIDADE_SEED=${SEED} repeats it`);
  const port = Number(new URL(service.url).port);
  const stage = await setUp(service);
  const targets = targetsOf(await listRoutes(), stage.names, stage.victims);
  const names = Object.keys(MUTATIONS);
  const end = Date.now() + FULL_SECONDS * 1000;
  let requests = 0;

  /** Sends one spoiled request as each kind of caller; then the service must answer others at once. */
  const attack = async (target: Omit<Target, 'headers'>, mutation: string, random: Random): Promise<void> => {
    const sent = [];
    for (const headers of ['', await stage.credentials()])
      sent.push(play(MUTATIONS[mutation]!({ ...target, headers }, random), port));
    requests += sent.length;
    for (const { sent: text, silent } of await Promise.all(sent)) {
      expect({ target, mutation, silent, faulty: answersIn(text).filter(isFaulty) }).toEqual({
        target,
        mutation,
        silent: false,
        faulty: [],
      });
    }
    const { answer: version, ms } = await timeAnswer(service.child.pid!, () => fetch(`${service.url}/version`));
    expect([target, mutation, version.status, await version.text()]).toEqual([
      target,
      mutation,
      200,
      expect.any(String),
    ]);
    expect([target, mutation, ms < LONGEST_WAIT_MS]).toEqual([target, mutation, true]);
  };

  /** Each route has random numbers of its own, so that the order of the lanes changes nothing. */
  const round = async (number: number): Promise<void> => {
    const waiting = [...targets.entries()];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, target] = next;
        const random = createRandom(SEED + 1000 * number + index);
        if (target.method !== 'GET') await stage.restore();
        const first = random.below(names.length);
        for (let count = 0; count < MUTATIONS_OF_A_ROUTE; count += 1)
          await attack(target, names[(first + count) % names.length]!, random);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };

  const watch = await watchAnswers(service);
  // The first requests load code and fill caches.
  await round(0);
  const before = await held(service, dataDir);
  for (let number = 1; number === 1 || Date.now() < end; number += 1) await round(number);

  expect(await watch.end()).toBeLessThan(LONGEST_WAIT_MS);
  const after = (): Promise<Held> => held(service, dataDir);
  const isBack = ({ handles, residentMB, unfinished }: Held): boolean =>
    unfinished === 0 && handles <= before.handles + SPARE_HANDLES && residentMB <= before.residentMB + SPARE_MB;
  console.log(`${requests} spoiled requests; before ${JSON.stringify(before)}, after ${JSON.stringify(await after())}`);
  await until(after, isBack, 90);
  expect(await stage.figures()).toMatchObject({ faults: 0, restarts: 0 });
  expect(service.child.exitCode).toBeNull();
}

/** Asks for the version all the time, also while a request is being read. */
async function watchAnswers(service: ServiceProcess) {
  const { url } = service;
  const ending = new AbortController();
  let longest = 0;
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted && service.child.exitCode === null) {
      const { ms } = await timeAnswer(service.child.pid!, async () => (await fetch(`${url}/version`)).arrayBuffer());
      longest = Math.max(longest, ms);
      await delay(50);
    }
  };
  await (await fetch(`${url}/version`)).arrayBuffer();
  const running = run();
  // A service that ended is told by the requests of the lanes.
  running.catch(() => undefined);
  return {
    /** @returns the longest wait in milliseconds */
    async end(): Promise<number> {
      ending.abort();
      await running;
      return longest;
    },
  };
}

/** A 5xx is a fault of ours, but 503, which says when to come again, and 501 of what a service does not offer. */
function isFaulty({ status, head }: { readonly status: number; readonly head: string }): boolean {
  return status >= 500 && status !== 501 && !(status === 503 && /^retry-after: \d+\r?$/im.test(`${head}\r`));
}

async function listRoutes(): Promise<readonly Route[]> {
  const service = await startService();
  try {
    return service.app.routes;
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

interface Held {
  /** Open files and connections of the process. */
  readonly handles: number;
  /** After a collection of garbage. */
  readonly residentMB: number;
  /** Files of uploads that have not ended. */
  readonly unfinished: number;
}

async function held(service: ServiceProcess, dataDir: string): Promise<Held> {
  await collectGarbage(service);
  const { child } = service;
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return {
    handles: (await readdir(`/proc/${child.pid}/fd`)).length,
    residentMB: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024),
    unfinished: (await readdir(join(dataDir, 'blobs', 'incoming'))).length,
  };
}

/** What routes are about, made anew when a request that came through has deleted it. */
async function setUp(service: ServiceProcess) {
  const basic = (name: string): string => `Basic ${Buffer.from(`${name}:${ADMIN.password}`).toString('base64')}`;
  const call = async (method: string, path: string, json?: object, body?: FormData): Promise<Response> =>
    fetch(service.url + path, {
      method,
      headers: { authorization: basic('admin'), ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(json ? { body: JSON.stringify(json) } : body ? { body } : {}),
    });
  const made = async (answer: Promise<Response>): Promise<unknown> => {
    const { status, ok } = await answer;
    // 404: another lane has deleted the organization again.
    if (!ok && ![400, 404, 409].includes(status)) throw new Error(`The stage could not be set: ${status}`);
    return undefined;
  };
  // The password of a user who is there would be hashed for nothing: a fifth of all work of this test.
  const makeUser = async (userName: string, roles: readonly string[]): Promise<void> => {
    const { ok: isThere } = await call('GET', `/users/${userName}/storage`);
    if (!isThere) await made(call('POST', '/users', { ...ADMIN, userName, email: `${userName}@example.org`, roles }));
  };
  const restore = async (): Promise<void> => {
    await makeUser('fuzzer', ['admin']);
    await makeUser(VICTIM.userName, []);
    await made(call('POST', `/users/roles/${VICTIM.roleName}`));
    await made(call('POST', '/orgs', { slug: VICTIM.orgSlug, isPublic: true }));
    await made(call('POST', `/orgs/${VICTIM.orgSlug}/ds`, { slug: VICTIM.dsSlug, visibility: 1 }));
  };
  await restore();
  await made(call('POST', '/orgs/admin/ds', { slug: DATASET.dsSlug, visibility: 1 }));
  const upload = (path: string, file: Buffer): Promise<Response> =>
    call('POST', '/orgs/admin/ds/fuzz/obj', undefined, form({ path, file }));
  await made(upload('a.txt', Buffer.from('text')));
  await made(upload('ortho.tif', quadrantOrthophoto(64)));
  const entry = async (): Promise<{ hash: string; buildStatus: string | null }> =>
    (await (await call('GET', '/orgs/admin/ds/fuzz/obj?path=ortho.tif')).json()) as never;
  const { hash } = await until(entry, ({ buildStatus }) => buildStatus === null);
  const { token } = (await (
    await call('POST', '/share/init', { tag: `${VICTIM.orgSlug}/${VICTIM.dsSlug}` })
  ).json()) as {
    token: string;
  };

  const common = { hash, token, key: 'k', '*': 'a.txt', layer: 'ortho.tif', z: '3', x: '4', y: '2' };
  const names: Names = { ...common, ...DATASET, userName: 'victim', roleName: 'victims' };
  let bearer = '';
  return {
    restore,
    names,
    victims: { ...common, ...VICTIM } satisfies Names,
    /** The header of a signed-in caller, who may have been signed out by what came through. */
    async credentials(): Promise<string> {
      const me = await fetch(`${service.url}/users/me`, { headers: { authorization: `Bearer ${bearer}` } });
      if (!me.ok) {
        await restore();
        const json = JSON.stringify({ userName: 'fuzzer', password: ADMIN.password });
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${service.url}/users/authenticate`, { method: 'POST', headers, body: json });
        bearer = ((await answer.json()) as { token: string }).token;
      }
      return `authorization: Bearer ${bearer}\r\n`;
    },
    async figures(): Promise<Record<string, number>> {
      const text = await (await call('GET', '/metrics')).text();
      return Object.fromEntries(
        [...text.matchAll(/^alidade_(faults|restarts) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
      );
    },
  };
}
