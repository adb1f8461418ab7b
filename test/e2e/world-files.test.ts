import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { form, startService, until, type TestService } from '../support/service.ts';
import { sha256 } from '../support/uploads.ts';

const DATASET = '/orgs/admin/ds/pictures';
/** UTM zone 32 north, as programs of surveyors write it. */
const UTM = `PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
const GEORASTER = 4;
const IMAGE = 6;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'pictures' } });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Entry {
  readonly type: number;
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly properties: { readonly geotransform?: readonly number[] };
}
const entry = async (path: string): Promise<Entry> =>
  (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
const upload = async (path: string, content: Uint8Array | string): Promise<void> => {
  const file = typeof content === 'string' ? Buffer.from(content) : content;
  expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
};
const cogOf = async ({ hash }: Entry): Promise<Response> => service.call('GET', `${DATASET}/build/${hash}/cog/cog.tif`);

it('a picture becomes a map when its world file and its CRS come, another with another one, and a picture again without', async () => {
  const picture = sharp({ create: { width: 200, height: 150, channels: 3, background: '#c03020' } });
  await upload('a/plan.png', await picture.png().toBuffer());
  expect((await entry('a/plan.png')).type).toBe(IMAGE);

  await upload('a/plan.pgw', '0.2\n0\n0\n-0.2\n680000.1\n5150999.9\n');
  await upload('a/plan.prj', UTM);
  const built = await until(
    () => entry('a/plan.png'),
    ({ type, buildStatus }) => type === GEORASTER && buildStatus === null,
    60,
  );
  const first = Buffer.from(await (await cogOf(built)).arrayBuffer());
  expect((await sharp(first).metadata()).format).toBe('tiff');

  await upload('a/plan.pgw', '0.4\n0\n0\n-0.4\n680000.2\n5150999.8\n');
  await until(
    async () => Buffer.from(await (await cogOf(built)).arrayBuffer()),
    (bytes) => !bytes.equals(first),
    60,
  );

  expect((await service.call('DELETE', `${DATASET}/obj?path=a/plan.pgw`)).status).toBe(204);
  await until(
    () => entry('a/plan.png'),
    ({ type }) => type === IMAGE,
    60,
  );
});

it('a picture that is moved lies where the files beside it say, and nowhere without any', async () => {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#3060c0' } });
  await upload('here/plan.png', await picture.png().toBuffer());
  for (const [folder, east] of Object.entries({ here: 680_000, there: 690_000 })) {
    await upload(`${folder}/plan.pgw`, `0.2\n0\n0\n-0.2\n${east}.1\n5150999.9\n`);
    await upload(`${folder}/plan.prj`, UTM);
  }
  const lies = (path: string, east: number | undefined): Promise<unknown> =>
    until(
      () => entry(path),
      ({ type, properties }) => type === (east ? GEORASTER : IMAGE) && properties.geotransform?.[0] === east,
      60,
    );
  await lies('here/plan.png', 680_000);
  const move = async (source: string, dest: string): Promise<void> =>
    expect((await service.call('PUT', `${DATASET}/obj`, { json: { source, dest } })).status).toBeLessThan(300);
  await move('here/plan.png', 'there/plan.png');
  await lies('there/plan.png', 690_000);
  await move('there/plan.png', 'nowhere.png');
  await lies('nowhere.png', undefined);
  await move('nowhere.png', 'here/plan.png');
  await lies('here/plan.png', 680_000);
  // With all that is beside it, it is where it was.
  await move('here', 'elsewhere');
  await lies('elsewhere/plan.png', 680_000);
});

it('two maps of the same pixels tell catalogs of their own places', async () => {
  const pixels = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#30c060' } })
    .png()
    .toBuffer();
  const eastOf = { west: 680_000, east: 690_000 };
  for (const [folder, east] of Object.entries(eastOf)) {
    await upload(`twins/${folder}.pgw`, `0.2\n0\n0\n-0.2\n${east}.1\n5150999.9\n`);
    await upload(`twins/${folder}.prj`, UTM);
    await upload(`twins/${folder}.png`, pixels);
    await until(
      () => entry(`twins/${folder}.png`),
      ({ type, buildStatus }) => type === GEORASTER && buildStatus === null,
      60,
    );
  }
  interface Item {
    readonly bbox: readonly number[];
    readonly assets: Readonly<Record<string, { readonly href: string; readonly 'proj:transform': readonly number[] }>>;
  }
  const answer = await service.call('GET', '/stac/collections/admin:pictures/items');
  const items = ((await answer.json()) as { features: readonly Item[] }).features.filter(({ assets }) =>
    Object.keys(assets).some((key) => key.startsWith('twins/')),
  );
  expect(items).toHaveLength(2);
  const cogs = new Set<string>();
  for (const { bbox, assets } of items) {
    const metres = (bbox[0]! / 180) * Math.PI * 6_378_137;
    const { href, 'proj:transform': transform } = assets['cog']!;
    expect(Math.abs(transform[2]! - metres)).toBeLessThan(100);
    const { pathname, search } = new URL(href);
    cogs.add(sha256(await (await service.call('GET', pathname + search)).bytes()));
  }
  expect(cogs.size).toBe(2);
});
