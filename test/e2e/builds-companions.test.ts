import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soundObj } from '../../src/kinds/mesh/testing/mesh-bytes.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { readWhole } from '../support/read-whole.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { gate, skin } from '../support/skin-output.ts';
import { allKinds } from '../../src/kinds/index.ts';

const kinds = { ...allKinds, outputs: [...allKinds.outputs, skin] };

const DATASET = '/orgs/admin/ds/parts';

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildMissingDependencies: readonly string[];
}

describeOnOneDatabase('builds of files that need others', (environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(await environment(), { kinds });
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'parts' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const put = async (path: string, content: Uint8Array | string): Promise<void> => {
    const file = Buffer.from(content);
    expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
  };
  const entry = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
  const becomes = (path: string, ...wanted: readonly (string | null)[]): Promise<Entry> =>
    until(
      () => entry(path),
      ({ buildStatus, buildMissingDependencies }) =>
        JSON.stringify([buildStatus, ...buildMissingDependencies]) === JSON.stringify(wanted),
      60,
    );
  const served = async ({ hash }: Entry): Promise<string> =>
    (await service.call('GET', `${DATASET}/build/${hash}/skin/made.txt`)).text();
  /** Contents of all outputs of models on the disk. */
  const made = (): Promise<string[]> =>
    readWhole(async () => {
      const folder = join(service.dataDir, 'builds');
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('made.txt'));
      return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).toSorted();
    });
  const putModel = async (folder: string, texture: string): Promise<void> => {
    await put(`${folder}/materials/wall.png`, texture);
    await put(`${folder}/materials/house.mtl`, 'newmtl tiles\nmap_Kd wall.png\n');
    await put(`${folder}/house.obj`, soundObj());
  };

  it('builds a model when the last file it names arrives, and again when one is another', async () => {
    await put('m/house.obj', soundObj());
    await becomes('m/house.obj', 'pending', 'm/materials/house.mtl');
    await put('m/materials/house.mtl', 'newmtl tiles\nmap_Kd wall.png\n');
    await becomes('m/house.obj', 'pending', 'm/materials/wall.png');
    await put('m/materials/wall.png', 'red');
    const model = await becomes('m/house.obj', null);
    expect(await served(model)).toBe('red');

    const ended = Promise.withResolvers<void>();
    gate.open = ended.promise;
    await put('m/materials/wall.png', 'green');
    await becomes('m/house.obj', 'building');
    await until(made, (texts) => texts.includes('green'));
    expect(await served(model)).toBe('red');
    ended.resolve();
    await becomes('m/house.obj', null);
    await until(made, (texts) => texts.join() === 'green');
    expect(await served(model)).toBe('green');
  });

  it('says why it waits where names differ by upper and lower case, whichever file comes first', async () => {
    const warning = async (): Promise<string> =>
      String(
        ((await entry('case/house.obj')) as Entry & { properties: Record<string, unknown> }).properties['warning'],
      );
    await put('case/materials/wall.PNG', 'red');
    await put('case/materials/house.mtl', 'newmtl tiles\nmap_Kd wall.png\n');
    await put('case/house.obj', soundObj());
    await becomes('case/house.obj', 'pending', 'case/materials/wall.png');
    const hint = 'materials/wall.PNG is there, but materials/wall.png is asked for.';
    expect(await warning()).toContain(hint);
    const jobs = (await (await service.call('GET', `${DATASET}/builds?path=case/house.obj`)).json()) as {
      jobId: string;
    }[];
    const { log } = (await (await service.call('GET', `${DATASET}/builds/${jobs[0]!.jobId}`)).json()) as {
      log: string;
    };
    expect(log).toContain('materials/wall.PNG is there, materials/wall.png is asked for');

    await service.call('DELETE', `${DATASET}/obj?path=case/materials/wall.PNG`);
    await expect.poll(warning, { timeout: 10_000 }).not.toContain(hint);
    await put('case/materials/wall.PNG', 'red');
    await expect.poll(warning, { timeout: 10_000 }).toContain(hint);
    const renamed = { source: 'case/materials/wall.PNG', dest: 'case/materials/wall.png' };
    expect((await service.call('PUT', `${DATASET}/obj`, { json: renamed })).status).toBeLessThan(300);
    await becomes('case/house.obj', null);
    await service.call('DELETE', `${DATASET}/obj?path=case`);
  });

  it('builds a model that names one file in two ways', async () => {
    const folder = 'twice/materials';
    await put(`${folder}/wall.png`, 'red');
    await put(`${folder}/house.mtl`, `newmtl tiles\nmap_Kd wall.png\nmap_Ks ../../${folder}/wall.png\n`);
    await put('twice/house.obj', `mtllib ../${folder}/house.mtl\n${soundObj()}`);
    expect((await becomes('twice/house.obj', null)).buildMissingDependencies).toEqual([]);
    await service.call('DELETE', `${DATASET}/obj?path=twice`);
  });

  it('fails for good where a file lies outside of the dataset, and says which', async () => {
    await put('out/materials/house.mtl', 'newmtl tiles\nmap_Kd ../../../wall.png\nmap_Ks /srv/gloss.png\n');
    await put('out/house.obj', soundObj());
    const failed = (await becomes('out/house.obj', 'failed')) as Entry & { readonly buildError: string };
    expect(failed.buildError).toBe(
      'It names files outside of its dataset: gloss.png by an absolute path, ../../wall.png.',
    );
    await service.call('DELETE', `${DATASET}/obj?path=out`);
  });

  it('gives the same bytes with other textures an output of their own, and keeps it as long as an entry has it', async () => {
    await putModel('n', 'blue');
    await becomes('n/house.obj', null);
    expect(await made()).toEqual(['blue', 'green']);
    await putModel('c', 'green');
    await becomes('c/house.obj', null);
    expect(await made()).toEqual(['blue', 'green']);
    await service.call('DELETE', `${DATASET}/obj?path=m/house.obj`);
    expect([await served(await entry('c/house.obj')), await made()]).toEqual([
      expect.stringMatching(/^(blue|green)$/),
      ['blue', 'green'],
    ]);
    await service.call('DELETE', `${DATASET}/obj?path=n/house.obj`);
    await service.call('DELETE', `${DATASET}/obj?path=c/house.obj`);
    await until(made, (texts) => texts.length === 0);
  });

  it('builds a shapefile whose index comes later, also when it was moved while it waited', async () => {
    const { shp, shx, dbf } = pointShapefile([[1, 1]]);
    await put('old/a.dbf', dbf);
    await put('old/a.shp', shp);
    await becomes('old/a.shp', 'pending', 'old/a.shx');
    const moved = { source: 'old', dest: 'sub' };
    expect((await service.call('PUT', `${DATASET}/obj`, { json: moved })).status).toBeLessThan(300);
    // With all that is beside it, it is what it was: nothing is asked for, and it waits.
    const waits = { buildStatus: 'pending', buildMissingDependencies: ['sub/a.shx'] };
    expect(await entry('sub/a.shp')).toMatchObject(waits);
    await put('sub/a.shx', shx);
    const { hash } = await becomes('sub/a.shp', null);
    expect((await service.call('HEAD', `${DATASET}/build/${hash}/vec/source.gpkg`)).status).toBe(200);
    const status = (await (await service.call('GET', '/sys/build-pending-status')).json()) as object;
    expect(status).toMatchObject({ pendingBuildsNow: 0 });
  });
});
