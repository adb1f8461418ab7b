import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ImportReport } from '../../src/transfers/index.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { fileEntry, startFalsePeer } from '../support/false-peer.ts';
import { startProcess } from '../support/process.ts';
import { ADMIN, until } from '../support/service.ts';

interface Job {
  readonly state: string;
  readonly result: ImportReport | null;
  readonly progressPercent: number | null;
}

it('an import goes on when its process was killed, and fetches what is missing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'alidade-import-'));
  await placeEmbeddedDatabase(dataDir);
  const paths = Array.from({ length: 40 }, (_, index) => `file-${index}.txt`);
  /** Files that the first process gets; the others are held back, as many as are asked for at once. */
  const ANSWERED = 12;
  const PARALLEL = 2;
  let answered = 0;
  let isHolding = true;
  await using peer = await startFalsePeer({
    list: () => paths.map((path) => fileEntry(path, path)),
    download(_, response, url) {
      if (isHolding && answered === ANSWERED) return;
      answered += 1;
      response.end(url.searchParams.get('path'));
    },
  });
  const downloads = (): number => peer.requests.filter((request) => request.includes('/download')).length;
  const environment = {
    DATA_DIR: dataDir,
    DefaultAdmin__Password: ADMIN.password,
    Import__AllowedHosts: '127.0.0.1',
    Import__ParallelFiles: String(PARALLEL),
  };
  const authorization = `Basic ${btoa(`${ADMIN.userName}:${ADMIN.password}`)}`;
  let service = await startProcess(environment);
  try {
    const ask = async (path: string, body?: object): Promise<unknown> => {
      const response = await fetch(service.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return response.json();
    };
    const { jobId } = (await ask('/sys/import-dataset', {
      sourceRegistryUrl: peer.url,
      username: 'x',
      password: 'y',
      sourceOrganization: 'there',
      sourceDataset: 'flight',
      async: true,
    })) as { jobId: string };
    const entries = async (): Promise<number> => {
      const list = await ask('/orgs/there/ds/flight/list');
      return Array.isArray(list) ? list.length : 0;
    };
    await until(entries, (count) => count >= 8);
    await expect.poll(downloads).toBe(ANSWERED + PARALLEL);
    await service.end('SIGKILL');
    const before = downloads();
    expect(before).toBeLessThan(paths.length);
    isHolding = false;

    service = await startProcess(environment);
    const job = await until(
      async () => (await ask(`/sys/jobs/${jobId}`)) as Job,
      ({ state }) => state !== 'Enqueued' && state !== 'Processing',
      60,
    );
    expect(job).toMatchObject({ state: 'Succeeded', result: { errors: [], fileErrors: [] } });
    const { totalFiles, skippedFiles } = job.result!;
    expect([totalFiles + skippedFiles, await entries()]).toEqual([paths.length, paths.length]);
    expect(skippedFiles).toBeGreaterThanOrEqual(8);
    expect(downloads() - before).toBe(totalFiles);
    // Signed in once: the token was kept, sealed, until the end.
    expect(peer.requests.filter((request) => request.includes('/users/authenticate'))).toHaveLength(1);
  } finally {
    await service.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
});
