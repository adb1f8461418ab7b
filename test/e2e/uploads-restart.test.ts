import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { openPartFiles } from '../../src/transfers/uploads/part-files.ts';
import { forgetExpiredUploads, openUploads } from '../../src/transfers/uploads/store.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { startProcess, type ServiceProcess } from '../support/process.ts';
import { until } from '../support/service.ts';

const UPLOADS = '/orgs/admin/ds/files/uploads';
const SIZE = 69_000_000;
const headers = {
  authorization: `Basic ${Buffer.from('admin:secret123').toString('base64')}`,
  'tus-resumable': '1.0.0',
};

/** One service, ended and started again, as each start takes seconds. */
it('an interrupted upload goes on after the service was killed, and is removed when its time is over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-test-'));
  await placeEmbeddedDatabase(folder);
  const environment = { DATA_DIR: folder, DefaultAdmin__Password: 'secret123', SHUTDOWN_SECONDS: '1' };
  const bytes = randomBytes(SIZE);
  let service: ServiceProcess = await startProcess(environment);
  try {
    const ask = (
      method: string,
      path: string,
      more: Record<string, string> = {},
      body?: RequestInit['body'],
    ): Promise<Response> =>
      fetch(service.url + path, {
        method,
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      } as RequestInit);
    const begin = async (path: string): Promise<string> => {
      const metadata = `path ${Buffer.from(path).toString('base64')}`;
      const answer = await ask('POST', UPLOADS, { 'upload-length': String(SIZE), 'upload-metadata': metadata });
      return answer.headers.get('location')!;
    };
    const offsetOf = async (address: string): Promise<number> =>
      Number((await ask('HEAD', address)).headers.get('upload-offset'));
    const patch = (offset: number): Record<string, string> => ({
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    });
    await ask('POST', '/orgs/admin/ds', { 'content-type': 'application/json' }, JSON.stringify({ slug: 'files' }));
    const address = await begin('after/kill.bin');
    const left = await begin('left.bin');
    // All but the last half megabyte comes, then nothing more: the first 64 MiB are noted while the request is open.
    const hanging = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(0, SIZE - 500_000))),
    });
    const sent = ask('PATCH', address, patch(0), hanging).catch(() => undefined);
    const received = async (): Promise<number> =>
      ((await (await ask('GET', address)).json()) as { received: number }).received;
    await until(received, (count) => count >= 64 * 1024 * 1024);
    await service.end('SIGKILL');
    await sent;
    service = await startProcess(environment);
    const offset = await offsetOf(address);
    expect(offset).toBeGreaterThanOrEqual(64 * 1024 * 1024);
    const end = await ask('PATCH', address, patch(offset), new Uint8Array(bytes.subarray(offset)));
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect([end.status, end.headers.get('etag')]).toEqual([204, `"${hash}"`]);
    const file = await ask('GET', '/orgs/admin/ds/files/download/after/kill.bin');
    expect(
      createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex'),
    ).toBe(hash);
    await service.end('SIGTERM');

    const database = await openDatabase({ folder });
    const parts = await openPartFiles(join(folder, 'uploads'));
    const id = left.split('/').at(-1)!;
    const tidy = async (): Promise<string[]> => {
      await forgetExpiredUploads(database.db);
      await parts.sweep(0, (ids) => openUploads(database.db, ids));
      return readdir(join(folder, 'uploads'));
    };
    expect(await tidy()).toEqual([id]);
    await database.db
      .updateTable('resumable_uploads')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect(await tidy()).toEqual([]);
    await database.close();
  } finally {
    await service.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
