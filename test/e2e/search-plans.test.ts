import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { fold } from '../../src/datasets/index.ts';
import { findFiles } from '../../src/search/files.ts';
import { readQuestion } from '../../src/search/question.ts';
import { createSearch } from '../../src/search/search.ts';
import { withinTime } from '../../src/search/time-limit.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';

describeOnEveryDatabase('search in a database', (environment) => {
  let folder: string;
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  const effort = {
    ms: 60_000,
    firstWalk: 1000,
    mostGathered: 20_000,
    gatherMs: 60_000,
    mostEmbedded: 200_000,
    step: 20_000,
    mostWalked: 100_000,
  };
  const never = new AbortController().signal;
  const admin = {
    id: ID(0),
    name: 'admin',
    roles: [],
    isAdmin: true,
    carrier: 'bearer',
    tokenExpires: undefined,
  } as const;
  const searchWith = (change: Partial<typeof effort>, extents = noExtents) =>
    createSearch(database, extents, { ...effort, ...change });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-search-'));
    database = await openTestDatabase(folder, (await environment()).DATABASE_URL);
    const { db } = database;
    await sql`insert into organizations (id, slug, name) values (${ID(1)}, 'many', 'Many')`.execute(db);
    await sql`insert into datasets (id, organization_id, slug, entry_count)
      select gen_random_uuid(), ${ID(1)}, 'flight-' || n, 50 from generate_series(1, 40) n`.execute(db);
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name)
      select id, path, '', repeat('a', 64), 2, 0, 1, 0, path from datasets, (
        select n || case n % 3 when 0 then ' img' when 1 then ' plan' else '-xyz' end || case when n % 7 = 0 then ' img.txt' else '' end as path
        from generate_series(1, 50) n) file`.execute(db);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('finds the same files, whichever plan it takes, page by page', async () => {
    const { rows } = await sql<{ id: string; path: string }>`
      select dataset_id as id, path from entries where name like '%img%' order by dataset_id, path`.execute(
      database.db,
    );
    expect(rows.length).toBeGreaterThan(500);
    const efforts = [
      {},
      { firstWalk: 10 },
      { firstWalk: 10, mostGathered: 10, step: 7 },
      { firstWalk: 1, mostGathered: 1, step: 1000 },
      { firstWalk: 10, gatherMs: 1, step: 70 },
      { firstWalk: 10, mostEmbedded: 0, step: 70 },
    ];
    for (const change of efforts)
      for (const limit of [90, 1000]) {
        const found: string[] = [];
        for (let after: Parameters<ReturnType<typeof createSearch>['find']>[2]['after']; ;) {
          const page = await searchWith(change).find(admin, readQuestion({ q: 'img' }), { after, limit }, never);
          found.push(...page.map(({ end }) => `${end.id} ${end.path}`));
          if (page.length < limit) break;
          after = page.at(-1)!.end;
        }
        expect(found).toEqual(rows.map(({ id, path }) => `${id} ${path}`));
      }
  });

  it('looks only so far for what no index knows', async () => {
    const count = async (q: string, mostWalked: number): Promise<number> => {
      const search = searchWith({ firstWalk: 10, mostGathered: 10, step: 100, mostWalked });
      return (await search.find(admin, readQuestion({ q }), { after: undefined, limit: 5000 }, never)).length;
    };
    const all = await count('im', 100_000);
    expect(all).toBe(await count('img', 10));
    expect(await count('im', 500)).toBeLessThan(all / 2);
  });

  it('walks no further in a large embedded database, whose statements nothing ends', async () => {
    const count = async (mostEmbedded: number): Promise<number> => {
      const search = searchWith({ firstWalk: 10, step: 100, mostWalked: 500, mostEmbedded });
      return (await search.find(admin, readQuestion({ q: 'img' }), { after: undefined, limit: 5000 }, never)).length;
    };
    const entries = 40 * 50;
    const all = await count(entries);
    expect(all).toBeGreaterThan(500);
    const less = await count(entries - 1);
    expect(database.embedded ? less < all / 2 : less === all).toBe(true);
  });

  it('walks on where a server ended the statement of the index', async () => {
    const find = (isEnded: boolean) =>
      withinTime(database, { end: performance.now() + 60_000, signal: never }, (ask) =>
        findFiles(
          isEnded ? { ...ask, attempt: () => Promise.resolve(undefined) } : ask,
          admin,
          readQuestion({ q: 'img' }),
          { after: undefined, limit: 5000 },
          { ...effort, firstWalk: 10, step: 100 },
        ),
      );
    const found = await find(true);
    expect(found.length).toBeGreaterThan(500);
    expect(found).toEqual(await find(false));
  });

  it('answers that it is busy where the time is over, and ends where nobody waits', async () => {
    const find = (ms: number, q: string, signal = never) =>
      searchWith({ ms, firstWalk: 1, mostGathered: 1, step: 1 }).find(
        admin,
        readQuestion({ q }),
        { after: undefined, limit: 9 },
        signal,
      );
    for (const q of ['zz', 'zzz', 'flight', '46.1, 11.2'])
      await expect(find(0, q)).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringMatching(/too long/) as string,
      });
    await expect(find(60_000, 'zz', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    const leaving = new AbortController();
    const answer = find(60_000, 'zz', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
  });

  it('folds texts in the database as the service folds what is typed', async () => {
    const letters = Array.from({ length: 0x11_0000 }, (_, point) => point)
      .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
      .map((point) => String.fromCodePoint(point));
    const texts = Array.from({ length: Math.ceil(letters.length / 4096) }, (_, part) =>
      letters.slice(part * 4096, (part + 1) * 4096).join(''),
    );
    for (const text of [...texts, 'ΟΔΥΣΣΕΥΣ ΣΟΦΟΣ', 'İstanbul Iğdır', '']) {
      const { rows } = await sql<{ folded: string }>`select fold_text(${text}::text) as folded`.execute(database.db);
      expect(rows[0]!.folded === fold(text)).toBe(true);
    }
  });

  it('fills the texts of organizations and datasets that are older than they', async () => {
    const { db } = database;
    await sql`insert into dataset_metadata (id, dataset_id, key, data)
      select gen_random_uuid(), id, 'name', '"Ürsprung"' from datasets where slug = 'flight-7'`.execute(db);
    const texts = async (): Promise<readonly unknown[]> =>
      (
        await sql`select name, words from dataset_texts union all select name, words from organization_texts order by words`.execute(
          db,
        )
      ).rows;
    const before = await texts();
    expect(before).toContainEqual({ name: 'ürsprung', words: 'ürsprung\nflight-7' });
    await sql`drop table dataset_texts, organization_texts`.execute(db);
    for (const name of ['note_organization_row', 'note_dataset_row', 'note_metadata_texts'])
      await sql`drop function ${sql.raw(name)}() cascade`.execute(db);
    for (const name of ['note_organization_texts(uuid[])', 'note_dataset_texts(uuid[])', 'fold_text(text)'])
      await sql`drop function ${sql.raw(name)}`.execute(db);
    await migrations['0036-search-texts']!.up(db);
    expect(await texts()).toEqual(before);
  });
});

const noExtents = { of: () => Promise.resolve(new Map()) };

function ID(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
