import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '../../src/transfers/index.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { ADMIN, form, startService, until, type TestService } from '../support/service.ts';

const MANY = 100;
const NESTED = ['flight/one/a.txt', 'flight/one/b.txt', 'flight/ü & ?#%.txt', 'notes.md'];

let source: TestService;

const put = async (service: TestService, dataset: string, path: string, bytes: Uint8Array): Promise<void> => {
  const response = await service.call('POST', `${dataset}/obj`, { body: form({ path, file: bytes }) });
  expect(response.status).toBe(201);
};
const bytesOf = (path: string): Buffer => Buffer.from(`the bytes of ${path}`);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  source = await startService({ EnableStorageLimiter: 'false' });
  await source.call('POST', '/orgs', { json: { slug: 'survey', isPublic: true } });
  await source.call('POST', '/orgs/survey/ds', { json: { slug: 'flight', name: 'West field', visibility: 1 } });
  await source.call('POST', '/orgs/survey/ds', { json: { slug: 'second', name: 'Second' } });
  for (const path of NESTED) await put(source, '/orgs/survey/ds/flight', path, bytesOf(path));
  await source.call('POST', '/orgs/survey/ds/flight/obj', { body: form({ path: 'empty/folder' }) });
  await put(source, '/orgs/survey/ds/second', 'large.bin', randomBytes(3_000_000));
});
afterAll(() => source[Symbol.asyncDispose]());

describeOnEveryDatabase('import from another instance', (environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ ...(await environment()), Import__AllowedHosts: '127.0.0.1' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const request = () => ({
    sourceRegistryUrl: source.url,
    username: ADMIN.userName,
    password: ADMIN.password,
    sourceOrganization: 'survey',
  });
  const importDataset = async (more: object): Promise<ImportReport> => {
    const response = await service.call('POST', '/sys/import-dataset', { json: { ...request(), ...more } });
    expect(response.status).toBe(200);
    return (await response.json()) as ImportReport;
  };
  const list = async (dataset: string, path = ''): Promise<{ path: string; hash: string; size: number }[]> =>
    (await (await service.call('GET', `/orgs/${dataset}/list?path=${encodeURIComponent(path)}`)).json()) as never;

  it('brings a dataset whole: names, folders, bytes; the second time nothing', async () => {
    const report = await importDataset({ sourceDataset: 'flight' });
    expect(report).toMatchObject({
      errors: [],
      fileErrors: [],
      importedItems: [{ organization: 'survey', dataset: 'flight', fileCount: NESTED.length, skippedFileCount: 0 }],
      totalFiles: NESTED.length,
      skippedFiles: 0,
    });
    expect(report.duration).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    expect(Object.keys(report.importedItems[0]!)).not.toContain('unverifiedFileCount');
    expect(new Set((await list('survey/ds/flight')).map(({ path }) => path))).toEqual(
      new Set(['flight', 'empty', 'notes.md']),
    );
    expect((await list('survey/ds/flight', 'empty')).map(({ path }) => path)).toEqual(['empty/folder']);
    for (const path of NESTED) {
      const answer = await service.call('GET', `/orgs/survey/ds/flight/download?path=${encodeURIComponent(path)}`);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytesOf(path));
    }
    const facts = (await (await service.call('GET', '/orgs/survey/ds/flight/ex')).json()) as {
      properties: { public: boolean; meta: { name: { data: string } } };
      size: number;
    };
    expect(facts.properties.meta.name.data).toBe('West field');
    expect(facts.size).toBe(report.totalSize);
    // Nothing becomes public because another service says so.
    expect(facts.properties.public).toBe(false);
    expect((await service.call('GET', '/orgs/survey', { token: null })).status).toBe(401);

    const again = await importDataset({ sourceDataset: 'flight' });
    expect(again).toMatchObject({ totalFiles: 0, totalSize: 0, skippedFiles: NESTED.length, errors: [] });
  });

  it('takes other names of the fields, a token, names of modes, forms, and another destination', async () => {
    const fields = {
      sourceUrl: source.url,
      orgSlug: 'survey',
      dsSlug: 'second',
      targetOrgSlug: 'copies',
      targetDsSlug: 'c1',
    };
    const response = await service.call('POST', '/sys/import-dataset', {
      body: form({ ...fields, token: source.token, Mode: 'parallelfiles' }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ totalFiles: 1, totalSize: 3_000_000, errors: [] });
    const [entry] = await list('copies/ds/c1');
    expect(entry).toMatchObject({ path: 'large.bin', size: 3_000_000 });
    const owner = (await (await service.call('GET', '/orgs/copies')).json()) as { owner: string; isPublic: boolean };
    expect(owner).toMatchObject({ owner: 'admin', isPublic: false });
  });

  it('Archive removes what the source does not have, ParallelFiles keeps it', async () => {
    const dataset = '/orgs/copies/ds/c2';
    await service.call('POST', '/orgs/copies/ds', { json: { slug: 'c2' } });
    await put(service, dataset, 'own/deep/file.txt', bytesOf('own'));
    await put(service, dataset, 'large.bin', bytesOf('an older version'));
    const target = { sourceDataset: 'second', destinationOrganization: 'copies', destinationDataset: 'c2' };
    await importDataset({ ...target, mode: 1 });
    expect((await list('copies/ds/c2')).map(({ path }) => path)).toEqual(['large.bin', 'own']);
    expect(await importDataset({ ...target, mode: 0 })).toMatchObject({ skippedFiles: 1, errors: [], fileErrors: [] });
    expect((await list('copies/ds/c2')).map(({ path, size }) => [path, size])).toEqual([['large.bin', 3_000_000]]);
  });

  it('brings an organization, by a job that tells how far it is and keeps no secret', async () => {
    const response = await service.call('POST', '/sys/import-organization', {
      json: { ...request(), destinationOrganization: 'whole', async: true },
    });
    expect(response.status).toBe(202);
    const { jobId } = (await response.json()) as { jobId: string };
    expect(response.headers.get('location')).toBe(`/sys/jobs/${jobId}`);
    const job = await until(
      async () =>
        (await (await service.call('GET', `/sys/jobs/${jobId}`)).json()) as { state: string; result: ImportReport },
      ({ state }) => state === 'Succeeded' || state === 'Failed',
      60,
    );
    expect(job.state).toBe('Succeeded');
    expect(job.result.importedItems.map(({ dataset }) => dataset)).toEqual(['flight', 'second']);
    expect(job.result).toMatchObject({ totalFiles: NESTED.length + 1, errors: [] });
    expect(JSON.stringify(job)).not.toContain(ADMIN.password);
  });

  it('imports what is public without a sign-in', async () => {
    const open = { sourceRegistryUrl: source.url, sourceOrganization: 'survey', destinationOrganization: 'open' };
    const response = await service.call('POST', '/sys/import-organization', { json: open });
    const report = (await response.json()) as ImportReport;
    expect(report.importedItems.map(({ dataset }) => dataset)).toEqual(['flight']);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 0, /401/],
    ['a bad token', { username: undefined, password: undefined, token: 'no.such.token' }, 0, /401/],
    ['a dataset that is not there', { sourceDataset: 'missing' }, 1, /no dataset missing/],
    ['an organization that is not there', { sourceOrganization: 'missing' }, 1, /404/],
  ])('%s is told in the answer, and makes nothing', async (_, change, phase, message) => {
    const report = await importDataset({ sourceDataset: 'flight', destinationOrganization: 'never', ...change });
    expect(report).toMatchObject({ importedItems: [], errors: [{ phase, message: expect.stringMatching(message) }] });
    expect((await service.call('GET', '/orgs/never')).status).toBe(404);
  });

  it.each([
    ['sourceRegistryUrl', { sourceRegistryUrl: undefined }],
    ['sourceRegistryUrl', { sourceRegistryUrl: 'not an address' }],
    ['sourceRegistryUrl', { sourceRegistryUrl: 'https://host.example/registry' }],
    ['sourceRegistryUrl', { sourceRegistryUrl: 'https://host.example/?x' }],
    ['sourceRegistryUrl', { sourceRegistryUrl: 'https://user:word@host.example' }],
    ['sourceRegistryUrl', { sourceRegistryUrl: 'ftp://host.example' }],
    ['password', { password: undefined }],
    ['username', { username: undefined }],
    ['token', { token: 'x' }],
    ['sourceOrganization', { sourceOrganization: undefined }],
    ['sourceOrganization', { sourceOrganization: '..' }],
    ['sourceDataset', { sourceDataset: undefined }],
    ['destinationOrganization', { destinationOrganization: '../../etc' }],
    ['destinationDataset', { destinationDataset: 'Not A Slug' }],
    ['mode', { mode: 2 }],
    ['mode', { mode: 'Zip' }],
  ])('400 names %s for %j', async (field, change) => {
    const json = { ...request(), sourceDataset: 'flight', ...change };
    const response = await service.call('POST', '/sys/import-dataset', { json });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  });

  it('D-1 refuses hosts that are not public and not in the list, before anything else', async () => {
    const port = new URL(source.url).port;
    for (const host of ['127.0.0.2', '[::1]', '0.0.0.0', '2130706434', '169.254.169.254', '10.0.0.1']) {
      const json = { ...request(), sourceDataset: 'flight', sourceRegistryUrl: `http://${host}:${port}` };
      const response = await service.call('POST', '/sys/import-dataset', { json });
      expect([host, response.status]).toEqual([host, 400]);
      expect(((await response.json()) as { error: string }).error).toMatch(/sourceRegistryUrl: .*not a public address/);
    }
  });

  it('is for administrators, and stands in the audit log', async () => {
    const json = { ...request(), sourceDataset: 'flight' };
    expect((await service.call('POST', '/sys/import-dataset', { json, token: null })).status).toBe(401);
    const log = (await (await service.call('GET', '/sys/audit?action=system.import')).json()) as { items: object[] };
    expect(log.items).toContainEqual(
      expect.objectContaining({ subject: 'survey/flight', details: expect.objectContaining({ source: source.url }) }),
    );
    expect(JSON.stringify(log)).not.toContain(ADMIN.password);
  });

  it('has the hash of the bytes, not the one that was told', async () => {
    const [entry] = await list('copies/ds/c1');
    const file = await service.call('GET', '/orgs/copies/ds/c1/download?path=large.bin');
    expect(entry!.hash).toBe(hashOf(Buffer.from(await file.arrayBuffer())));
  });
});

it('brings a hundred files, several at the same time', async () => {
  await source.call('POST', '/orgs', { json: { slug: 'bulk' } });
  await source.call('POST', '/orgs/bulk/ds', { json: { slug: 'many' } });
  const paths = Array.from({ length: MANY }, (_, index) => `many/${index}.txt`);
  const upload = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop())
      await put(source, '/orgs/bulk/ds/many', path, bytesOf(path));
  };
  await Promise.all([upload(), upload(), upload(), upload()]);

  await using service = await startService({ Import__AllowedHosts: '127.0.0.1' });
  const { userName: username, password } = ADMIN;
  const from = { sourceRegistryUrl: source.url, username, password, sourceOrganization: 'bulk', sourceDataset: 'many' };
  const report = await (await service.call('POST', '/sys/import-dataset', { json: from })).json();
  expect(report).toMatchObject({ totalFiles: MANY, errors: [], fileErrors: [] });
  const list = await (await service.call('GET', '/orgs/bulk/ds/many/list?path=many')).json();
  expect(list).toHaveLength(MANY);
});
