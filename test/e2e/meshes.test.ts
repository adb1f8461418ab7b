import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gltfJson, soundPly, triangleBuffer } from '../../src/kinds/mesh/testing/mesh-bytes.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { pictureGltf, quadObj, roofObj, UTM_17 } from '../support/models.ts';

const DATASET = '/orgs/admin/ds/models';

interface Entry {
  readonly path: string;
  readonly hash: string;
  readonly type: number;
  readonly properties: Record<string, unknown>;
  readonly point_geom: { readonly geometry: { readonly coordinates: readonly number[] } } | null;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
  readonly buildMissingDependencies: readonly string[];
}

interface Job {
  readonly jobId: string;
  readonly currentState: string;
  readonly errorMessage: string | null;
}

interface Tileset {
  readonly root: { readonly transform?: readonly number[] };
}

describeOnEveryDatabase('models', (environment) => {
  let service: TestService;
  let red: Buffer;
  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'models' } });
    red = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const put = async (path: string, content: Uint8Array | string): Promise<void> => {
    const file = Buffer.from(content);
    expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
  };
  const entryOf = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${encodeURIComponent(path)}`)).json()) as Entry;
  const becomes = (path: string, ...wanted: readonly (string | null)[]): Promise<Entry> =>
    until(
      () => entryOf(path),
      ({ buildStatus, buildMissingDependencies }) =>
        JSON.stringify([buildStatus, ...buildMissingDependencies]) === JSON.stringify(wanted),
      60,
    );
  const settled = (path: string): Promise<Entry> =>
    until(
      () => entryOf(path),
      ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
      60,
    );
  const jobsOf = async (path: string): Promise<readonly Job[]> =>
    (await (await service.call('GET', `${DATASET}/builds?path=${path}`)).json()) as readonly Job[];
  const logOf = async (path: string): Promise<string> => {
    const [newest] = await jobsOf(path);
    const job = await service.call('GET', `${DATASET}/builds/${newest!.jobId}`);
    return ((await job.json()) as { readonly log: string }).log;
  };
  const file = (entry: Entry, path: string, method: 'GET' | 'HEAD' = 'GET', headers = {}): Promise<Response> =>
    service.call(method, `${DATASET}/build/${entry.hash}/${path}`, { headers });
  const tilesetOf = async (entry: Entry): Promise<Tileset> =>
    (await (await file(entry, '3dtiles/tileset.json')).json()) as Tileset;
  const rebuild = (path: string) => service.call('POST', `${DATASET}/build`, { json: { path, force: true } });

  it('builds an OBJ with its picture into a Nexus and 3D Tiles, and tells what they hold', async () => {
    await put('house/materials/house.mtl', 'newmtl tiles\nmap_Kd wall.png\n');
    await put('house/materials/wall.png', red);
    await put('house/house.obj', quadObj());
    const entry = await settled('house/house.obj');
    expect([entry.type, entry.buildStatus, entry.buildError]).toEqual([11, null, null]);
    const head = await file(entry, 'nxs/model.nxz', 'HEAD');
    expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    const start = await file(entry, 'nxs/model.nxz', 'GET', { range: 'bytes=0-87' });
    expect(start.status).toBe(206);
    const header = Buffer.from(await start.arrayBuffer());
    expect([header.subarray(0, 4).toString('latin1'), header.readUInt32LE(4)]).toEqual([' sxN', 2]);
    expect((await tilesetOf(entry)).root.transform).toBeUndefined();
    expect(entry.properties).toMatchObject({
      triangles: 2,
      vertices: 4,
      materials: 1,
      pictures: 1,
      bounds: { min: [0, 0, 0], max: [10, 20, 5] },
      extent: [10, 20, 5],
      georeferenced: false,
    });
    expect(entry.properties).not.toHaveProperty('warning');
  });

  it('waits for the library of an OBJ, then for its picture, and builds when that comes', async () => {
    await put('wait/house.obj', quadObj());
    await becomes('wait/house.obj', 'pending', 'wait/materials/house.mtl');
    await put('wait/materials/house.mtl', 'newmtl tiles\nmap_Kd wall.png\nmap_Bump bump.png\n');
    await becomes('wait/house.obj', 'pending', 'wait/materials/wall.png', 'wait/materials/bump.png');
    await put('wait/materials/bump.png', red);
    await becomes('wait/house.obj', 'pending', 'wait/materials/wall.png');
    await put('wait/materials/wall.png', red);
    expect((await becomes('wait/house.obj', null)).properties).toMatchObject({ triangles: 2 });
  });

  it('waits for the buffer and the picture of a glTF, and for the picture of a PLY', async () => {
    await put('wait/house.gltf', pictureGltf('data.bin', 'skins/wall%201.png'));
    await becomes('wait/house.gltf', 'pending', 'wait/data.bin', 'wait/skins/wall 1.png');
    await put('wait/data.bin', triangleBuffer());
    await becomes('wait/house.gltf', 'pending', 'wait/skins/wall 1.png');
    await put('wait/skins/wall 1.png', red);
    expect((await becomes('wait/house.gltf', null)).properties).toMatchObject({ triangles: 1 });

    const ply = soundPly('ascii')
      .toString()
      .replace('\nelement vertex', '\ncomment TextureFile skin.png\nelement vertex');
    await put('wait/house.ply', ply);
    await becomes('wait/house.ply', 'pending', 'wait/skin.png');
    await put('wait/skin.png', red);
    expect((await becomes('wait/house.ply', null)).properties).toMatchObject({ triangles: 2 });
  });

  it.each([
    ['house.obj', quadObj('../../up.mtl'), '../../up.mtl'],
    ['house.gltf', JSON.stringify(gltfJson('http://127.0.0.1:9/data.bin', undefined)), 'data.bin of 127.0.0.1:9'],
    ['house.glb.gltf', JSON.stringify(gltfJson('/etc/passwd', undefined)), 'passwd by an absolute path'],
  ])('fails for good where %s names a file outside of the dataset', async (name, content, told) => {
    await put(`out/${name}`, content);
    const { buildStatus, buildError } = await settled(`out/${name}`);
    expect([buildStatus, buildError]).toEqual(['failed', `It names files outside of its dataset: ${told}.`]);
  });

  it('builds a model whose picture is broken with a plain colour, and says so', async () => {
    await put('broken/materials/house.mtl', 'newmtl tiles\nmap_Kd wall.png\n');
    await put('broken/materials/wall.png', red.subarray(0, 40));
    await put('broken/house.obj', quadObj());
    const { buildStatus, properties } = await settled('broken/house.obj');
    expect([buildStatus, properties['warning']]).toEqual([null, expect.stringMatching(/tiles.* is not drawn/)]);
  });

  const origin = '{"latitude": 46.5, "longitude": 7, "altitude": 400}';
  it.each(['house.geo.json', 'georef.json', 'reference_lla.json', 'opensfm/reference_lla.json'])(
    'places a model by %s: entry, tiles and STAC',
    async (name) => {
      const folder = `placed-${name.replaceAll('/', '-')}`;
      await put(`${folder}/${name}`, origin);
      await put(`${folder}/house.obj`, roofObj(folder));
      const entry = await settled(`${folder}/house.obj`);
      const [longitude = NaN, latitude = NaN] = entry.point_geom?.geometry.coordinates ?? [];
      expect([longitude, latitude]).toEqual([expect.closeTo(7.00006, 4), expect.closeTo(46.50009, 4)]);
      const { transform = [] } = (await tilesetOf(entry)).root;
      // The origin is 6,367 km from the centre of the Earth.
      expect(Math.hypot(...transform.slice(12, 15))).toBeCloseTo(6_367_300, -4);
      const id = Buffer.from(entry.path).toString('base64url');
      const item = (await (await service.call('GET', `${DATASET}/stac/${id}`)).json()) as {
        readonly bbox: readonly number[];
        readonly assets: Readonly<Record<string, { readonly href: string }>>;
      };
      expect(item.bbox[0]).toBeCloseTo(7, 4);
      expect(Object.values(item.assets).map(({ href }) => href)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/nxs\/model\.nxz/),
          expect.stringMatching(/3dtiles\/tileset\.json/),
        ]),
      );
    },
  );

  it('places a model in absolute coordinates by its .prj', async () => {
    await put('plane/house.prj', UTM_17);
    await put('plane/house.obj', roofObj('plane', [321_500, 4_297_500, 10]));
    const entry = await settled('plane/house.obj');
    expect(entry.properties).toMatchObject({
      georeferenced: true,
      projection: expect.stringContaining('zone 17N') as unknown,
    });
    expect(entry.point_geom?.geometry.coordinates[0]).toBeCloseTo(-83.052, 2);
    const extent = entry.properties['extent'] as readonly number[];
    expect(extent[0]).toBeCloseTo(10.4, 0);
  });

  it('places a model of OpenDroneMap by its CRS and the coordinates of zero in it', async () => {
    await put('odm/odm_georeferencing/coords.txt', 'WGS84 UTM 17N\n321500 4297500\n0 0 0\n');
    await put('odm/opensfm/reference_lla.json', origin);
    await put('odm/odm_texturing/odm_textured_model_geo.obj', roofObj('odm'));
    const entry = await settled('odm/odm_texturing/odm_textured_model_geo.obj');
    expect(entry.point_geom?.geometry.coordinates[0]).toBeCloseTo(-83.052, 2);
    expect(entry.properties).toMatchObject({
      bounds: { min: [0, 0, 0], max: [10, 20, 5] },
      projectedBounds: { min: [321_500, 4_297_500, 0], max: [321_510, 4_297_520, 5] },
    });
    const id = Buffer.from(entry.path).toString('base64url');
    const item = (await (await service.call('GET', `${DATASET}/stac/${id}`)).json()) as {
      readonly properties: Readonly<Record<string, unknown>>;
    };
    expect(item.properties).toMatchObject({
      triangles: 2,
      materials: 1,
      pictures: 0,
      'proj:code': 'EPSG:32617',
      'proj:bbox': [321_500, 4_297_500, 0, 321_510, 4_297_520, 5],
    });
  });

  it('offers the systems of orthophotos around it, and takes the one that is chosen at the next build', async () => {
    await put('chosen/house.obj', roofObj('chosen', [321_500, 4_297_500, 10]));
    const before = await settled('chosen/house.obj');
    expect(before.point_geom).toBeNull();
    expect(before.properties).toMatchObject({
      georeferenced: false,
      warning: expect.stringContaining('metadata “projection”') as unknown,
      crsChoices: [],
    });
    await put('chosen/ortho.asc', 'ncols 2\nnrows 2\nxllcorner 321500\nyllcorner 4297500\ncellsize 1\n1 2\n3 4\n');
    await put('chosen/ortho.prj', UTM_17);
    const { properties } = await until(
      () => entryOf('chosen/house.obj'),
      ({ properties: { crsChoices } }) => (crsChoices as readonly object[]).length > 0,
    );
    const [choice] = properties['crsChoices'] as { readonly path: string; readonly projection: string }[];
    expect(choice).toMatchObject({ path: 'chosen/ortho.asc', projection: expect.stringContaining('17N') as unknown });
    const data = { path: 'chosen/house.obj', data: choice!.projection };
    expect((await service.call('POST', `${DATASET}/meta/set/projection`, { json: data })).status).toBe(200);
    await rebuild('chosen/house.obj');
    const placed = await until(
      () => entryOf('chosen/house.obj'),
      ({ buildStatus, point_geom }) => buildStatus === null && point_geom !== null,
    );
    expect(placed.point_geom?.geometry.coordinates[0]).toBeCloseTo(-83.052, 2);
    expect(placed.properties).toMatchObject({ georeferenced: true });
    expect(placed.properties).not.toHaveProperty('crsChoices');
    expect((await tilesetOf(placed)).root.transform).toHaveLength(16);
  });

  it('says which metadata of it are no CRS', async () => {
    await put('bad/house.obj', roofObj('bad'));
    await settled('bad/house.obj');
    await service.call('POST', `${DATASET}/meta/set/projection`, { json: { path: 'bad/house.obj', data: 'nowhere' } });
    await rebuild('bad/house.obj');
    // What was built before is served on.
    const [job] = await until(
      () => jobsOf('bad/house.obj'),
      ([newest]) => newest?.currentState === 'Failed',
    );
    expect(job?.errorMessage).toMatch(/neither a code such as EPSG:32632 nor WKT/);
    expect((await file(await entryOf('bad/house.obj'), 'nxs/model.nxz', 'HEAD')).status).toBe(200);
  });

  it('tells the log of a build in numbers, without a path of the machine', async () => {
    const log = await logOf('house/house.obj');
    expect(log).toMatch(/2 triangles/);
    expect(log).not.toMatch(/\/(?:tmp|dev\/shm|blobs|builds)\//);
  });
});
