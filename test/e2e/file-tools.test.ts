import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataset } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { zipBytes } from '../support/zip-bytes.ts';

const DATASET = '/orgs/admin/ds/files';
const PLOTS = JSON.stringify({
  type: 'FeatureCollection',
  features: [1, 2, 3].map((id) => ({
    type: 'Feature',
    properties: { id, use: 'field' },
    geometry: { type: 'Point', coordinates: [9, 46] },
  })),
});

let service: TestService;
const elsewhere = createServer((_, response) => response.end('from elsewhere'));
beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  service = await startService({ BUILDS__CONCURRENCY: '1', IMPORT__ALLOWEDHOSTS: '127.0.0.1' });
  await createDataset(service, 'admin/files', 2, ['a.txt']);
  const archive = zipBytes([
    { name: 'maps/plots.geojson', content: PLOTS },
    { name: 'a.txt', content: 'kept as it was' },
  ]);
  await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'flight.zip', file: archive }) });
}, 120_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  elsewhere.close();
});

interface Status {
  readonly taskId: string;
  readonly state: string;
  readonly error: string | null;
}

async function run(toolId: string, params: object): Promise<Status> {
  const answer = await service.call('POST', `${DATASET}/tasks`, { json: { toolId, params } });
  expect(answer.status).toBe(202);
  const { taskId } = (await answer.json()) as { taskId: string };
  return until(
    async () => (await (await service.call('GET', `${DATASET}/tasks/${taskId}`)).json()) as Status,
    ({ state }) => ['Succeeded', 'Failed', 'Deleted'].includes(state),
  );
}

const typeOf = async (path: string): Promise<unknown> => {
  const listed = await service.call('GET', `${DATASET}/list?path=${encodeURIComponent(path)}`);
  return ((await listed.json()) as { type: number }[])[0]?.type;
};

describe('tools of files', () => {
  it('what is in an archive is inspected like an upload, and the archive goes', async () => {
    expect(await run('archive-extract', { sourcePath: 'flight.zip', deleteArchive: true })).toMatchObject({
      state: 'Succeeded',
    });
    // Vector.
    expect(await typeOf('maps/plots.geojson')).toBe(14);
    expect((await service.call('GET', `${DATASET}/download/flight.zip`)).status).toBe(404);
    expect(await (await service.call('GET', `${DATASET}/download/a.txt`)).text()).not.toBe('kept as it was');
    const { taskId, state } = await run('vector-export', {
      path: 'maps/plots.geojson',
      format: 'CSV',
      conditions: [{ field: 'id', operator: '>', value: 1 }],
    });
    expect(state).toBe('Succeeded');
    const result = await service.call('GET', `${DATASET}/tasks/${taskId}/result`);
    expect(result.headers.get('content-disposition')).toContain('plots.csv');
    // GDAL quotes numbers behind X and Y.
    expect((await result.text()).replaceAll('"', '')).toBe('X,Y,id,use\n9,46,2,field\n9,46,3,field\n');
  });

  it('a file comes from an address that is allowed, and no other', async () => {
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x?signature=8d969eef`;
    expect(await run('import-file', { url, fileName: 'b.txt', folder: 'web', password: 'secret' })).toMatchObject({
      state: 'Succeeded',
    });
    expect(await (await service.call('GET', `${DATASET}/download/web/b.txt`)).text()).toBe('from elsewhere');
    const failed = await run('import-file', {
      url: `${url}&gone`,
      fileName: 'b.txt',
      folder: 'web',
      overwrite: true,
      sizeBytes: 1,
    });
    expect(failed).toMatchObject({ state: 'Failed' });
    const single = `${DATASET}/tasks/${failed.taskId}`;
    for (const path of [`${DATASET}/tasks`, single, `${single}/log`, '/sys/tasks', '/sys/audit'])
      expect(await (await service.call('GET', path)).text(), path).not.toContain('8d969eef');
    const refused = await service.call('POST', `${DATASET}/tasks`, {
      json: { toolId: 'import-file', params: { url: 'http://10.0.0.1/', fileName: 'c.txt' } },
    });
    expect(refused.status).toBe(400);
  });

  it('an archive that does harm fails, and brings nothing', async () => {
    const bomb = zipBytes([
      { name: 'sound.txt', content: 'x' },
      { name: '../../x', content: 'x' },
    ]);
    await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'slip.zip', file: bomb }) });
    expect(await run('archive-extract', { sourcePath: 'slip.zip' })).toMatchObject({ state: 'Failed' });
    expect((await service.call('GET', `${DATASET}/download/sound.txt`)).status).toBe(404);
  });
});
