import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openFileBlobStore, type BlobStore } from '../../src/blobs/index.ts';
import { createOutputFolders } from '../../src/builds/index.ts';
import type { Database, OpenDatabase } from '../../src/database/index.ts';
import { lockBlob } from '../../src/datasets/entries/entry-store.ts';
import { createStoredBytes } from '../../src/datasets/objects/stored-bytes.ts';
import { EntryType } from '../../src/inspection/index.ts';
import { cleanUp, type CleanUpReport } from '../../src/system/index.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';

const DAY_MS = 86_400_000;
const datasetId = randomUUID();

describeOnEveryDatabase('clean-up', (environment) => {
  let root: string;
  let folder: string;
  let database: OpenDatabase;
  let blobs: BlobStore;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'alidade-clean-'));
    const { DATABASE_URL: url } = await environment();
    database = await openTestDatabase(root, url);
    const organization = { id: randomUUID(), slug: 'survey', name: 'Survey', description: null, is_public: false };
    await database.db
      .insertInto('organizations')
      .values({ ...organization, owner_id: null })
      .execute();
    await database.db
      .insertInto('datasets')
      .values({ id: datasetId, organization_id: organization.id, slug: 'flight' })
      .execute();
  });
  afterAll(async () => {
    await database.close();
    await rm(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'data-'));
    blobs = await openFileBlobStore(join(folder, 'blobs'));
  });
  afterEach(async () => {
    await database.db.deleteFrom('entries').execute();
    await database.db.deleteFrom('unnamed_blobs').execute();
  });

  const store = async (text: string, age = DAY_MS): Promise<string> => {
    const { hash } = await blobs.write(
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
    await touch(blobs.locate(hash), age);
    return hash;
  };
  const touch = (path: string, age: number): Promise<void> => {
    const then = new Date(Date.now() - age);
    return utimes(path, then, then);
  };
  const name = async (db: Database, hash: string): Promise<void> => {
    const facts = { parent: '', type: EntryType.Generic, properties: null, mtime: 0, size: 1, depth: 0 };
    await db
      .insertInto('entries')
      .values({ dataset_id: datasetId, path: `${hash}.bin`, hash, ...facts, point_geom: null, polygon_geom: null })
      .execute();
  };
  const clean = (store = blobs): Promise<CleanUpReport> => {
    const folders = createOutputFolders(join(folder, 'builds'));
    const { db } = database;
    const storedBytes = createStoredBytes({ db, blobs: store });
    const options = { db, blobs: store, folders, storedBytes, buildTimeoutMs: 3_600_000 };
    return cleanUp(options, new AbortController().signal);
  };

  /** As if the clean-up had run at a time, and noted what nothing names. */
  const noted = async (age = DAY_MS / 2): Promise<void> => {
    expect(await clean()).toMatchObject({ blobs: 0 });
    await database.db
      .updateTable('unnamed_blobs')
      .set({ since: new Date(Date.now() - age) })
      .execute();
  };

  it('removes what is old and nobody names, and nothing else', async () => {
    const used = await store('used');
    await name(database.db, used);
    const young = await store('young', 3_600_000);
    const garbage = await store('garbage');
    const parts = join(folder, 'blobs', 'incoming');
    await writeFile(join(parts, 'old'), 'x');
    await touch(join(parts, 'old'), DAY_MS);
    await writeFile(join(parts, 'running'), 'x');

    await noted();
    expect(await clean()).toEqual({ blobs: 1, bytes: 7, outputs: 0 });
    expect(await Promise.all([used, young, garbage].map((hash) => blobs.has(hash)))).toEqual([true, true, false]);
    expect(await readdir(parts)).toEqual(['running']);
  });

  it('keeps bytes that are sent again, or named, while it is at them', async () => {
    const [again, named] = [await store('again'), await store('named')];
    await noted();
    const racing: BlobStore = {
      ...blobs,
      async sweep(age, visit, signal) {
        await blobs.sweep(age, visit, signal);
        await touch(blobs.locate(again), 0);
      },
    };
    const locked = Promise.withResolvers<void>();
    const naming = database.db.transaction().execute(async (transaction) => {
      await lockBlob(transaction, named);
      locked.resolve();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await blobs.has(named)).toBe(true);
      await name(transaction, named);
    });
    await locked.promise;
    expect(await clean(racing)).toMatchObject({ blobs: 0 });
    await naming;
    expect([await blobs.has(again), await blobs.has(named)]).toEqual([true, true]);
  });

  it('keeps bytes for hours after their last entry is gone, as a download may be sending them', async () => {
    const old = await store('deleted', 100 * DAY_MS);
    await name(database.db, old);
    await noted();
    await database.db.deleteFrom('entries').execute();
    expect([await clean(), await clean()]).toMatchObject([{ blobs: 0 }, { blobs: 0 }]);
    await noted(DAY_MS / 6);
    expect(await clean()).toMatchObject({ blobs: 0 });
    await noted();
    // Sent, named and deleted again since it was noted.
    await touch(blobs.locate(old), DAY_MS / 3);
    expect([await clean(), await blobs.has(old)]).toEqual([{ blobs: 0, bytes: 0, outputs: 0 }, true]);
    await noted(DAY_MS / 3.5);
    await name(database.db, old);
    expect(await clean()).toMatchObject({ blobs: 0 });
    await database.db.deleteFrom('entries').execute();
    await noted(DAY_MS / 3.5);
    expect(await clean()).toMatchObject({ blobs: 1 });
    expect(await database.db.selectFrom('unnamed_blobs').selectAll().execute()).toEqual([]);
  });

  it('keeps bytes that an upload in pieces is about to name', async () => {
    const hash = await store('arrived');
    const user = { id: randomUUID(), name: 'sender', email: 'sender@example.org', password_hash: null };
    await database.db
      .insertInto('users')
      .values({ ...user, storage_quota: null, metadata: '{}' })
      .execute();
    const upload = { dataset_id: datasetId, user_id: user.id, path: 'a', size: 7, metadata: '{}', conditions: '{}' };
    const expires_at = new Date(Date.now() + DAY_MS);
    await database.db
      .insertInto('resumable_uploads')
      .values({ ...upload, id: randomUUID(), hash, sha256: null, expires_at })
      .execute();
    await noted();
    expect([await clean(), await blobs.has(hash)]).toMatchObject([{ blobs: 0 }, true]);
    await database.db.deleteFrom('resumable_uploads').execute();
    await noted();
    expect(await clean()).toMatchObject({ blobs: 1 });
  });

  it('removes old folders of builds that no output names', async () => {
    const versions = { named: randomUUID(), unnamed: randomUUID(), running: randomUUID() };
    for (const [kind, version] of Object.entries(versions)) {
      const path = join(folder, 'builds', datasetId, version);
      await mkdir(path, { recursive: true });
      await writeFile(join(path, 'cog.tif'), 'x');
      if (kind !== 'running') await touch(path, DAY_MS);
    }
    const output = { dataset_id: datasetId, hash: 'a'.repeat(64), kind: 'cog', version: versions.named, size_bytes: 1 };
    await database.db
      .insertInto('outputs')
      .values({ ...output, created_at: new Date() })
      .execute();
    expect(await clean()).toMatchObject({ outputs: 1 });
    expect((await readdir(join(folder, 'builds', datasetId))).toSorted()).toEqual(
      [versions.named, versions.running].toSorted(),
    );
  });

  it('removes what is left of datasets that are gone, with the markers of what waited in them', async () => {
    const [gone, going] = [randomUUID(), randomUUID()];
    for (const dataset of [datasetId, gone, going]) {
      const pending = join(folder, 'builds', dataset, 'pending');
      await mkdir(pending, { recursive: true });
      await writeFile(join(pending, 'a.pending'), '{"path":"secret.obj"}');
      if (dataset !== going) await touch(join(folder, 'builds', dataset), DAY_MS);
    }
    await mkdir(join(folder, 'builds', 'lost+found'));
    await touch(join(folder, 'builds', 'lost+found'), DAY_MS);
    await clean();
    expect((await readdir(join(folder, 'builds'))).toSorted()).toEqual([datasetId, going, 'lost+found'].toSorted());
    expect(await readdir(join(folder, 'builds', datasetId, 'pending'))).toEqual(['a.pending']);
  });
});
