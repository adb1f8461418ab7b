import { Copc } from 'copc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CORNER, SIDE, squareCloud } from '../../src/kinds/pointcloud/testing/square-cloud.ts';
import { lasBytes } from '../../src/kinds/pointcloud/testing/las-bytes.ts';
import { readByLazRs } from '../../src/kinds/pointcloud/testing/laz-rs.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/scans';

interface Entry {
  readonly hash: string;
  readonly type: number;
  readonly properties: Record<string, unknown>;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

interface Job {
  readonly jobId: string;
  readonly log: string;
}

/** Points, and how many of them are red, as the decoder in Rust sees them. */
function readTile(bytes: Buffer): { readonly points: number; readonly red: number } {
  const { records, recordBytes } = readByLazRs(bytes);
  const reds = Array.from({ length: records.length / recordBytes }, (_, at) =>
    records.readUInt16LE(at * recordBytes + 30),
  );
  return { points: reds.length, red: reds.filter((red) => red === 65_535).length };
}

describeOnEveryDatabase('point clouds', (environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'scans' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const upload = (path: string, file: Uint8Array): Promise<Response> =>
    service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
  const entryOf = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${encodeURIComponent(path)}`)).json()) as Entry;
  const settled = (path: string): Promise<Entry> =>
    until(
      () => entryOf(path),
      ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
    );
  const logOf = async (path: string): Promise<string> => {
    const jobs = (await (await service.call('GET', `${DATASET}/builds?path=${path}`)).json()) as readonly Job[];
    return ((await (await service.call('GET', `${DATASET}/builds/${jobs[0]!.jobId}`)).json()) as Job).log;
  };
  const cloudOf = ({ hash }: Entry): string => `${DATASET}/build/${hash}/copc/cloud.copc.laz`;
  /** Paths of what lies somewhere on Earth. */
  const placed = async (): Promise<string[]> => {
    const answer = await service.call('GET', `${DATASET}/search?bbox=-180,-90,180,90`);
    return ((await answer.json()) as { readonly path: string }[]).map(({ path }) => path);
  };
  const bytesOf = async (path: string): Promise<Buffer> =>
    Buffer.from(await (await service.call('GET', path)).arrayBuffer());

  it('builds a LAS into a COPC that is read by ranges, three of them up to the first point', async () => {
    expect((await upload('square.las', squareCloud())).status).toBe(201);
    const entry = await settled('square.las');
    expect([entry.type, entry.buildStatus, entry.buildError]).toEqual([5, null, null]);
    const head = await service.call('HEAD', cloudOf(entry));
    expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    const asked: { readonly begin: number; readonly bytes: Uint8Array }[] = [];
    // As viewers do: some bytes more than are needed, which are kept.
    const get = async (begin: number, end: number): Promise<Uint8Array> => {
      const known = asked.find((one) => one.begin <= begin && end <= one.begin + one.bytes.length);
      if (known !== undefined) return known.bytes.subarray(begin - known.begin, end - known.begin);
      const headers = { range: `bytes=${begin}-${Math.max(end, begin + 2048) - 1}` };
      const answer = await service.call('GET', cloudOf(entry), { headers });
      expect(answer.status).toBe(206);
      asked.push({ begin, bytes: new Uint8Array(await answer.arrayBuffer()) });
      return asked.at(-1)!.bytes.subarray(0, end - begin);
    };
    const copc = await Copc.create(get);
    const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
    const view = await Copc.loadPointDataView(get, copc, nodes['0-0-0-0']!);
    expect(asked.length).toBeLessThanOrEqual(3);
    expect([copc.header.pointCount, view.pointCount]).toEqual([SIDE * SIDE, SIDE * SIDE]);
    expect([view.getter('X')(0), view.getter('Red')(0)]).toEqual([CORNER[0], 65_535]);
  });

  it('tells what the build found, and how a cloud gets a place', async () => {
    const { properties } = await settled('square.las');
    expect(properties).toMatchObject({
      pointCount: SIDE * SIDE,
      bounds: { min: [...CORNER], max: [CORNER[0] + SIDE - 1, CORNER[1] + SIDE - 1, CORNER[2] + 10] },
      classes: [
        { class: 2, name: 'Ground', points: (SIDE * SIDE) / 2 },
        { class: 6, name: 'Building', points: (SIDE * SIDE) / 2 },
      ],
      projection: null,
      footprint: null,
      warning: expect.stringContaining('metadata “projection”') as unknown,
    });
    expect(Math.abs(Number(properties['density']) - 1)).toBeLessThan(0.1);
    expect(properties['statistics']).toContainEqual({ name: 'Z', minimum: 300, maximum: 310, mean: 305 });
    expect(await logOf('square.las')).toMatch(/Arranged 10000 points in .* million points a second\./);
  });

  it('is an Entwine Point Tile, too: the same points, by ranges and with an ETag', async () => {
    const { hash } = await settled('square.las');
    const base = `${DATASET}/build/${hash}/ept`;
    const ept = (await (await service.call('GET', `${base}/ept.json`)).json()) as Record<string, unknown>;
    expect(ept).toMatchObject({ dataType: 'laszip', hierarchyType: 'json', points: SIDE * SIDE, version: '1.1.0' });
    const hierarchy: unknown = await (await service.call('GET', `${base}/ept-hierarchy/0-0-0-0.json`)).json();
    expect(hierarchy).toEqual({ '0-0-0-0': SIDE * SIDE });

    const tile = `${base}/ept-data/0-0-0-0.laz`;
    const whole = await service.call('GET', tile);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/vnd.laszip']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const head = await service.call('HEAD', tile);
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, bytes.length]);
    // Ranges across the borders of what is put together, too.
    for (const [first, last] of [
      [0, 3],
      [300, 2000],
      [bytes.length - 20, bytes.length - 1],
    ] as const) {
      const part = await service.call('GET', tile, { headers: { range: `bytes=${first}-${last}` } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/${bytes.length}`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(first, last + 1))).toBe(true);
    }
    const etag = head.headers.get('etag')!;
    expect((await service.call('GET', tile, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(readTile(bytes)).toEqual({ points: SIDE * SIDE, red: (SIDE * SIDE) / 2 });

    for (const name of ['ept-data/1-0-0-0.laz', 'ept-data/0-0-0-0.json', 'ept-hierarchy/1-0-0-0.json', 'other.json'])
      expect((await service.call('GET', `${base}/${name}`)).status, name).toBe(404);
  });

  it('takes the CRS that its owner gives, at the next build', async () => {
    const set = await service.call('POST', `${DATASET}/meta/set/projection`, {
      json: { path: 'square.las', data: 'EPSG:32632' },
    });
    expect(set.status).toBe(200);
    await service.call('POST', `${DATASET}/build`, { json: { path: 'square.las', force: true } });
    const { properties } = await until(
      () => entryOf('square.las'),
      ({ buildStatus, properties: { footprint } }) => buildStatus === null && footprint !== null,
    );
    expect(properties['projection']).toContain('UTM zone 32N');
    expect(properties).not.toHaveProperty('warning');
    const { type, coordinates } = properties['footprint'] as { type: string; coordinates: number[][][] };
    expect(type).toBe('Polygon');
    const [longitudes, latitudes] = [0, 1].map((axis) => coordinates[0]!.map((place) => place[axis]!));
    // A hundred metres at the middle meridian of the zone.
    expect(Math.min(...longitudes!)).toBeCloseTo(9, 4);
    expect(Math.max(...longitudes!)).toBeCloseTo(9.00133, 3);
    expect(Math.max(...latitudes!) - Math.min(...latitudes!)).toBeCloseTo(100 / 111_200, 4);

    // It has that place from now on, also after its bytes are sent again.
    expect(await placed()).toEqual(['square.las']);
    await upload('square.las', squareCloud());
    expect(await placed()).toEqual(['square.las']);
  });

  it('serves a sound COPC as it is, and builds one with a fault anew', async () => {
    const built = await bytesOf(cloudOf(await settled('square.las')));
    await upload('own.copc.laz', built);
    const own = await settled('own.copc.laz');
    expect(own.buildStatus).toBeNull();
    expect((await bytesOf(cloudOf(own))).equals(built)).toBe(true);
    expect(await logOf('own.copc.laz')).toContain('served as it is');

    const shifted = Buffer.from(built);
    // The middle of the octree: a kilometre to the east, where no point is.
    shifted.writeDoubleLE(shifted.readDoubleLE(429) + 1000, 429);
    await upload('shifted.copc.laz', shifted);
    const anew = await settled('shifted.copc.laz');
    expect(anew.buildStatus).toBeNull();
    expect(await logOf('shifted.copc.laz')).toMatch(/built anew\. 10000 points of node 0-0-0-0 lie outside of it/);
    const served = await bytesOf(cloudOf(anew));
    expect(served.readDoubleLE(429)).toBe(built.readDoubleLE(429));
  });

  it('says why a cloud of one point, or a cut one, cannot be built', async () => {
    await upload('one.las', lasBytes({ format: 0, points: Buffer.alloc(20) }));
    expect((await settled('one.las')).buildError).toContain('It has one point; a cloud needs two.');
    const whole = await bytesOf(cloudOf(await settled('square.las')));
    await upload('cut.laz', whole.subarray(0, 4000));
    const cut = await settled('cut.laz');
    expect(cut.buildStatus).toBe('failed');
    expect(cut.buildError).toContain('cut off');
    expect((await service.call('GET', cloudOf(cut))).status).toBe(404);
  });

  it('builds an Entwine Point Tile of its tiles, none of which is built alone', async () => {
    const base = `${DATASET}/build/${(await settled('square.las')).hash}/ept`;
    const [description, tile] = [await bytesOf(`${base}/ept.json`), await bytesOf(`${base}/ept-data/0-0-0-0.laz`)];
    await upload('town/ept-data/0-0-0-0.laz', tile);
    await upload('town/ept-hierarchy/0-0-0-0.json', await bytesOf(`${base}/ept-hierarchy/0-0-0-0.json`));
    await upload('town/ept.json', description);
    const entry = await settled('town/ept.json');
    expect([entry.type, entry.buildStatus, entry.buildError]).toEqual([5, null, null]);
    expect(entry.properties).toMatchObject({
      pointCount: SIDE * SIDE,
      classes: [{ class: 2 }, { class: 6 }],
      projection: expect.stringContaining('UTM zone 32N') as unknown,
    });
    const alone = await entryOf('town/ept-data/0-0-0-0.laz');
    expect([alone.type, alone.buildStatus]).toEqual([5, null]);
    expect((await service.call('GET', cloudOf(alone))).status).toBe(404);
  });

  it('waits for the tiles of an Entwine Point Tile that are missing', async () => {
    const hierarchy = { '0-0-0-0': 5, '1-0-0-0': 7, '1-1-1-1': -1 };
    const description = {
      bounds: [0, 0, 0, 1, 1, 1],
      dataType: 'laszip',
      hierarchyType: 'json',
      points: 12,
      schema: [{ name: 'X', type: 'signed', size: 4, scale: 0.01, offset: 0 }],
    };
    await upload('part/ept-hierarchy/0-0-0-0.json', Buffer.from(JSON.stringify(hierarchy)));
    await upload('part/ept.json', Buffer.from(JSON.stringify(description)));
    const waiting = await until(
      () => entryOf('part/ept.json'),
      ({ buildStatus }) => buildStatus === 'pending',
    );
    expect(waiting).toMatchObject({
      buildMissingDependencies: [
        'part/ept-hierarchy/1-1-1-1.json',
        'part/ept-data/0-0-0-0.laz',
        'part/ept-data/1-0-0-0.laz',
      ],
    });
  });

  it('has no place any more when its owner takes the CRS back', async () => {
    expect(await placed()).toContain('square.las');
    const unset = await service.call('POST', `${DATASET}/meta/unset`, {
      json: { path: 'square.las', key: 'projection' },
    });
    expect(await unset.json()).toEqual({ removed: 1 });
    await service.call('POST', `${DATASET}/build`, { json: { path: 'square.las', force: true } });
    await until(
      () => entryOf('square.las'),
      ({ buildStatus, properties: { footprint } }) => buildStatus === null && footprint === null,
    );
    expect(await placed()).not.toContain('square.las');
  });
});
