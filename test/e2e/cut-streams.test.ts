import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { startProcess } from '../support/process.ts';
import { form } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/flight';
const headers = { authorization: `Basic ${Buffer.from('admin:secret123').toString('base64')}` };

it('says nothing of answers that their callers cut off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-cut-'));
  await placeEmbeddedDatabase(folder);
  const service = await startProcess({ DATA_DIR: folder, DefaultAdmin__Password: 'secret123' });
  try {
    const post = async (path: string, body: FormData): Promise<void> => {
      const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
    };
    await post('/orgs/admin/ds', form({ slug: 'flight' }));
    // More than what lies ready between the two ends.
    await post(`${DATASET}/obj`, form({ path: 'large.bin', file: Buffer.alloc(32 * 1024 * 1024) }));
    for (const path of [`${DATASET}/download?path=large.bin`, `${DATASET}/download`, `${DATASET}/builds/events`]) {
      const asked = get(`${service.url}${path}`, { headers });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      await once(answer, 'data');
      answer.destroy();
    }
  } finally {
    // It ends when all its answers have.
    await service.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
  expect(service.output()).not.toMatch(/already|ERR_/);
});
