import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { form, startService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const OGRINFO = '/usr/bin/ogrinfo';

describeOnEveryDatabase('the index file', (environment) => {
  let service: TestService;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    service = await startService(await environment());
    folder = await mkdtemp(join(tmpdir(), 'alidade-index-'));
    file = join(folder, 'dbase.sqlite');
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'placed', name: 'Placed' } });
    for (const [path, bytes] of [
      ['maps/o.tif', quadrantOrthophoto(64)],
      ["notes/it's.txt", Buffer.from('hello')],
    ] as const)
      await service.call('POST', '/orgs/admin/ds/placed/obj', { body: form({ path, file: bytes }) });
    await service.call('POST', '/orgs/admin/ds/placed/meta/note/set?path=maps', { json: { data: { a: 1 } } });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await service[Symbol.asyncDispose]();
  });

  it('is sent under both names as an archive with entries and metadata in the tables of existing clients', async () => {
    for (const name of ['svc', 'ddb']) {
      const answer = await service.call('GET', `/orgs/admin/ds/placed/${name}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(answer.headers.get('content-disposition')).toContain('filename="admin-placed-ddb.zip"');
      await writeFile(file, await onlyFile(Buffer.from(await answer.arrayBuffer()), '.ddb/dbase.sqlite'));
    }
    expect((await service.call('HEAD', '/orgs/admin/ds/placed/svc')).status).toBe(200);
    expect((await service.call('GET', '/orgs/admin/ds/placed/svc', { token: null })).status).toBe(401);
    using database = new DatabaseSync(file, { readOnly: true });
    const all = (query: string): unknown[] => database.prepare(query).all();
    expect(all('pragma user_version')).toEqual([{ user_version: 1 }]);
    expect(all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const entries = (await (await service.call('POST', '/orgs/admin/ds/placed/search', { json: {} })).json()) as {
      path: string;
      hash: string | null;
      type: number;
      size: number;
      mtime: number;
      depth: number;
    }[];
    expect(all('select path, hash, type, size, mtime, depth from entries order by path')).toEqual(
      entries
        .map(({ path, hash, type, size, mtime, depth }) => ({ path, hash, type, size, mtime, depth }))
        .toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    );
    expect(all("select properties from entries where path = 'maps'")).toEqual([{ properties: 'null' }]);
    expect(all('select path, key, data from entries_meta order by path, key')).toEqual([
      { path: '', key: 'name', data: '"Placed"' },
      { path: 'maps', key: 'note', data: '{"a": 1}' },
    ]);
  });

  it('is written once for all who ask for it until the dataset changes, and answers 304', async () => {
    const ask = (headers = {}) => service.call('GET', '/orgs/admin/ds/placed/svc', { headers });
    const kept = async (): Promise<string[]> => {
      const folders = join(service.dataDir, 'indexes');
      const [home, ...others] = await readdir(folders);
      expect(others).toEqual([]);
      return (await readdir(join(folders, home!))).toSorted();
    };
    expect(await kept()).toHaveLength(1);
    await service.call('POST', '/orgs/admin/ds/placed/meta/note/set?path=maps', { json: { data: { a: 1 } } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(new Set(sizes).size).toBe(1);
    const [etag, ...different] = [...new Set(answers.map((answer) => answer.headers.get('etag')!))];
    expect(different).toEqual([]);
    expect(await kept()).toHaveLength(2);
    const again = await ask({ 'if-none-match': etag! });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    await service.call('POST', '/orgs/admin/ds/placed/meta/note/set?path=maps', { json: { data: { a: 1 } } });
    const changed = await ask({ 'if-none-match': etag! });
    expect(changed.status).toBe(200);
    await changed.arrayBuffer();
  });

  it('has layers that GDAL reads where the entries are', async ({ skip }) => {
    if (!existsSync(OGRINFO)) skip('ogrinfo is not installed');
    const listed = (await (await service.call('GET', '/orgs/admin/ds/placed/list?path=maps/o.tif')).json()) as {
      point_geom: { geometry: { coordinates: number[] } };
      polygon_geom: { geometry: { coordinates: number[][][] } };
    }[];
    const { stdout: layers } = await run(OGRINFO, ['-ro', '-q', file]);
    expect(layers).toContain('entries (3D Point, 3D Polygon)');
    const where = ['-where', "path = 'maps/o.tif'"];
    const { stdout: features } = await run(OGRINFO, ['-ro', '-q', ...where, file, 'entries']);
    const [, x, y] = /POINT Z \((\S+) (\S+)/.exec(features)!;
    const [longitude, latitude] = listed[0]!.point_geom.geometry.coordinates;
    expect(Number(x)).toBeCloseTo(longitude!, 9);
    expect(Number(y)).toBeCloseTo(latitude!, 9);
    const [, ring] = /POLYGON Z \(\((.*)\)\)/.exec(features)!;
    const corners = ring!.split(',').map((corner) => corner.trim().split(' ').map(Number));
    for (const [index, corner] of listed[0]!.polygon_geom.geometry.coordinates[0]!.entries())
      expect(corners[index]).toEqual(corner.map((value) => expect.closeTo(value, 9) as number));
    const { stdout: summary } = await run(OGRINFO, ['-ro', '-so', file, 'entries']);
    expect(summary).toContain('ID["EPSG",4326]');
  });
});

/** The one file of an archive. */
async function onlyFile(bytes: Buffer, name: string): Promise<Buffer> {
  const archive = await yauzl.fromBufferPromise(bytes);
  const found: Buffer[] = [];
  for await (const entry of archive.eachEntry()) {
    expect(entry.fileName).toBe(name);
    found.push(await buffer(await archive.openReadStreamPromise(entry)));
  }
  expect(found).toHaveLength(1);
  return found[0]!;
}
