import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { startProcess } from '../support/process.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.ts';

const root = await mkdtemp(join(tmpdir(), 'alidade-disk-'));
const disk = join(root, 'blobs');
await mkdir(disk);
const obstacle = mountSmallDisk(disk, 40);
if (obstacle !== undefined) console.warn(`G-7 skipped: ${obstacle}`);

describe.skipIf(obstacle !== undefined)('a full disk', () => {
  let service: TestService;
  const DATASET = '/orgs/admin/ds/full';

  beforeAll(async () => {
    service = await startService({ DATA_DIR: root });
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'full' } });
  });
  afterAll(async () => {
    await service.app.close();
    unmountDisk(disk);
    await rm(root, { recursive: true, force: true });
  });

  const upload = (path: string, file: Uint8Array): Promise<Response> =>
    service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });

  it('G-7 answers 507, keeps what was there, leaves no part, and takes uploads again when there is space', async () => {
    const kept = randomBytes(25_000_000);
    expect((await upload('kept.bin', kept)).status).toBe(201);
    for (const attempt of [1, 2]) {
      const refused = await upload('too-much.bin', randomBytes(30_000_000));
      expect([attempt, refused.status, await refused.json()]).toEqual([
        attempt,
        507,
        { error: expect.stringContaining('disk of the service is full') as string },
      ]);
      expect(await readdir(join(disk, 'incoming'))).toEqual([]);
    }
    const list = (await (await service.call('GET', `${DATASET}/list`)).json()) as { path: string }[];
    expect(list.map(({ path }) => path)).toEqual(['kept.bin']);
    const back = await service.call('GET', `${DATASET}/download?path=kept.bin`);
    expect(Buffer.from(await back.arrayBuffer()).equals(kept)).toBe(true);
    expect((await upload('small.bin', randomBytes(1_000_000))).status).toBe(201);
  });

  it('G-7 answers 507 to files and chunks of a share, keeps what was staged, and takes the same again when there is space', async () => {
    const begin = async (slug: string): Promise<string> => {
      const answer = await service.call('POST', '/share/init', { json: { tag: `admin/${slug}` } });
      return ((await answer.json()) as { token: string }).token;
    };
    const stage = async (token: string, path: string, size: number): Promise<number> =>
      (await service.call('POST', `/share/${token}/upload`, { body: form({ path, file: randomBytes(size) }) })).status;
    const [filling, shared] = [await begin('filling'), await begin('shared')];
    expect(await stage(filling, 'filling.bin', 8_000_000)).toBe(200);
    expect(await stage(shared, 'much.bin', 30_000_000)).toBe(507);
    expect(await stage(shared, 'little.bin', 100_000)).toBe(200);

    const halves = [randomBytes(5_000_000), randomBytes(5_000_000)];
    const sendHalf = (index: number): Promise<Response> => {
      const fields = { FileId: 'f', ChunkIndex: String(index), TotalChunks: '2', TotalFileSize: '10000000' };
      const body = form({ ...fields, Path: 'halves.bin' });
      body.append('chunk', new Blob([new Uint8Array(halves[index]!)]), 'chunk');
      return service.call('POST', `/share/${shared}/upload/chunked`, { body });
    };
    expect((await sendHalf(0)).status).toBe(200);
    expect((await sendHalf(1)).status).toBe(507);
    expect(await readdir(join(disk, 'incoming'))).toEqual([]);
    expect((await service.call('POST', `/share/${filling}/rollback`)).status).toBe(200);
    expect(await (await sendHalf(1)).json()).toMatchObject({ path: 'halves.bin', size: 10_000_000 });
    expect(await readdir(join(root, 'chunks'))).toEqual([]);
    expect((await service.call('POST', `/share/${shared}/commit`)).status).toBe(200);
    const file = await service.call('GET', '/orgs/admin/ds/shared/download?path=halves.bin');
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.concat(halves))).toBe(true);
  });
});

describe.skipIf(obstacle !== undefined)('a full disk under the embedded database', () => {
  it('I-4 ends the process instead of hanging, and loses nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alidade-disk-'));
    // Room for the database with one part of its log; a second part does not fit beside what fills the rest.
    expect(mountSmallDisk(folder, 64)).toBeUndefined();
    try {
      // Small changes again and again: the tables stay as they are, the log grows.
      const script = `
        const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/database/index.ts'))});
        const { statfsSync, writeFileSync } = await import('node:fs');
        const folder = ${JSON.stringify(folder)};
        const { db } = await openDatabase({ folder });
        const rows = Array.from({ length: 50 }, (_, index) => ({ id: crypto.randomUUID(), slug: 'o' + index, name: '', is_public: false }));
        await db.insertInto('organizations').values(rows).execute();
        const { bavail, bsize } = statfsSync(folder);
        writeFileSync(folder + '/filler', Buffer.alloc(bavail * bsize - 3_000_000));
        for (;;) await db.updateTable('organizations').set({ description: String(Math.random()).repeat(10) }).execute();`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let printed = '';
      child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const limit = setTimeout(() => child.kill('SIGKILL'), 90_000);
      const [code] = (await once(child, 'close')) as [number | null];
      clearTimeout(limit);
      expect([code, printed]).toEqual([
        1,
        expect.stringContaining('Free some space on the disk and start again') as string,
      ]);

      await fillDisk(folder, 0);
      await expect(startProcess({ DATA_DIR: folder })).rejects.toThrow(
        /Alidade cannot go on: The embedded database cannot open: the disk of the data folder \S+ has 0 MiB left, [^]*start again\.\s*$/,
      );

      for (const filler of await readdir(folder)) if (filler.startsWith('filler')) await rm(join(folder, filler));
      const database = await openDatabase({ folder });
      expect(await database.db.selectFrom('organizations').select('id').execute()).toHaveLength(50);
      await database.close();
    } finally {
      unmountDisk(folder);
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('too little free space for a build', () => {
  it('fails the build with the reason, keeps the file, and builds it when there is space', async () => {
    // More than any disk has free.
    const first = await startService({ BUILDS__MINFREEDISKMB: '1000000000' });
    await first.call('POST', '/orgs/admin/ds', { json: { slug: 'tight' } });
    await first.call('POST', '/orgs/admin/ds/tight/obj', {
      body: form({ path: 'ortho.tif', file: quadrantOrthophoto(128) }),
    });
    const entry = async (service: TestService): Promise<{ buildStatus: string | null; buildError: string | null }> =>
      (await (await service.call('GET', '/orgs/admin/ds/tight/obj?path=ortho.tif')).json()) as {
        buildStatus: string | null;
        buildError: string | null;
      };
    const failed = await until(
      () => entry(first),
      ({ buildStatus }) => buildStatus === 'failed',
    );
    expect(failed.buildError).toMatch(/^Only \d+ MB are free on the disk; a build needs 1000000000 MB to start\.$/);
    await first.app.close();

    const second = await startService(first.environment);
    expect((await second.call('POST', '/orgs/admin/ds/tight/build', { json: { path: 'ortho.tif' } })).status).toBe(200);
    await until(
      () => entry(second),
      ({ buildStatus }) => buildStatus === null,
    );
    await second[Symbol.asyncDispose]();
  });
});
