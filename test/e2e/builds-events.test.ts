import { afterAll, beforeAll, expect, it } from 'vitest';
import { pointShapefile } from '../support/point-shapefile.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { followBuilds } from '../support/event-stream.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { addMember, createDataset, createPerson } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/live';

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildMissingDependencies: readonly string[] | null;
}

describeOnOneDatabase('build jobs while they change', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'live' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const put = async (path: string, file: Uint8Array): Promise<void> => {
    expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
  };
  const entryOf = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;

  it('tells what a shapefile waits for, and that it is built when that has come', async () => {
    const { shp, shx, dbf } = pointShapefile([[1, 1]]);
    const stream = await followBuilds(service, DATASET);
    await put('roads/a.dbf', dbf);
    await put('roads/a.shp', shp);
    const deferred = await stream.until(({ outcome }) => outcome === 'deferred');
    expect(deferred).toMatchObject({
      path: 'roads/a.shp',
      currentState: 'Succeeded',
      missingDependencies: ['roads/a.shx'],
    });
    expect(await entryOf('roads/a.shp')).toMatchObject({
      buildStatus: 'pending',
      buildMissingDependencies: ['roads/a.shx'],
    });
    await put('roads/a.shx', shx);
    const built = await stream.until(({ outcome }) => outcome === 'built');
    expect(built).toMatchObject({ path: 'roads/a.shp', currentState: 'Succeeded', missingDependencies: [] });
    expect(built.jobId).not.toBe(deferred.jobId);
    expect(await entryOf('roads/a.shp')).toMatchObject({ buildStatus: null });
    const told = stream.events.find(({ jobId, outcome }) => jobId === built.jobId && outcome === 'built')!;
    const { log, ...job } = (await (await service.call('GET', `${DATASET}/builds/${built.jobId}`)).json()) as {
      log: string;
    };
    expect(told).toMatchObject(job);
    expect(log.endsWith(told.lastLogLine)).toBe(true);
    await stream.close();
  });

  it('builds the whole for a part of it, whatever the form of the body, and answers with nothing', async () => {
    const stream = await followBuilds(service, DATASET);
    const asked: string[] = [];
    for (const body of [
      { body: new URLSearchParams({ path: 'roads/a.shx', force: 'true' }) },
      { body: form({ path: 'roads/a.dbf', force: 'true' }) },
      { json: { path: 'roads/a.shp', force: true } },
    ]) {
      const answer = await service.call('POST', `${DATASET}/build`, body);
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      const job = await stream.until(({ jobId, outcome }) => outcome === 'built' && !asked.includes(jobId));
      expect(job.path).toBe('roads/a.shp');
      asked.push(job.jobId);
    }
    expect((await service.call('POST', `${DATASET}/build`, { json: { path: 'roads/a.prj' } })).status).toBe(404);
    await stream.close();
  });

  it('serves the output of a file by its path', async () => {
    const { hash } = await entryOf('roads/a.shp');
    const of = async (path: string): Promise<number> =>
      (await service.call('HEAD', `${DATASET}/build/${hash}/vec/source.gpkg?path=${path}`)).status;
    expect(await of('roads/a.shp')).toBe(200);
    expect(await of('roads/a.shx')).toBe(404);
    expect(await of('none.shp')).toBe(404);
    expect(await of('..%2fa.shp')).toBe(400);
  });

  it('ends when its reader may not read any more, and when the dataset is deleted', async () => {
    const reader = await createPerson(service, 'reader');
    await service.call('POST', '/orgs', { json: { slug: 'crew' } });
    for (const slug of ['one', 'two']) await createDataset(service, `crew/${slug}`, 0, []);
    await createDataset(service, 'crew/open', 2, []);
    await addMember(service, 'crew', 'reader', 0);
    const lost = await followBuilds(service, '/orgs/crew/ds/one', { token: reader.token });
    const kept = await followBuilds(service, '/orgs/crew/ds/one');
    const deleted = await followBuilds(service, '/orgs/crew/ds/two');
    const closed = await followBuilds(service, '/orgs/crew/ds/open', { token: null });
    await service.call('DELETE', '/orgs/crew/members/reader');
    await lost.ended;
    await service.call('DELETE', '/orgs/crew/ds/two');
    await deleted.ended;
    await service.call('POST', '/orgs/crew/ds/open/meta/visibility/set', { json: { data: 0 } });
    await service.call('PUT', '/orgs/crew/ds/open', { json: { visibility: 0 } });
    await closed.ended;
    const again = (token: string | null) => service.call('GET', '/orgs/crew/ds/one/builds/events', { token });
    expect([(await again(reader.token)).status, (await again(null)).status]).toEqual([404, 401]);
    let isOver = false;
    void kept.ended.then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isOver).toBe(false);
    await kept.close();
  });
});

describeOnOneDatabase('build jobs that wait for a worker', (environment) => {
  const noWorker = async (more: Record<string, string> = {}): Promise<TestService> => {
    const service = await startService({ ...(await environment()), BUILDS__CONCURRENCY: '0', ...more });
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'live' } });
    return service;
  };
  const upload = (service: TestService, path: string): Promise<Response> =>
    service.call('POST', `${DATASET}/obj`, { body: form({ path, file: quadrantOrthophoto(path.length * 16) }) });

  it('tells the active jobs first, what was missed to anyone who comes back, and ends with the service', async () => {
    // A stream that does not end by itself is cut off then, and `ended` fails.
    await using service = await noWorker({ SHUTDOWN_SECONDS: '600' });
    await upload(service, 'a.tif');
    const first = await followBuilds(service, DATASET);
    await first.until(({ path, currentState }) => path === 'a.tif' && currentState === 'Enqueued');
    const id = first.lastId();
    expect(id).toMatch(/^\d{16}$/);
    await first.close();
    await upload(service, 'of/a.tif');
    await service.call('DELETE', `${DATASET}/obj?path=a.tif`);
    const second = await followBuilds(service, DATASET, { headers: { 'last-event-id': id } });
    await second.until(({ path, currentState }) => path === 'of/a.tif' && currentState === 'Enqueued');
    await second.until(({ path, currentState }) => path === 'a.tif' && currentState === 'Deleted');
    for (const strange of ['9'.repeat(16), '1'.repeat(16), 'x', '-1', '1'.repeat(400)]) {
      const other = await followBuilds(service, DATASET, { headers: { 'last-event-id': strange } });
      await other.until(({ path }) => path === 'of/a.tif');
      await other.close();
    }
    const closing = service.app.close();
    await second.ended;
    await closing;
  });

  it('answers HEAD at once, and as many readers as one may be', async () => {
    await using service = await noWorker();
    const head = await service.call('HEAD', `${DATASET}/builds/events`);
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const open = await Promise.all(Array.from({ length: 20 }, () => followBuilds(service, DATASET)));
    const refused = await service.call('GET', `${DATASET}/builds/events`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await open[0]!.close();
    await until(
      async () => {
        const answer = await service.call('GET', `${DATASET}/builds/events`);
        await answer.body!.cancel();
        return answer.status;
      },
      (status) => status === 200,
    );
    for (const each of open.slice(1)) await each.close();
  });
});
