import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as NodeFs from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placeEmbeddedDatabase } from '../../test/support/embedded-template.ts';
import { openDatabase } from './index.ts';

const flushed = vi.hoisted(() => ({ files: 0, fails: false }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof NodeFs>();
  const fsyncSync = (descriptor: number): void => {
    flushed.files += 1;
    if (flushed.fails) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    real.fsyncSync(descriptor);
  };
  return { ...real, default: { ...real, fsyncSync }, fsyncSync };
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-flushing-'));
  await placeEmbeddedDatabase(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('flushes every commit of the embedded database before it is answered, and nothing for what only reads', async () => {
  const { db, close } = await openDatabase({ folder });
  try {
    await sql`create table kept (n integer)`.execute(db);
    const during = async (work: () => Promise<unknown>): Promise<number> => {
      const before = flushed.files;
      await work();
      return flushed.files - before;
    };
    const insert = (): Promise<unknown> => sql`insert into kept values (1)`.execute(db);
    expect(await during(insert)).toBeGreaterThan(0);
    expect(await during(insert)).toBeGreaterThan(0);
    expect(await during(() => sql`select * from kept`.execute(db))).toBe(0);
  } finally {
    await close();
  }
});

it('gives itself up when a flush fails: what it would answer then might not be there tomorrow', async () => {
  const panics: Error[] = [];
  const { db } = await openDatabase({ folder, onPanic: (cause) => void panics.push(cause) });
  await sql`create table kept (n integer)`.execute(db);
  flushed.fails = true;
  try {
    await expect(sql`insert into kept values (1)`.execute(db)).rejects.toThrow(/could not|sync|PANIC|EIO|I\/O/i);
    expect(panics).toHaveLength(1);
  } finally {
    flushed.fails = false;
  }
});
