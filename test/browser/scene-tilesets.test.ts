import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../support/service.ts';
import { dracoGlb, meshoptGlb } from './compressed-tiles.ts';
import { COUNTING, graphicsOf, OF_THREE } from './graphics-memory.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady } from './scene-clouds.ts';
import { CUBE, CUBE_VOLUME, cubeArchive, cubeGlb, cubeTileset, glb } from './scene-tiles.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const SMALL = { viewport: { width: 640, height: 600 }, reducedMotion: 'reduce' } as const;
const WHERE = 'tiles/cubes';
/** A cube of the red side alone, in coordinates of its own. */
const LOCAL = 'local/tileset.json';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  await makeDataset(service, 'tiles', 'cubes');
  await putBuilt(service, WHERE, 'cube.3tz', cubeArchive());
  const body = form({ path: 'local/tiles/cube.glb', file: cubeGlb(['red'], false) });
  await service.call('POST', `/orgs/tiles/ds/cubes/obj`, { body });
  await putBuilt(service, WHERE, LOCAL, Buffer.from(cubeTileset({}, false)));
});
afterAll(() => stage[Symbol.asyncDispose]());

/** @param from azimuth and tilt */
const sceneOf = (item: string, from: string, more = ''): string =>
  `/r/${WHERE}/scene?items=${encodeURIComponent(item)}&cam=0/0/0/60/${from}${more}`;

/** Share of the pixels around the middle that have a colour. */
async function shareOf(page: Page, name: string, colour: readonly [number, number, number]): Promise<number> {
  const { data, width } = PNG.sync.read(await picture(page, name));
  const { x, y } = await middleOf(page);
  const [side, found] = [32, { count: 0 }];
  for (let row = -side; row < side; row += 1)
    for (let column = -side; column < side; column += 1) {
      const at = 4 * ((y + row) * width + x + column);
      if (difference([data[at]!, data[at + 1]!, data[at + 2]!], colour) < 4) found.count += 1;
    }
  return found.count / (2 * side) ** 2;
}

test('a tileset on Earth is seen upright: red from the south, blue from the north, its green picture from the top', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, `/r/${WHERE}`);
  await page.getByRole('link', { name: 'cube.3tz' }).click();
  await sceneReady(page);
  for (const [name, from, colour] of [
    ['south', '0/0', CUBE.red],
    ['north', '180/0', CUBE.blue],
    ['top', '0/90', CUBE.green],
  ] as const) {
    await page.goto(sceneOf('cube.3tz', from));
    await sceneReady(page);
    expect([name, await shareOf(page, `tiles-${name}`, colour)]).toEqual([name, 1]);
  }
  expect(faults).toEqual([]);
});

test('light, wireframe, back faces, opacity and the clip box change what is seen', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf(LOCAL, '0/0', '&edges=off'));
  const shown = async (name: string, from: string, more: string): Promise<number> => {
    await page.goto(sceneOf(LOCAL, from, `&edges=off${more}`));
    await sceneReady(page);
    return shareOf(page, `tiles-${name}`, CUBE.red);
  };
  // It faces the eye, so the light is full.
  expect(await shown('lit', '0/0', '')).toBe(1);
  expect(await shown('aslant', '0/30', '')).toBe(0);
  expect(await shown('unlit', '0/30', '&style=unlit')).toBeGreaterThan(0.5);
  expect(await shown('behind', '180/0', '')).toBe(0);
  expect(await shown('both sides', '180/0', '&style=unlit/back')).toBe(1);
  expect(await shown('half', '0/0', '&style=o50')).toBeCloseTo(0.5, 1);
  expect(await shown('wireframe', '0/0', '&style=wire')).toBeLessThan(0.2);
  expect(await shown('clipped', '0/0', '&clip=-20/-20/-20/0/20/20')).toBeCloseTo(0.5, 1);
  expect(faults).toEqual([]);
});

test('a click tells the tile and its place on Earth, and an edge is as long as it is', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('cube.3tz', '0/0'));
  await sceneReady(page);
  await page.getByText('6 triangles shown').waitFor();
  const canvas = page.locator('.al-scene-picture canvas');
  const { width, height } = (await canvas.boundingBox())!;
  // The southern side is 50 m away.
  const pixel = (2 * 50 * Math.tan((25 * Math.PI) / 180)) / height;
  const at = (east: number, up: number) => ({ position: { x: width / 2 + east / pixel, y: height / 2 - up / pixel } });
  await canvas.click(at(0, 0));
  const facts = page.locator('.al-scene-section', { hasText: 'Longitude' });
  await facts.getByText('tiles/cube.glb').waitFor();
  expect(await facts.innerText()).toMatch(
    /Longitude\s+8\.500000\d°\s+Latitude\s+47\.39991\d+°\s+Height above the ellipsoid\s+-?0(?:\.0\d)? m/,
  );
  await screenshot(page, 'tiles-inspected');
  await page.getByRole('button', { name: 'Distance' }).click();
  await canvas.click(at(-9, -9));
  await canvas.click(at(9, 9));
  await page.getByRole('button', { name: 'Finish' }).click();
  const text = await page.getByRole('list', { name: 'Measurements' }).innerText();
  const distance = Number(/([\d.]+) m/.exec(text)?.[1]);
  expect(Math.abs(distance - Math.hypot(18, 18))).toBeLessThan(0.2);
  expect(faults).toEqual([]);
});

const TILESET = '**/3dtiles/tileset.json*';

test('addresses outside of the tileset are not asked for, and told', async () => {
  const { page, faults } = await stage.open(SMALL);
  const root = { children: [], content: { uri: 'https://example.org/0.glb' } };
  await page.route(TILESET, (route) => route.fulfill({ json: JSON.parse(cubeTileset(root)) as object }));
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await signIn(page, sceneOf('cube.3tz', '0/0'));
  await page.getByRole('alert').getByText('It names “https://example.org/0.glb”, which lies outside of it').waitFor();
  expect([...hosts]).toEqual([new URL(stage.service.url).host]);
  expect(faults).toEqual([]);
});

test.each([
  ['a tile is missing', 404, '', 'Parts of cube.3tz are missing'],
  ['a tile is damaged', 200, 'glTFdamaged', 'A tile of it cannot be read.'],
])('where %s the page says so', async (_, status, body, words) => {
  const { page, faults } = await stage.open(SMALL);
  await page.route('**/cube.glb*', (route) => route.fulfill({ status, body }));
  await signIn(page, sceneOf('cube.3tz', '0/0'));
  await page.locator('.al-scene[data-state="partial"]').waitFor();
  await page.getByRole('alert').getByText(words).waitFor();
  expect(faults).toEqual([]);
});

test.each([
  ['no tileset', '{}'],
  ['no JSON', 'text'],
])('a first file that is %s is a scene that failed', async (_, body) => {
  const { page, faults } = await stage.open(SMALL);
  await page.route(TILESET, (route) => route.fulfill({ body, contentType: 'application/json' }));
  await signIn(page, sceneOf('cube.3tz', '0/0'));
  await page.locator('.al-scene[data-state="failed"]').waitFor();
  await page.getByText('cube.3tz cannot be shown').waitFor();
  expect(faults).toEqual([]);
});

test('a share link opens a tileset, and its secret goes to every file', async () => {
  const json = { name: 'Anna', expiresInDays: 1, path: 'cube.3tz' };
  const made = await stage.service.call('POST', '/orgs/tiles/ds/cubes/links', { json });
  const { url } = (await made.json()) as { url: string };
  const token = new URL(url, stage.service.url).searchParams.get('token');
  const { page, faults } = await stage.open(SMALL);
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/3dtiles/')) asked.push(new URL(request.url()));
  });
  await page.goto(sceneOf('cube.3tz', '0/0', `&token=${token}`));
  await sceneReady(page);
  expect(asked.map(({ searchParams }) => searchParams.get('token'))).toEqual([token, token]);
  expect(difference(colourAround(await picture(page, 'tiles-shared'), await middleOf(page)), CUBE.red)).toBeLessThan(4);
  expect(faults).toEqual([]);
});

test('leaving frees the graphics memory of tiles', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.addInitScript(COUNTING);
  await signIn(page, `/r/${WHERE}`);
  const visits = 3;
  for (let time = 0; time < visits; time += 1) {
    await page.getByRole('link', { name: 'cube.3tz' }).click();
    await sceneReady(page);
    expect((await graphicsOf(page)).contexts).toBe(1);
    await page.goBack();
    await page.getByRole('link', { name: 'cube.3tz' }).waitFor();
  }
  await expect.poll(() => graphicsOf(page)).toEqual({ buffers: 0, textures: visits * OF_THREE, contexts: 0 });
  expect(faults).toEqual([]);
});

test('two contents of a tile are seen together', async () => {
  const tiles = { contents: [{ uri: 'red.glb' }, { uri: 'blue.glb' }], geometricError: 0, boundingVolume: CUBE_VOLUME };
  for (const name of ['red', 'blue'])
    await stage.service.call('POST', `/orgs/tiles/ds/cubes/obj`, {
      body: form({ path: `two/${name}.glb`, file: cubeGlb([name]) }),
    });
  await putBuilt(stage.service, WHERE, 'two/tileset.json', Buffer.from(cubeTileset({ children: [tiles] }, false)));
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, `/r/${WHERE}`);
  for (const [from, colour] of [
    ['0/0', CUBE.red],
    ['180/0', CUBE.blue],
  ] as const) {
    await page.goto(sceneOf('two/tileset.json', from));
    await sceneReady(page);
    expect(await shareOf(page, `tiles-two-${from.slice(0, 1)}`, colour)).toBe(1);
  }
  expect(faults).toEqual([]);
});

test.each([
  ['Draco', dracoGlb],
  ['meshopt', meshoptGlb],
])('a surface that is compressed by %s is seen; only a worker compiles its decoder', async (name, compress) => {
  const body = form({ path: `${name}/tiles/cube.glb`, file: await compress() });
  await stage.service.call('POST', `/orgs/tiles/ds/cubes/obj`, { body });
  await putBuilt(stage.service, WHERE, `${name}/tileset.json`, Buffer.from(cubeTileset({}, false)));
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf(`${name}/tileset.json`, '0/0'));
  await sceneReady(page);
  expect(await shareOf(page, `tiles-${name}`, CUBE.red)).toBe(1);
  expect(faults).toEqual([]);
});

test('pictures that are compressed as KTX2 are said not to be shown', async () => {
  const json = {
    asset: { version: '2.0' },
    extensionsRequired: ['KHR_texture_basisu'],
    extensionsUsed: ['KHR_texture_basisu'],
  };
  const textured = {
    ...json,
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    images: [{ uri: 'a.ktx2' }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  };
  const { page, faults } = await stage.open(SMALL);
  await page.route('**/cube.glb*', (route) => route.fulfill({ body: glb(textured, Buffer.alloc(36)) }));
  await signIn(page, sceneOf('cube.3tz', '0/0'));
  await page.getByRole('alert').getByText('Its pictures are compressed as KTX2, which is not shown here.').waitFor();
  expect(faults).toEqual([]);
});
