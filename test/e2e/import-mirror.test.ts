import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '../../src/transfers/index.ts';
import { deltaOf, type Stamp } from '../../src/sync/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { ADMIN, form, startService, type TestService } from '../support/service.ts';

const HERE = '/orgs/mirror/ds/flight';
const ODD = ['a b/#%&?+.txt', 'Flug/Zürich', 'Flug/Zürich'.normalize('NFD'), '🛰️/x', `${'n'.repeat(250)}.txt`];

let source: TestService;
let made = 0;

const bytesOf = (path: string): Buffer => Buffer.from(`the bytes of ${path}`);
const put = async (service: TestService, dataset: string, path: string, bytes: Uint8Array): Promise<void> => {
  const { status } = await service.call('POST', `${dataset}/obj`, { body: form({ path, file: bytes }) });
  expect(status).toBe(201);
};
const makeFolder = async (service: TestService, dataset: string, path: string): Promise<void> => {
  expect((await service.call('POST', `${dataset}/obj`, { body: form({ path }) })).status).toBe(201);
};
const remove = async (service: TestService, dataset: string, path: string): Promise<void> => {
  const { status } = await service.call('DELETE', `${dataset}/obj?path=${encodeURIComponent(path)}`);
  expect(status).toBeLessThan(300);
};
const setMeta = async (service: TestService, dataset: string, verb: string, fields: object): Promise<void> => {
  expect((await service.call('POST', `${dataset}/meta/${verb}`, { json: fields })).status).toBe(200);
};
const read = async <T>(service: TestService, path: string): Promise<T> =>
  (await (await service.call('GET', path)).json()) as T;
const stampOf = (service: TestService, dataset: string): Promise<Stamp> => read(service, `${dataset}/stamp`);
const dumpOf = async (service: TestService, dataset: string): Promise<{ key: string; path: string }[]> =>
  (await (await service.call('POST', `${dataset}/meta/dump`, { json: {} })).json()) as { key: string; path: string }[];

beforeAll(async () => {
  source = await startService({ EnableStorageLimiter: 'false' });
  await source.call('POST', '/orgs', { json: { slug: 'survey' } });
});
afterAll(() => source[Symbol.asyncDispose]());

describeOnOneDatabase('a mirror of a dataset', (environment) => {
  const sourceDataset = `flight${(made += 1)}`;
  const THERE = `/orgs/survey/ds/${sourceDataset}`;
  let service: TestService;
  beforeAll(async () => {
    await source.call('POST', '/orgs/survey/ds', { json: { slug: sourceDataset, name: 'West field' } });
    for (const path of ODD) await put(source, THERE, path, bytesOf(path));
    await makeFolder(source, THERE, 'empty/within');
    await setMeta(source, THERE, 'add', { key: 'notes', data: { text: 'of the dataset ü' } });
    await setMeta(source, THERE, 'set', { key: 'pilot', data: 'Ada', path: ODD[0] });
    await setMeta(source, THERE, 'add', { key: 'annotations', data: [1, 2.5, null], path: 'empty/within' });
    service = await startService({ ...(await environment()), Import__AllowedHosts: '127.0.0.1' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const mirror = async (more: object = {}): Promise<ImportReport> => {
    const response = await service.call('POST', '/sys/import-dataset', {
      json: {
        sourceRegistryUrl: source.url,
        username: ADMIN.userName,
        password: ADMIN.password,

        sourceOrganization: 'survey',
        sourceDataset,
        destinationOrganization: 'mirror',
        destinationDataset: 'flight',
        ...more,
      },
    });
    expect(response.status).toBe(200);
    return (await response.json()) as ImportReport;
  };

  it('is equal: stamps, names, empty folders, metadata with ids and times', async () => {
    expect(await mirror()).toMatchObject({ errors: [], fileErrors: [], totalFiles: ODD.length });
    const stamp = await stampOf(source, THERE);
    expect(stamp.meta).toHaveLength(4);
    expect(await stampOf(service, HERE)).toEqual(stamp);
    expect(await dumpOf(service, HERE)).toEqual(await dumpOf(source, THERE));
  });

  it('follows what changed at the source, and fetches nothing else', async () => {
    const [first, second] = [ODD[0]!, ODD[1]!];
    await remove(source, THERE, first);
    await put(source, THERE, `${first}/now below/a file`, bytesOf('below'));
    await put(source, THERE, 'moved.txt', bytesOf(second));
    await remove(source, THERE, second);
    await remove(source, THERE, 'empty');
    await put(source, THERE, 'empty', bytesOf('now a file'));
    await setMeta(source, THERE, 'set', { key: 'name', data: 'East field' });
    await setMeta(source, THERE, 'set', { key: 'visibility', data: 2 });
    const report = await mirror();
    // What lay elsewhere here is not transferred.
    expect(report).toMatchObject({ errors: [], fileErrors: [], totalFiles: 2, skippedFiles: ODD.length - 1 });
    const [there, here] = [await stampOf(source, THERE), await stampOf(service, HERE)];
    expect(here.entries).toEqual(there.entries);
    // All but who may read it.
    const values = await dumpOf(source, THERE);
    expect(await dumpOf(service, HERE)).toEqual(values.filter(({ key }) => key !== 'visibility'));
    expect(deltaOf(there, here).metaAdds).toHaveLength(1);
    const facts = await read<{ properties: { public: boolean; meta: { name: { data: string } } } }>(
      service,
      `${HERE}/ex`,
    );
    expect(facts.properties).toMatchObject({ public: false, meta: { name: { data: 'East field' } } });
    expect((await service.call('GET', HERE, { token: null })).status).toBe(401);
  });

  it('keeps what is its own in mode ParallelFiles, and says what cannot come', async () => {
    const dataset = '/orgs/mirror/ds/own';
    await service.call('POST', '/orgs/mirror/ds', { json: { slug: 'own', name: 'My own' } });
    await put(service, dataset, 'moved.txt/is a folder here', bytesOf('own'));
    await setMeta(service, dataset, 'add', { key: 'notes', data: 'own' });
    const report = await mirror({ destinationDataset: 'own', mode: 1 });
    expect(report.fileErrors).toMatchObject([
      { filePath: 'moved.txt', message: 'moved.txt is a folder here, and a file at the source.' },
    ]);
    const paths = (await stampOf(service, dataset)).entries.flatMap((entry) => Object.keys(entry));
    expect(paths).toEqual(expect.arrayContaining(['moved.txt/is a folder here', 'empty', ODD[4]]));
    const values = await dumpOf(service, dataset);
    expect(values.filter(({ key }) => key === 'notes')).toHaveLength(2);
    // The newer of the two names: there is one.
    expect(values.filter(({ key }) => key === 'name')).toHaveLength(1);
  });

  it('has the bytes', async () => {
    for (const entry of (await stampOf(service, HERE)).entries) {
      const [path, hash] = Object.entries(entry)[0]!;
      if (hash === '') continue;
      const answer = await service.call('GET', `${HERE}/download?path=${encodeURIComponent(path)}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    }
  });
});
