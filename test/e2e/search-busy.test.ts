import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createServer } from '../../src/http/index.ts';
import type { Extents } from '../../src/search/places.ts';
import { readQuestion } from '../../src/search/question.ts';
import { assembleSearch } from '../../src/search/routes.ts';
import { createSearch } from '../../src/search/search.ts';
import { withinTime, type Ask } from '../../src/search/time-limit.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Searches that run and wait at the same time. */
const [AT_ONCE, WAITING] = [2, 20];
const DATASETS = 120;

describeOnEveryDatabase('many and long searches', (environment) => {
  let folder: string;
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  const effort = {
    ms: 600_000,
    firstWalk: 1000,
    mostGathered: 20_000,
    gatherMs: 1000,
    mostEmbedded: 200_000,
    step: 20_000,
    mostWalked: 100_000,
  };
  const never = new AbortController().signal;
  const somewhere = readQuestion({ bbox: '-180,-90,180,90' });
  const firstPage = { after: undefined, limit: 100 };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-search-'));
    database = await openTestDatabase(folder, (await environment()).DATABASE_URL);
    const organization = '00000000-0000-4000-8000-000000000001';
    await sql`insert into organizations (id, slug, name) values (${organization}, 'many', 'Many')`.execute(database.db);
    await sql`insert into datasets (id, organization_id, slug, visibility)
      select gen_random_uuid(), ${organization}, 'flight-' || n, 2 from generate_series(1, ${DATASETS}::integer) n`.execute(
      database.db,
    );
    await sql`insert into dataset_places (dataset_id, items, version) select id, 1, 1 from datasets`.execute(
      database.db,
    );
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Extents that are not told before they are released: searches for a place go on as long. */
  function heldExtents() {
    const held = Promise.withResolvers<Awaited<ReturnType<Extents['of']>>>();
    let asked = 0;
    const of = () => {
      asked += 1;
      return held.promise;
    };
    return { of, asked: () => asked, release: () => held.resolve(new Map()) };
  }

  async function serve(extents: Extents, ms: number) {
    const server = await createServer({
      settings: loadSettings({ LOG_LEVEL: 'silent' }),
      routes: assembleSearch(database, extents, { ...effort, ms }),
      version: '0',
      access: {
        authenticate: () => Promise.resolve(undefined),
        organization: () => Promise.resolve(undefined),
        dataset: () => Promise.resolve(undefined),
        holds: () => Promise.resolve(false),
      },
      changed: () => undefined,
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    return { server, ask: (query: string) => fetch(`http://127.0.0.1:${port}/search${query}`) };
  }

  it('answers 503 with Retry-After to one search more than may wait, and all others when it is their turn', async () => {
    const extents = heldExtents();
    const { server, ask } = await serve(extents, effort.ms);
    const refused: Response[] = [];
    const answers = Array.from({ length: AT_ONCE + WAITING + 3 }, async () => {
      const answer = await ask('?bbox=-180,-90,180,90');
      if (answer.status === 503) refused.push(answer);
      return answer.status;
    });
    await vi.waitFor(() => expect(refused).toHaveLength(3), 60_000);
    await vi.waitFor(() => expect(extents.asked()).toBe(AT_ONCE), 60_000);
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(await answer.text()).toContain('Too many searches');
    }
    extents.release();
    const statuses = await Promise.all(answers);
    expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE + WAITING);
    await server.close();
  });

  it('answers 503 with Retry-After to a search whose time is over', async () => {
    const { server, ask } = await serve(heldExtents(), 0);
    for (const query of ['?q=flight', '?bbox=-180,-90,180,90', '/extents']) {
      const answer = await ask(query);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([
        503,
        expect.stringMatching(/^[1-9]\d*$/) as string,
      ]);
      expect(await answer.text()).toContain('too long');
    }
    await server.close();
  });

  it('ends the statement that lists what the datasets cover, and says so', async () => {
    const release = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    // The embedded database has one connection, which nobody else can hold.
    const locking = database.embedded
      ? isLocked.resolve()
      : database.db.transaction().execute(async (other) => {
          await sql`lock table dataset_places in access exclusive mode`.execute(other);
          isLocked.resolve();
          await release.promise;
        });
    await isLocked.promise;
    const search = createSearch(database, heldExtents(), { ...effort, ms: database.embedded ? 0 : 300 });
    const wanted = { organization: undefined, after: undefined, limit: 10 };
    try {
      await expect(search.extents(undefined, wanted, never)).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('what the datasets cover took too long') as string,
      });
    } finally {
      release.resolve();
      await locking;
    }
  });

  it('lets nobody wait for a search that nobody waits for', async () => {
    const extents = heldExtents();
    const search = createSearch(database, extents, effort);
    const find = (signal: AbortSignal) => search.find(undefined, somewhere, firstPage, signal);
    const running = Array.from({ length: AT_ONCE }, () => find(never));
    const leaving = new AbortController();
    const waiting = Array.from({ length: WAITING }, () => find(leaving.signal));
    await expect(find(never)).rejects.toMatchObject({ code: 'busy' });
    leaving.abort(new Error('left'));
    for (const one of waiting) await expect(one).rejects.toThrow('left');
    const next = find(never);
    extents.release();
    for (const one of [...running, next]) expect(await one).toEqual([]);
  });

  it('computes extents in small parts, and no further when the time is over', async () => {
    const parts: number[] = [];
    const extents = {
      of(ids: readonly string[]) {
        parts.push(ids.length);
        return Promise.resolve(new Map(ids.map((id) => [id, { west: 1, south: 1, east: 2, north: 2 }])));
      },
    };
    const search = createSearch(database, extents, effort);
    expect(await search.find(undefined, somewhere, { ...firstPage, limit: 1000 }, never)).toHaveLength(DATASETS);
    expect(parts).toEqual([50, 50, 20]);
    const leaving = new AbortController();
    const leaves = {
      of(ids: readonly string[]) {
        leaving.abort(new Error('left'));
        return extents.of(ids);
      },
    };
    parts.length = 0;
    const left = createSearch(database, leaves, effort).find(undefined, somewhere, firstPage, leaving.signal);
    await expect(left).rejects.toThrow('left');
    expect(parts).toEqual([50]);
  });

  const sleep = async ({ db }: Ask, seconds: number): Promise<string> => {
    await sql`select pg_sleep(${seconds}::float8)`.execute(db);
    return 'slept';
  };
  const timeout = async ({ db }: Ask): Promise<number> => {
    const { rows } = await sql<{ ms: number }>`
      select setting::integer as ms from pg_settings where name = 'statement_timeout'`.execute(db);
    return rows[0]!.ms;
  };

  it('gives each statement of a server the time that is left, and goes on behind one that took too long', async () => {
    const ms = 60_000;
    const told = await withinTime(database, { end: performance.now() + ms, signal: never }, async (ask) => {
      await sleep(ask, 0.1);
      await ask.next();
      const left = await timeout(ask);
      const slow = await ask.attempt(20, () => sleep(ask, 0.2));
      const quick = await ask.attempt(ms, () => Promise.resolve('quick'));
      await ask.next();
      return { left, slow, quick, later: await timeout(ask) };
    });
    const { left, later, ...rest } = told;
    expect(rest).toEqual({ slow: database.embedded ? 'slept' : undefined, quick: 'quick' });
    expect(left).toBeLessThanOrEqual(ms - 100);
    expect(later).toBeLessThanOrEqual(left);
    expect(later > 1000).toBe(!database.embedded);
  });
});
