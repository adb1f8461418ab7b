import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

interface Job {
  readonly state: string;
  readonly result: Record<string, unknown> | null;
}

describeOnEveryDatabase('system', (environment) => {
  let service: TestService;
  let member: string;

  const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await service.call(method, path, body === undefined ? {} : { json: body });
    expect([method, path, answer.status]).toEqual([method, path, answer.status < 300 ? answer.status : 200]);
    return (await answer.json()) as T;
  };
  const refusal = async (method: string, path: string, body?: unknown): Promise<[number, string]> => {
    const answer = await service.call(method, path, body === undefined ? {} : { json: body });
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const jobEnd = (id: string): Promise<Job> =>
    until(
      () => json<Job>('GET', `/sys/jobs/${id}`),
      ({ state }) => state === 'Succeeded' || state === 'Failed',
    );

  beforeAll(async () => {
    service = await startService({
      ...(await environment()),
      MONITOR_TOKEN: 'a-token-of-the-monitor',
      HubOptions__AppName: 'Survey office',
      HubOptions__ReadOnlyOrgs: 'false',
      ENABLE_STORAGE_LIMITER: 'true',
    });
    await json('POST', '/users', { userName: 'member', password: 'member-1234', email: 'm@example.org' });
    const session = await service.call('POST', '/users/authenticate', {
      token: null,
      json: { username: 'member', password: 'member-1234' },
    });
    member = ((await session.json()) as { token: string }).token;
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('tells features as they are set, and leaves out what is not', async () => {
    const features = await json<Record<string, unknown>>('GET', '/sys/features');
    expect(features).toMatchObject({
      organizationMemberManagement: true,
      userManagement: true,
      storageLimiter: true,
      maxConcurrentDownloadsPerUser: null,
      hubVersion: null,
      ddbVersion: null,
      outputs: [
        { name: 'cog', title: 'Cloud-optimized GeoTIFF', entryTypes: ['GeoRaster'] },
        { name: 'vec', title: 'GeoPackage', entryTypes: ['Vector'] },
        { name: 'mvt', title: 'Vector tiles', entryTypes: ['Vector'] },
        { name: 'copc', title: 'Cloud-optimized point cloud (COPC)', entryTypes: ['PointCloud'] },
        { name: 'ept', title: 'Entwine Point Tile (EPT)', entryTypes: ['PointCloud'] },
        { name: 'gsplat', title: 'Gaussian splats with levels of detail (RAD)', entryTypes: ['GaussianSplat'] },
        { name: 'nxs', title: 'Multiresolution model (Nexus)', entryTypes: ['Model'] },
        { name: '3dtiles', title: '3D Tiles', entryTypes: ['Model'] },
        { name: '3dtiles', title: '3D Tiles', entryTypes: ['Tiles3D'] },
      ],
      viewers: expect.arrayContaining([{ name: 'raster', opens: 'map', entryTypes: ['GeoRaster'] }]),
      taskTools: expect.arrayContaining([
        {
          id: 'bulk-download',
          version: '1',
          title: 'Download archive (ZIP)',
          requiredAccess: 'Read',
          producesArtifact: true,
          resultExtension: 'zip',
          hidden: false,
          disabled: false,
          disabledMessage: null,
        },
      ]),
    });
    expect(features['hubOptions']).toEqual({ appName: 'Survey office', readOnlyOrgs: false });
  });

  it('tells its version as text and as JSON', async () => {
    const text = await (await service.call('GET', '/version', { token: null })).text();
    expect(await json('GET', '/sys/version')).toBe(text);
    expect((await service.call('GET', '/sys/version', { token: null })).status).toBe(401);
  });

  it('J-10 refuses administration to others, and to nobody at all', async () => {
    const calls = [
      ['GET', '/sys/build-pending-status'],
      ['POST', '/sys/cleanupbatches'],
      ['POST', '/sys/cleanupdatasets'],
      ['POST', '/sys/migratevisibility'],
      ['POST', '/sys/cleanup-jobindices'],
      ['POST', '/sys/check-artifact-completeness'],
      ['POST', '/sys/cleanup'],
      ['POST', '/system/cleanup'],
      ['GET', '/sys/report'],
      ['GET', '/sys/tasks'],
      ['POST', `/sys/tasks/${randomUUID()}/delete`],
      ['GET', `/sys/jobs/${randomUUID()}`],
      ['GET', '/sys/config'],
      ['GET', '/sys/audit'],
      ['GET', '/health'],
      ['GET', '/quickhealth'],
      ['GET', '/metrics'],
    ] as const;
    for (const [method, path] of calls) {
      const status = async (token: string | null) => (await service.call(method, path, { token })).status;
      expect([path, await status(member), await status(null)]).toEqual([path, 403, 401]);
    }
  });

  it.each(['-1', '0', '1e9', '1000000000', '1.5', 'soon'])('J-10 refuses retentionDays=%s', async (days) => {
    const [status, error] = await refusal('POST', `/sys/cleanup-jobindices?retentionDays=${days}`);
    expect(status).toBe(400);
    expect(error).toContain('retentionDays');
  });

  it('cleans one dataset at once, an organization or everything as a job', async () => {
    await json('POST', '/orgs/admin/ds', { slug: 'clean' });
    // Slugs in any letter case, as everywhere.
    expect(await json('POST', '/sys/cleanup', { organizationSlug: 'Admin', datasetSlug: 'CLEAN' })).toEqual({
      datasets: { 'admin/clean': { removedEntries: [], removedBuilds: [] } },
      errors: {},
      jobId: null,
      jobIds: [],
      async: false,
    });
    for (const body of [undefined, {}, { organizationSlug: 'ADMIN' }]) {
      const answer = await service.call('POST', '/sys/cleanup', body ? { json: body } : {});
      expect(answer.status).toBe(202);
      const { jobId, jobIds } = (await answer.json()) as { jobId: string; jobIds: string[] };
      expect(jobIds).toEqual([jobId]);
      expect(await jobEnd(jobId)).toMatchObject({ state: 'Succeeded', result: { datasets: {}, errors: {} } });
    }
  });

  it('refuses clean-ups of what is not there', async () => {
    expect(await refusal('POST', '/sys/cleanup', { datasetSlug: 'x' })).toEqual([
      400,
      'The organizationSlug field is required.',
    ]);
    expect((await refusal('POST', '/sys/cleanup', { organizationSlug: '' }))[0]).toBe(400);
    expect((await refusal('POST', '/sys/cleanup', { organizationSlug: 'admin', datasetSlug: '' }))[0]).toBe(400);
    expect((await refusal('POST', '/sys/cleanup', { organizationSlug: 'nobody' }))[0]).toBe(404);
    expect((await refusal('POST', '/sys/cleanup', { organizationSlug: 'admin', datasetSlug: 'x' }))[0]).toBe(404);
  });

  it('answers truthfully that there are no batches, and that no build waits', async () => {
    expect(await json('POST', '/sys/cleanupbatches', {})).toEqual({ removedBatches: [], removeBatchErrors: [] });
    expect(await json('GET', '/sys/build-pending-status')).toMatchObject({ isEnabled: true, pendingBuildsNow: 0 });
    expect(await json('GET', '/sys/processingNodes')).toEqual([]);
  });

  it('rebuilds outputs that are missing on the disk', async () => {
    await json('POST', '/orgs/admin/ds', { slug: 'outputs' });
    const dataset = '/orgs/admin/ds/outputs';
    const body = form({ path: 'ortho.tif', file: quadrantOrthophoto(256) });
    const uploaded = await service.call('POST', `${dataset}/obj`, { body });
    const { hash } = (await uploaded.json()) as { hash: string };
    const isBuilt = async (): Promise<boolean> =>
      (await json<{ buildStatus: string | null }>('GET', `${dataset}/obj?path=ortho.tif`)).buildStatus === null;
    await until(isBuilt, (built) => built);
    const check = async (): Promise<Job> => {
      const answer = await service.call('POST', '/sys/check-artifact-completeness');
      expect(answer.status).toBe(202);
      return jobEnd(((await answer.json()) as { jobId: string }).jobId);
    };
    const none = { incomplete: 0, jobsEnqueued: 0, missingFiles: [], filesFailed: 0 };
    expect((await check()).result).toEqual({ filesChecked: 1, ...none });

    const builds = join(service.dataDir, 'builds');
    for (const id of await readdir(builds)) await rm(join(builds, id), { recursive: true });
    expect((await check()).result).toMatchObject({ filesChecked: 1, incomplete: 1, jobsEnqueued: 1 });
    const cog = async (): Promise<number> => (await service.call('GET', `${dataset}/build/${hash}/cog/cog.tif`)).status;
    await until(cog, (status) => status === 200);

    await rm(join(builds, (await readdir(builds))[0]!), { recursive: true });
    await rm(join(service.dataDir, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash));
    expect((await check()).result).toMatchObject({ jobsEnqueued: 0, missingFiles: ['admin/outputs/ortho.tif'] });
  });

  it('lists tasks of everybody, and deletes records of ended ones', async () => {
    interface Tasks {
      readonly items: { taskId: string; toolId: string; orgSlug: string | null; owner: string | null; state: string }[];
      readonly total: number;
    }
    const all = await json<Tasks>('GET', '/sys/tasks?take=1000');
    expect(all).toMatchObject({ skip: 0, take: 200, total: all.items.length });
    const builds = await json<Tasks>('GET', '/sys/tasks?toolId=build&state=Succeeded&take=1');
    expect(builds.items).toMatchObject([{ toolId: 'build', orgSlug: 'admin', dsSlug: 'outputs', owner: 'admin' }]);
    expect(await json('GET', `/sys/tasks?userId=${randomUUID()}`)).toMatchObject({ items: [], total: 0 });
    for (const query of ['state=Odd', 'userId=admin', 'skip=-1', 'take=x'])
      expect((await refusal('GET', `/sys/tasks?${query}`))[0]).toBe(400);

    const { taskId } = builds.items[0]!;
    expect(await json('POST', `/sys/tasks/${taskId}/delete`, {})).toEqual({ deleted: true });
    expect((await refusal('POST', `/sys/tasks/${taskId}/delete`))[0]).toBe(404);
    expect((await refusal('POST', '/sys/tasks/none/delete'))[0]).toBe(404);
    expect((await refusal('GET', `/sys/jobs/${taskId}`))[0]).toBe(404);
  });

  it('reports what is in every organization', async () => {
    await service.call('POST', '/orgs/admin/ds/outputs/obj', {
      body: form({ path: 'a/notes.TXT', file: Buffer.from('notes') }),
    });
    interface Report {
      readonly userName: string;
      readonly organizations: { slug: string; datasets: { slug: string; contents: object[] }[] }[];
    }
    const { userName, organizations } = await json<Report>('GET', '/sys/report');
    expect([userName, organizations.map(({ slug }) => slug)]).toEqual(['admin', ['admin', 'member', 'public']]);
    const dataset = organizations[0]!.datasets.find(({ slug }) => slug === 'outputs');
    expect(dataset).toMatchObject({ name: 'outputs', description: null, isPublic: false, owner: 'admin', error: null });
    expect(dataset!.contents).toMatchObject([
      { extension: 'tif', files: 1 },
      { extension: 'txt', files: 1, size: 5 },
    ]);
  });

  it('shows the settings without secrets', async () => {
    const text = await (await service.call('GET', '/sys/config')).text();
    expect(text).not.toContain('a-token-of-the-monitor');
    expect(text).not.toContain('secret123');
  });
});
