import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as NodeFs from 'node:fs';
import { protocol } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placeEmbeddedDatabase } from '../../test/support/embedded-template.ts';
import { openEngine } from './embedded-engine.ts';

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

/** The engine in this thread, where its flushes can be counted. @returns what the database answered, as text */
async function opened(onPanic: (reason: string) => void) {
  const engine = await openEngine({ dataDir: join(folder, 'database'), flushes: true, onPanic });
  const query = async (text: string): Promise<string> => {
    const answers: Uint8Array[] = [];
    await engine.execute(protocol.serialize.query(text), (answer) => void answers.push(answer));
    return Buffer.concat(answers).toString('latin1');
  };
  return { query, close: () => engine.close() };
}

it('flushes every commit of the embedded database before it is answered, and nothing for what only reads', async () => {
  const { query, close } = await opened((reason) => expect.unreachable(reason));
  try {
    await query('create table kept (n integer)');
    const during = async (statement: string): Promise<number> => {
      const before = flushed.files;
      expect(await query(statement)).toMatch(/INSERT 0 1|SELECT 2/);
      return flushed.files - before;
    };
    expect(await during('insert into kept values (1)')).toBeGreaterThan(0);
    expect(await during('insert into kept values (1)')).toBeGreaterThan(0);
    expect(await during('select * from kept')).toBe(0);
  } finally {
    await close();
  }
});

it('gives itself up when a flush fails: what it would answer then might not be there tomorrow', async () => {
  const panics: string[] = [];
  const { query } = await opened((reason) => {
    panics.push(reason);
    throw new Error('The thread ends here');
  });
  await query('create table kept (n integer)');
  flushed.fails = true;
  try {
    expect(await query('insert into kept values (1)').catch(String)).not.toContain('INSERT 0 1');
    expect(panics).toEqual([expect.stringMatching(/PANIC.*could not fsync file/) as string]);
  } finally {
    flushed.fails = false;
  }
});
