import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { forgetJobs } from './forget-jobs.ts';

it('forgets what ended long ago, but tasks of which there is something to download still', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-jobs-'));
  const { db, close } = await openTestDatabase(folder);
  try {
    const [expired, downloadable, none] = [randomUUID(), randomUUID(), randomUUID()];
    const then = new Date(Date.now() - 10 * 86_400_000);
    for (const id of [expired, downloadable, none])
      await db
        .insertInto('jobs')
        .values({ id, tool_id: 'export', state: 'Succeeded', created_at: then, succeeded_at: then })
        .execute();
    const ends = [expired, downloadable].map((id, index) => ({ id, at: new Date(Date.now() + (index - 0.5) * 1e6) }));
    for (const { id, at } of ends)
      await db
        .insertInto('tasks')
        .values({
          job_id: id,
          version: '1',
          key: 'a'.repeat(64),
          subject: 'user x',
          parameters: '{}',
          estimated_bytes: 1,
          artifact_file: randomUUID(),
          artifact_name: 'a.tif',
          artifact_ends_at: at,
        })
        .execute();
    expect(await forgetJobs(db, 5)).toBe(2);
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([{ id: downloadable }]);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});
