/**
 * The search over everything: half of a million entries in one dataset, the other half in ten thousand, in a hundred
 * organizations of which half are public. On the embedded database and on a PostgreSQL server, for an administrator, a visitor
 * and a member of one private organization: the first search after the database was opened, and the best and the middle of the
 * next ones. `BENCH_ENTRIES` and `BENCH_DATASETS` change the numbers, `BENCH_DATABASES=server` leaves the embedded database out.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Caller } from '../../src/access/index.ts';
import { openDatabase, type Database } from '../../src/database/index.ts';
import { readQuestion } from '../../src/search/question.ts';
import { createSearch, type Search } from '../../src/search/search.ts';
import { createExtents } from '../../src/stac/index.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { fillEntries } from '../support/many-entries.ts';

const FILES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
const DATASETS = Number(process.env['BENCH_DATASETS'] ?? 10_000);
const ROUNDS = 9;
const LIMIT = 9;
const EXTENTS_PAGE = 1000;
const MEMBER = randomUUID();
const never = new AbortController().signal;

const QUESTIONS: readonly (readonly [what: string, q: string])[] = [
  ['a letter', 'd'],
  ['name of an organization', 'organization 42'],
  ['name of a dataset', 'survey 4242'],
  ['a word of all datasets', 'tagline'],
  ['whole name of one file', 'dji_0000777.jpg'],
  ['whole name of a file of each dataset', 'readme.md'],
  ['beginning of most files', 'dji'],
  ['end of one file', '0777.jpg'],
  ['part of all files', '.jpg'],
  ['part of no file, letters known', 'gpj.jpg'],
  ['nothing', 'qqqzzz'],
  ['two letters of nothing', 'qz'],
  ['coordinates', '46.0, 5.0'],
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const person = (id: string, isAdmin: boolean): Caller => {
  return { id, name: 'x', roles: [], isAdmin, carrier: 'bearer', tokenExpires: undefined };
};
const callers: Readonly<Record<string, Caller | undefined>> = {
  administrator: person(MEMBER, true),
  visitor: undefined,
  member: person(MEMBER, false),
};

if (process.env['BENCH_DATABASES'] !== 'server') await measure('embedded database', undefined);
const server = await startPostgres([]);
try {
  await measure('PostgreSQL', await server.createDatabase('bench'));
} finally {
  await server.stop();
}

async function measure(title: string, url: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
  try {
    const filled = await openDatabase({ folder, url, flushes: false });
    const began = performance.now();
    await fill(filled.db);
    console.log(
      `\n## ${title}: ${FILES} entries, ${DATASETS} datasets (made in ${seconds(performance.now() - began)})\n`,
    );
    const texts = performance.now();
    await sql`truncate dataset_texts`.execute(filled.db);
    await sql`select note_dataset_texts(array(select id from datasets))`.execute(filled.db);
    console.log(`texts of all datasets made anew: ${seconds(performance.now() - texts)}\n`);
    await sql`vacuum analyze`.execute(filled.db);
    await filled.close();
    console.log(
      '| caller | search | found | first, ms | best, ms | middle, ms |\n| --- | --- | --- | --- | --- | --- |',
    );
    for (const [name, caller] of Object.entries(callers)) await measureFor(name, caller, folder, url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureFor(name: string, caller: Caller | undefined, folder: string, url: string | undefined) {
  const database = await openDatabase({ folder, url, flushes: false });
  const search = createSearch(database, createExtents(database.db));
  for (const [what, q] of QUESTIONS) {
    const times: number[] = [];
    let found = '';
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const kinds = await Promise.all(
        // As the finder of the pages asks.
        (['organization', 'dataset', 'file'] as const).map((kind) =>
          search.find(caller, readQuestion({ q, kind }), { after: undefined, limit: LIMIT }, never).then(
            ({ length }) => String(length),
            (error: { code?: string; message: string }) => error.code ?? error.message,
          ),
        ),
      );
      times.push(performance.now() - began);
      found = kinds.join(' + ');
    }
    const [first, ...next] = times;
    const sorted = next.toSorted((a, b) => a - b);
    const shown = [first!, sorted[0]!, sorted[Math.floor(ROUNDS / 2)]!].map((time) => time.toFixed(0));
    console.log(`| ${name} | ${what} | ${found} | ${shown.join(' | ')} |`);
  }
  await measureExtents(name, caller, search);
  await database.close();
}

/** All extents, page after page, as a map of them asks. */
async function measureExtents(name: string, caller: Caller | undefined, search: Search): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    found = 0;
    let after: string | undefined;
    do {
      const wanted = { organization: undefined, after, limit: EXTENTS_PAGE };
      const { datasets, next } = await search.extents(caller, wanted, never);
      found += datasets.length;
      after = next ?? undefined;
    } while (after !== undefined);
    times.push(performance.now() - began);
  }
  const [first, ...next] = times;
  const sorted = next.toSorted((a, b) => a - b);
  const shown = [first!, sorted[0]!, sorted[Math.floor(ROUNDS / 2)]!].map((time) => time.toFixed(0));
  console.log(`| ${name} | all extents | ${found} | ${shown.join(' | ')} |`);
}

async function fill(db: Database): Promise<void> {
  await sql`insert into users (id, name, email, password_hash, metadata) values (${MEMBER}, 'member', '', '', '{}')`.execute(
    db,
  );
  await sql`insert into organizations (id, slug, name, description, is_public)
    select gen_random_uuid(), 'organization-' || n, 'Organization ' || n, 'Surveys', n % 2 = 0 from generate_series(0, 99) n`.execute(
    db,
  );
  await sql`insert into organization_members (organization_id, user_id, level)
    select id, ${MEMBER}, 1 from organizations where slug = 'organization-1'`.execute(db);
  await sql`insert into datasets (id, organization_id, slug, visibility, entry_count)
    select gen_random_uuid(), organizations.id, 'dataset-' || n, case when n % 2 = 0 then 1 else 0 end, 1
    from generate_series(1, ${DATASETS}::integer) n join organizations on organizations.slug = 'organization-' || (n % 100)`.execute(
    db,
  );
  await sql`insert into dataset_metadata (id, dataset_id, key, data)
    select gen_random_uuid(), id, key, to_jsonb(value || substring(slug from '\\d+'))
    from datasets, (values ('name', 'Survey '), ('tagline', 'A tagline of ')) meta (key, value)`.execute(db);
  const each = Math.floor(FILES / 2 / DATASETS);
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name, taken_at, bounds)
    select id, 'DJI_' || lpad(n::text, 7, '0') || '.JPG', '', repeat('a', 64), 3, 0, 1, 0, 'dji_' || lpad(n::text, 7, '0') || '.jpg', to_timestamp(0), box(place, place)
    from (select id, point(row_number() over (order by id) * 0.01, 46) as place from datasets) dataset, generate_series(1, ${each - 1}::integer) n`.execute(
    db,
  );
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name)
    select id, 'README.md', '', repeat('a', 64), 2, 0, 1, 0, 'readme.md' from datasets`.execute(db);
  const large = randomUUID();
  await sql`insert into datasets (id, organization_id, slug, visibility) select ${large}, id, 'large', 0
    from organizations where slug = 'organization-1'`.execute(db);
  await fillEntries(db, large, { files: Math.ceil(FILES / 2), perFolder: 1000 });
}
