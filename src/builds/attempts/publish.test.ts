import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import type { Database } from '../../database/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { createOutputFolders } from '../output-folders.ts';
import { findOutput } from '../output-store.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { publishOutput, removeLeftOvers } from './publish.ts';

// A server: what commits late needs a second connection.
let server: TestPostgres;
let bench: BuildBench;

beforeAll(async () => {
  server = await startPostgres();
  bench = await openBench({ url: await server.createDatabase('publish') });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await server.stop();
});

it('I-1 keeps an output whose commit ends only after its connection was lost', async () => {
  const { db, datasetId, buildFolder } = bench;
  const { hash } = await bench.addEntry('a.tif');
  const faults: unknown[] = [];
  let committed: Promise<unknown> = Promise.resolve();
  let transactions = 0;
  const losing = Object.assign(Object.create(db) as Database, {
    transaction: () => ({
      execute: async (work: (transaction: Database) => Promise<unknown>): Promise<unknown> => {
        transactions += 1;
        if (transactions > 1) return db.transaction().execute(work);
        const worked = Promise.withResolvers<undefined>();
        committed = db.transaction().execute(async (transaction) => {
          await work(transaction);
          worked.resolve(undefined);
          await new Promise((resolve) => setTimeout(resolve, 300));
        });
        await Promise.race([worked.promise, committed]);
        throw new Error('Connection terminated');
      },
    }),
  });
  const published = publishOutput(
    { datasetId, hash, companions: '', type: EntryType.GeoRaster },
    'cog',
    (folder) => writeFile(join(folder, 'made.txt'), 'x'),
    () => Promise.resolve(true),
    { db: losing, folders: createOutputFolders(buildFolder), onError: (fault) => faults.push(fault) },
  );
  await expect(published).rejects.toThrow('Connection terminated');
  await committed;
  const version = (await findOutput(db, datasetId, hash, 'cog'))!.version;
  expect(existsSync(join(buildFolder, datasetId, version, 'made.txt'))).toBe(true);
  expect([transactions, faults]).toEqual([2, []]);
});

it('removes what killed attempts at a key have left, and nothing of other keys', async () => {
  const { db, datasetId, buildFolder } = bench;
  const folders = createOutputFolders(buildFolder);
  const options = { db, folders, onError: () => undefined };
  const { hash } = await bench.addEntry('b.tif');
  const { hash: otherHash } = await bench.addEntry('c.tif');
  const [key, other] = [hash, otherHash].map((each) => ({
    datasetId,
    hash: each,
    companions: '',
    type: EntryType.GeoRaster,
  }));
  const make = (folder: string): Promise<void> => writeFile(join(folder, 'made.txt'), 'x');
  await publishOutput(key!, 'cog', make, () => Promise.resolve(true), options);
  const named = (await findOutput(db, datasetId, hash, 'cog'))!.version;
  const left = await Promise.all(
    [key!, other!].map(async (each) => {
      let folder = '';
      const died = new Error('killed');
      const kept = { ...options, folders: { ...folders, remove: () => Promise.resolve() } };
      const cut = async (path: string): Promise<never> => {
        folder = path;
        throw died;
      };
      await expect(publishOutput(each, 'cog', cut, () => Promise.resolve(true), kept)).rejects.toBe(died);
      return folder;
    }),
  );
  await removeLeftOvers(key!, options);
  expect(left.map((folder) => existsSync(folder))).toEqual([false, true]);
  expect(existsSync(join(buildFolder, datasetId, named, 'made.txt'))).toBe(true);
});
