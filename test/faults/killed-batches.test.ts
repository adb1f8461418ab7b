import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startProcessGroup, type Answer, type ProcessGroup } from '../support/process-group.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { FULL, inFull, rounds } from '../support/full.ts';
import { startPostgres } from '../support/postgres.ts';
import { basic } from '../support/process.ts';
import { sha256, stampOf, type Needed } from '../support/pushing.ts';
import { ADMIN, form, startService, until } from '../support/service.ts';
import { metadataOf, TUS } from '../support/uploads.ts';

type Files = ReadonlyMap<string, string>;
type Environment = Readonly<Record<string, string>> & { readonly DATA_DIR: string };
type Ask = (
  method: string,
  path: string,
  body?: () => NonNullable<RequestInit['body']>,
  headers?: object,
) => Promise<Answer>;

/** A dataset and what it may be. */
interface Lane {
  readonly dataset: string;
  /** How a client makes it hold other files; every step is tried until it is answered. */
  readonly change: (lane: Lane, wanted: Files, added: Files) => Promise<void>;
  /** Takes away half of what is there each time. */
  readonly removes: boolean;
  acknowledged: Files;
  /** The entries it had, and behind what was acknowledged last those that are being committed. */
  readonly states: string[];
  acknowledgedState: number;
}

const LARGE = 'deep/large.bin';
const LARGE_BYTES = 100_000;
/** Older than anything that is on its way may be. */
const DAY_MS = 86_400_000;
/** The clean-up is done every hour, all else more often. */
const LONGEST_CHORE_MS = 3_600_000;
/** Folders of what is on its way. */
const ARRIVING = ['blobs/incoming', 'chunks', 'scratch', 'uploads'];

const entriesOf = (files: Files): string => JSON.stringify(stampOf({ files }).entries);

/** Processes at a time, kills, and whether they share a PostgreSQL server: one with the embedded database is alone. */
const CASES = [
  { name: 'the embedded database', size: 1, kills: FULL ? rounds(6) : 2, onServer: false },
  { name: 'two processes on a PostgreSQL server', size: 2, kills: rounds(24), onServer: true },
] as const;

const SKIPPED = '24 kills of two processes take minutes';
const runsOnServer = inFull(SKIPPED);

it.for(CASES)(
  'G-2 G-5 loses no acknowledged batch, shows no half of one and counts right through kill -9 during share and push: $name',
  { timeout: 600_000 },
  async ({ size, kills, onServer }, { skip }) => {
    skip(onServer && !runsOnServer, SKIPPED);
    const dataDir = await mkdtemp(join(tmpdir(), 'alidade-killed-batches-'));
    const server = onServer ? await startPostgres() : undefined;
    if (!server) await placeEmbeddedDatabase(dataDir);
    const environment = {
      DATA_DIR: dataDir,
      DefaultAdmin__Password: ADMIN.password,
      BUILDS__CONCURRENCY: '0',
      ...(server ? { DATABASE_URL: await server.createDatabase('killed') } : {}),
    };
    let group: ProcessGroup | undefined;
    const ask: Ask = (method, path, body, headers = {}) =>
      group!.ask(path, () => ({
        method,
        headers: { ...basic(ADMIN.password), ...headers },
        ...(body ? { body: body() } : {}),
      }));
    const lanes = [whole, inChunks, whole, resumable].map((sendLarge, index): Lane => ({
      dataset: `/orgs/admin/ds/lane-${index}`,
      change: index < 2 ? shareWith(ask, sendLarge) : pushWith(ask, sendLarge),
      removes: index >= 2,
      acknowledged: new Map(),
      states: ['[]'],
      acknowledgedState: 0,
    }));
    const verify = async (): Promise<void> => void (await Promise.all(lanes.map((lane) => expectPossible(ask, lane))));

    try {
      group = await startProcessGroup(environment, size, verify);
      for (const { dataset } of lanes) {
        await ask('POST', '/orgs/admin/ds', () => form({ slug: dataset.split('/').at(-1)! }));
        await ask('DELETE', `${dataset}/meta/name`);
      }
      let isOver = false;
      const work = async (lane: Lane): Promise<void> => {
        for (let round = 0; !isOver; round += 1) await changeOnce(lane, round);
      };
      const workers = lanes.map(work);
      await Promise.all([group.killAll(kills).finally(() => (isOver = true)), ...workers]);
      for (const lane of lanes) {
        expect(lane.states.length).toBeGreaterThan(1);
        await expectExactly(ask, lane);
      }
      await group.end();
      await expectSwept(environment, lanes);
    } finally {
      await group?.end();
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

async function changeOnce(lane: Lane, round: number): Promise<void> {
  const added = newFiles(round);
  const kept = [...lane.acknowledged].filter((_, index) => !lane.removes || index % 2 === 0);
  const wanted = new Map([...kept, ...added]);
  await lane.change(lane, wanted, added);
  [lane.acknowledged, lane.acknowledgedState] = [wanted, lane.states.length - 1];
}

/** Some small files and one that takes a moment. */
function newFiles(round: number): Files {
  const text = (size: number): string => randomBytes(size / 2).toString('hex');
  return new Map([
    ...Array.from({ length: 3 }, (_, index) => [`${round}/${index}.txt`, text(1000)] as const),
    [LARGE, text(LARGE_BYTES)],
    ['latest.txt', text(10)],
  ]);
}

/** Sends a file into a batch by routes that need several requests; undefined: by one. */
type SendLarge = ((ask: Ask, dataset: string, token: string, text: string) => Promise<void>) | undefined;
const whole: SendLarge = undefined;

const inChunks: SendLarge = async (ask, _dataset, token, text) => {
  const count = 3;
  const length = Math.ceil(text.length / count);
  const send = async (index: number): Promise<void> => {
    const chunk = Buffer.from(text.slice(index * length, (index + 1) * length));
    const fields = { FileId: sha256(text), ChunkIndex: String(index), TotalChunks: String(count) };
    const file = { TotalFileSize: String(text.length), FileName: 'large.bin', Path: LARGE };
    const body = () => form({ chunk, ...fields, ...file });
    expectGood(await ask('POST', `/share/${token}/upload/chunked`, body));
  };
  await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
};

const resumable: SendLarge = async (ask, dataset, token, text) => {
  const headers = { ...TUS, 'upload-length': String(text.length) };
  const metadata = { 'upload-metadata': metadataOf({ path: LARGE, batch: token }) };
  const address = (await ask('POST', `${dataset}/uploads`, undefined, { ...headers, ...metadata })).headers.get(
    'location',
  )!;
  for (;;) {
    const offset = Number((await ask('HEAD', address, undefined, TUS)).headers.get('upload-offset'));
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const { status } = await ask('PATCH', address, () => text.slice(offset), { ...TUS, ...type });
    if (status === 204) return;
    // A request before this one, whose answer was lost, is still at it, or has come further than was told.
    expect([409, 423]).toContain(status);
  }
};

const shareWith =
  (ask: Ask, sendLarge: SendLarge): Lane['change'] =>
  async (lane, wanted, added) => {
    const tag = lane.dataset.replace('/orgs/', '').replace('/ds/', '/');
    for (;;) {
      const init = await ask('POST', '/share/init', () => new URLSearchParams({ tag }));
      const { token } = JSON.parse(init.text) as { token: string };
      const send = async ([path, text]: readonly [string, string]): Promise<void> => {
        if (path === LARGE && sendLarge) return sendLarge(ask, lane.dataset, token, text);
        const body = () => form({ file: Buffer.from(text), path });
        expectGood(await ask('POST', `/share/upload/${token}`, body));
      };
      await Promise.all([...added].map(send));
      lane.states.push(entriesOf(wanted));
      if ((await ask('POST', `/share/commit/${token}`)).status === 200) return;
      lane.states.pop();
    }
  };

const pushWith =
  (ask: Ask, sendLarge: SendLarge): Lane['change'] =>
  async (lane, wanted) => {
    const at = `${lane.dataset}/push`;
    const { checksum } = stampOf({ files: lane.acknowledged });
    for (;;) {
      const stamp = JSON.stringify(stampOf({ files: wanted }));
      const init = await ask('POST', `${at}/init`, () => new URLSearchParams({ checksum, stamp }));
      const { neededFiles, token } = JSON.parse(init.text) as Needed;
      expect([init.status, token]).toEqual([200, expect.any(String)]);
      const send = async (path: string): Promise<void> => {
        const text = wanted.get(path)!;
        if (path === LARGE && sendLarge) return sendLarge(ask, lane.dataset, token!, text);
        const body = () => form({ file: Buffer.from(text), path, token: token! });
        expectGood(await ask('POST', `${at}/upload`, body));
      };
      await Promise.all(neededFiles!.map(send));
      lane.states.push(entriesOf(wanted));
      const commit = await ask('POST', `${at}/commit`, () => new URLSearchParams({ token: token! }));
      if (commit.status === 200) return;
      lane.states.pop();
    }
  };

const expectGood = ({ status, text }: Answer): void => expect([status, text]).toEqual([200, text]);

const stampIn = async (ask: Ask, { dataset }: Lane): Promise<string> => {
  const { entries } = JSON.parse((await ask('GET', `${dataset}/stamp`)).text) as { entries: unknown };
  return JSON.stringify(entries);
};

/** What is seen is what was acknowledged before, or all of what has been committed since or may have been. */
async function expectPossible(ask: Ask, lane: Lane): Promise<void> {
  const from = lane.acknowledgedState;
  const seen = await stampIn(ask, lane);
  expect(lane.states.slice(from)).toContain(seen);
}

/** The files are there, byte for byte, and the counters are what a recount gives. */
async function expectExactly(ask: Ask, lane: Lane): Promise<void> {
  const { dataset, acknowledged } = lane;
  const { entries } = stampOf({ files: acknowledged });
  expect(await stampIn(ask, lane)).toBe(JSON.stringify(entries));
  const size = [...acknowledged.values()].reduce((sum, text) => sum + text.length, 0);
  const told = JSON.parse((await ask('GET', `${dataset}/ex`)).text) as object;
  expect(told).toMatchObject({ size, properties: { entries: entries.length } });
  for (const [path, text] of [...acknowledged].slice(-5))
    expect((await ask('GET', `${dataset}/download?path=${path}`)).text === text).toBe(true);
}

/** What is left of work that was cut off goes when it has its age, by the schedules of the service that starts then. */
async function expectSwept(environment: Environment, lanes: readonly Lane[]): Promise<void> {
  const arriving = async (): Promise<string[]> => {
    const folders = ARRIVING.map((name) => join(environment.DATA_DIR, name));
    return (
      await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))))
    ).flat();
  };
  const old = new Date(Date.now() - DAY_MS);
  for (const path of await arriving()) await utimes(path, old, old);
  // Those that are as new as work that goes on stay.
  const fresh = join(environment.DATA_DIR, 'blobs/incoming', randomUUID());
  await writeFile(fresh, 'arriving');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await using service = await startService({ ...environment, BUILDS__CONCURRENCY: '1' });
    await vi.advanceTimersByTimeAsync(LONGEST_CHORE_MS);
    expect(await until(arriving, (left) => left.length === 1)).toEqual([fresh]);
    const ask: Ask = async (method, path) => {
      const answer = await service.call(method, path);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    for (const lane of lanes) await expectExactly(ask, lane);
  } finally {
    vi.useRealTimers();
  }
}
