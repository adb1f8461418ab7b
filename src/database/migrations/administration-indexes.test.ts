import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../index.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';

let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-indexes-'));
  database = await openTestDatabase(folder);
  for (const statement of [
    `insert into jobs (id, tool_id, state) select gen_random_uuid(), 'cleanup', 'Succeeded' from generate_series(1, 5000)`,
    `insert into audit_log (actor_name, action, subject)
     select 'User' || n % 500, 'user.update', n::text from generate_series(1, 5000) n`,
    'analyze',
  ])
    await sql.raw(statement).execute(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['jobs that wait', `select count(*) from jobs where state in ('Created', 'Enqueued', 'Processing')`, 'jobs_state'],
  ['jobs of a user', `select id from jobs where user_id = '00000000-0000-4000-8000-000000000001'`, 'jobs_user'],
  [
    'what the audit log tells of a user',
    `select * from audit_log where lower(actor_name) = 'user7' order by id desc limit 100`,
    'audit_log_actor',
  ],
])('%s are found by an index', async (_, query, index) => {
  const { rows } = await sql.raw<Record<string, string>>(`explain ${query}`).execute(database.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});
