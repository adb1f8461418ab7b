import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putFiles } from './entries.ts';
import { COUNTING, graphicsOf, OF_THREE } from './graphics-memory.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady } from './scene-clouds.ts';
import { builtSplats, rangesOf, serveInstead, squareSplats, TWO_SPLATS } from './scene-splats.ts';
import { expectSoundLooks, SCREENS } from './scene-looks.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Its picture has some 400 × 300 pixels: software draws each of them. */
const SMALL = { viewport: { width: 400, height: 520 }, reducedMotion: 'reduce' } as const;
const WHERE = 'splats/two';
/** Splats that are drawn at most where colours are compared. */
const BUDGET = 20_000;
/** Where they are not: software takes a second for a picture of 20,000. */
const FEW = 5000;
/** Splats that lie over each other are not wholly opaque at their edges. */
const SAME = 12;

let stage: Stage;
/** The built file. */
let rad: Buffer;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'splats', 'two');
  const hash = await putBuilt(stage.service, WHERE, 'two.ply', squareSplats());
  rad = await builtSplats(stage.service, WHERE, hash);
  await putBuilt(stage.service, WHERE, 'small.ply', squareSplats(60));
  await putBuilt(stage.service, WHERE, 'panel.ply', squareSplats(60, 4));
});
afterAll(() => stage[Symbol.asyncDispose]());

const openPage: Stage['open'] = (options = SMALL) => stage.open(options);

/** Straight down on the whole square. */
const FROM_TOP = '&edges=off&cam=0/0/0/30/0/90';
const sceneOf = (more = '', items = 'two.ply'): string => `/r/${WHERE}/scene?items=${encodeURIComponent(items)}${more}`;
const aside = ({ x, y }: { readonly x: number; readonly y: number }, right: number) => ({ x: x + right, y: y + 5 });

/** Colours in the west and in the east of the picture. */
async function coloursOf(page: Page, name: string, right = 50) {
  const drawn = await picture(page, name);
  const centre = await middleOf(page);
  return [colourAround(drawn, aside(centre, -right)), colourAround(drawn, aside(centre, right))] as const;
}

/** Splats that the panel says are shown. */
async function shownOf(page: Page): Promise<number> {
  const panel = page.getByRole('button', { name: 'Show panel' });
  if (await panel.isVisible()) await panel.click();
  const text = await page.getByText(/^[\d,]+ splats shown$/).innerText();
  return Number(text.replace(/\D/g, ''));
}

test('splats are red in the west and blue in the east; two requests lead to their first picture', async () => {
  const { page, faults } = await openPage();
  const asked = rangesOf(page);
  await signIn(page, sceneOf(`${FROM_TOP}&style=n${BUDGET}`));
  await sceneReady(page);
  const [west, east] = await coloursOf(page, 'splats-from-top');
  expect(difference(west, TWO_SPLATS.red)).toBeLessThan(SAME);
  expect(difference(east, TWO_SPLATS.blue)).toBeLessThan(SAME);
  expect(asked.length).toBe(2);
  expect(asked.every((range) => range.startsWith('bytes='))).toBe(true);
  const shown = await shownOf(page);
  expect(shown).toBeLessThanOrEqual(BUDGET);
  expect(shown).toBeGreaterThan(BUDGET / 2);
  expect(faults).toEqual([]);
});

test('from near by more chunks come; from below they have the same colours', async () => {
  const { page, faults } = await openPage();
  const asked = rangesOf(page);
  await signIn(page, sceneOf(`&edges=off&cam=0/0/0/14/0/-90&style=n${2 * BUDGET}`));
  await sceneReady(page);
  const [west, east] = await coloursOf(page, 'splats-from-below');
  expect(difference(west, TWO_SPLATS.red)).toBeLessThan(SAME);
  expect(difference(east, TWO_SPLATS.blue)).toBeLessThan(SAME);
  expect(asked.length).toBeGreaterThan(2);
  const shown = await shownOf(page);
  expect(shown).toBeGreaterThan(BUDGET);
  expect(shown).toBeLessThanOrEqual(2 * BUDGET);
  expect(faults).toEqual([]);
});

test('opacity, clip box, height, scale and up axis change what is seen', async () => {
  const { page, faults } = await openPage();
  await signIn(page, `/r/${WHERE}`);
  const seen = async (name: string, style: string, more = '') => {
    await page.goto(sceneOf(`${FROM_TOP}&style=${style}n${BUDGET}${more}`));
    await sceneReady(page);
    return coloursOf(page, `splats-${name}`);
  };
  const [ground, kept] = await seen('clipped', '', '&clip=0.2/-20/-20/20/20/20');
  expect(difference(kept, TWO_SPLATS.blue)).toBeLessThan(SAME);
  expect(difference(ground, TWO_SPLATS.red)).toBeGreaterThan(100);
  // Each splat lets light through; several lie over each other.
  const [faint] = await seen('faint', 'o10/');
  expect(difference(faint, TWO_SPLATS.red)).toBeGreaterThan(30);
  expect(difference(faint, ground)).toBeGreaterThan(30);
  const nowhere = [
    // The square ends before the place that is looked at.
    ['small', 'x0.2/'],
    // It lies above the eye.
    ['raised', 'h40/'],
    // It stands, and is seen from its edge.
    ['standing', 'y/'],
  ] as const;
  for (const [name, style] of nowhere) {
    const [west] = await seen(name, style);
    expect([name, difference(west, ground) < SAME]).toEqual([name, true]);
  }
  expect(faults).toEqual([]);
});

test('a click tells the place, and a measured side is as long as it is', async () => {
  const { page, faults } = await openPage({ ...DESKTOP, viewport: { width: 900, height: 500 } });
  await signIn(page, sceneOf(`${FROM_TOP}&style=n${FEW}`));
  await sceneReady(page);
  const { canvas, at } = await groundIn(page);
  await canvas.click({ position: at(5, 3) });
  const facts = page.locator('.al-scene-section', { hasText: 'Splats with all levels' });
  const text = await facts.innerText();
  expect(Number(/X\s+(-?[\d.]+)/.exec(text)?.[1])).toBeCloseTo(5, 0);
  expect(Number(/Y\s+(-?[\d.]+)/.exec(text)?.[1])).toBeCloseTo(3, 0);
  expect(Number(/Height\s+(-?[\d.]+)/.exec(text)?.[1])).toBeCloseTo(0, 1);
  expect(Number(/In the file\s+(-?[\d.]+);/.exec(text)?.[1])).toBeCloseTo(5, 0);
  await screenshot(page, 'splats-inspected');
  const told = await measured(page, [-9, -9], [9, -9]);
  expect(Math.abs(Number(/([\d.]+) units/.exec(told)?.[1]) - 18)).toBeLessThan(0.2);
  expect(faults).toEqual([]);
});

/** All files stand around the same place on Earth. */
const atOnePlace = (page: Page): Promise<unknown> =>
  page.route('**/ds/two/obj?*', async (route) => {
    const answer = await route.fetch();
    const entry = (await answer.json()) as { readonly properties?: object };
    await route.fulfill({ json: { ...entry, properties: { ...entry.properties, localOrigin: [7, 46.5, 400] } } });
  });

test('two files of splats are drawn into one picture, the nearer one in front', async () => {
  const { page, faults } = await openPage();
  await atOnePlace(page);
  await signIn(page, `/r/${WHERE}`);
  // The first one is half as large and lies 2 above the middle of the other.
  await page.goto(sceneOf(`${FROM_TOP}&style=${encodeURIComponent(`x0.5/h2/n${FEW}~n${FEW}`)}`, 'two.ply,small.ply'));
  await sceneReady(page);
  for (const right of [20, 90]) {
    const [west, east] = await coloursOf(page, 'splats-together', right);
    expect(difference(west, TWO_SPLATS.red)).toBeLessThan(SAME);
    expect(difference(east, TWO_SPLATS.blue)).toBeLessThan(SAME);
  }
  expect(faults).toEqual([]);
});

/** A place of the picture for x and y of the ground, seen by `FROM_TOP`. */
async function groundIn(page: Page) {
  const canvas = page.locator('.al-scene-picture canvas');
  const { width, height } = (await canvas.boundingBox())!;
  const pixel = (2 * 30 * Math.tan((25 * Math.PI) / 180)) / height;
  const at = (x: number, y: number) => ({ x: width / 2 + x / pixel, y: height / 2 - y / pixel });
  return { canvas, at };
}

/** The distance that the page measures. */
async function measured(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<string> {
  const { canvas, at } = await groundIn(page);
  await page.getByRole('button', { name: 'Distance' }).click();
  for (const place of [from, to]) await canvas.click({ position: at(...place) });
  await page.getByRole('button', { name: 'Finish' }).click();
  return page.getByRole('list', { name: 'Measurements' }).innerText();
}

test('two points of a known distance give the scale, which is kept beside the file and used when it is opened again', async () => {
  const { service } = stage;
  const path = 'calibrated.ply';
  const sidecar = 'calibrated.geo.json';
  const text = async (): Promise<string> =>
    (await service.call('GET', `/orgs/splats/ds/two/download?path=${sidecar}&inline=1`)).text();
  await putFiles(service, WHERE, { [sidecar]: '{"note": "kept"}' });
  await putBuilt(service, WHERE, path, squareSplats(60));
  const { page, faults } = await openPage({ ...DESKTOP, viewport: { width: 1100, height: 500 } });
  await signIn(page, sceneOf(FROM_TOP, path));
  await sceneReady(page);
  const { canvas, at } = await groundIn(page);
  const colourAt = async (name: string) => {
    const box = (await canvas.boundingBox())!;
    const { x, y } = at(7, 3);
    return colourAround(await picture(page, name), { x: Math.round(box.x + x), y: Math.round(box.y + y) });
  };
  expect(difference(await colourAt('splats-before-calibration'), TWO_SPLATS.blue)).toBeLessThan(SAME);

  const group = page.getByRole('group', { name: 'Calibration' });
  const save = group.getByRole('button', { name: 'Save scale' });
  expect(await save.isEnabled()).toBe(true);
  await group.getByRole('button', { name: 'Calibrate by two points' }).click();
  await canvas.click({ position: at(14, 0) });
  await group.getByText('There are no splats at this place. Choose the first point in the picture.').waitFor();
  await canvas.click({ position: at(-9, -9) });
  await group.getByText('Choose the second point in the picture.').waitFor();
  await canvas.click({ position: at(9, -9) });
  await group.getByText(/The points are 1[78][.\d]* units apart/).waitFor();
  await screenshot(page, 'splats-calibrating');
  const distance = group.getByLabel('True distance (m)');
  await distance.fill('0.00001');
  await group.getByRole('button', { name: 'Apply scale' }).click();
  await group.getByText(/The scale would be .*, outside of 0.0001 to 10000/).waitFor();
  await distance.fill('9');
  await distance.press('Enter');
  await page.waitForURL(/style=x0\.[45]/);
  expect(Math.abs(Number(await page.getByLabel('Scale', { exact: true }).inputValue()) - 0.5)).toBeLessThan(0.01);
  await sceneReady(page);
  // The square ends before this place now.
  expect(difference(await colourAt('splats-calibrated'), TWO_SPLATS.blue)).toBeGreaterThan(100);

  // Something else of that name is not written over.
  await page.route(/calibrated\.geo\.json/, (route) => route.fulfill({ body: '[1]' }), { times: 1 });
  await save.click();
  await group.getByText(`${sidecar} is not a JSON object.`).waitFor();
  expect(await text()).toBe('{"note": "kept"}');
  await save.scrollIntoViewIfNeeded();
  await screenshot(page, 'splats-scale-not-saved');
  await save.click();
  await expect.poll(text).toContain('scale');
  const kept = JSON.parse(await text()) as { readonly note: string; readonly scale: number };
  expect(kept).toEqual({ note: 'kept', scale: expect.closeTo(0.5, 2) });
  const scaleIn = async (): Promise<unknown> => {
    const answer = await service.call('GET', `/orgs/splats/ds/two/obj?path=${path}`);
    const entry = (await answer.json()) as { buildStatus: string | null; properties: Record<string, unknown> };
    return entry.buildStatus === null && entry.properties['gsplat'] !== undefined ? entry.properties['scale'] : null;
  };
  await expect.poll(scaleIn, { timeout: 30_000 }).toBe(kept.scale);
  await page.goto(sceneOf(FROM_TOP, path));
  await sceneReady(page);
  expect(difference(await colourAt('splats-scale-kept'), TWO_SPLATS.blue)).toBeGreaterThan(100);
  expect(await page.getByLabel('Scale', { exact: true }).inputValue()).toBe(String(kept.scale));
  expect(await save.isDisabled()).toBe(true);
  const told = await measured(page, [-4, -4], [4, -4]);
  expect(Math.abs(Number(/([\d.]+) m/.exec(told)?.[1]) - 8)).toBeLessThan(0.2);
  expect(faults).toEqual([]);
});

test('splats stand on height 0, and on another file of the scene', async () => {
  const { page, faults } = await openPage({ ...DESKTOP, viewport: { width: 900, height: 500 } });
  await atOnePlace(page);
  const style = encodeURIComponent(`x0.5/h7/n${FEW}~h3/n${FEW}`);
  await signIn(page, sceneOf(`${FROM_TOP}&style=${style}`, 'small.ply,two.ply'));
  await sceneReady(page);
  const styleNow = () => new URL(page.url()).searchParams.get('style');
  const settings = page.getByRole('group', { name: 'small.ply', exact: true });
  await settings.getByRole('button', { name: 'Stand on two.ply' }).click();
  await expect.poll(styleNow).toBe(`h3/x0.5/n${FEW}~h3/n${FEW}`);
  const onZero = settings.getByLabel('Stand on height 0');
  expect(await onZero.isChecked()).toBe(false);
  await onZero.check();
  await expect.poll(styleNow).toBe(`x0.5/n${FEW}~h3/n${FEW}`);
  await settings.getByRole('button', { name: 'Stand on two.ply' }).scrollIntoViewIfNeeded();
  await screenshot(page, 'splats-stand-on');
  expect(faults).toEqual([]);
});

test('splats stand as in their thumbnail until another axis is chosen', async () => {
  const { page, faults } = await openPage();
  // From the south.
  await signIn(page, sceneOf('&edges=off&cam=0/0/0/30/0/0', 'panel.ply'));
  await sceneReady(page);
  const [west, east] = await coloursOf(page, 'splats-panel');
  expect(difference(west, TWO_SPLATS.red)).toBeLessThan(SAME);
  expect(difference(east, TWO_SPLATS.blue)).toBeLessThan(SAME);
  await shownOf(page);
  const axis = page.getByLabel('Up axis');
  expect(await axis.inputValue()).toBe('-y');
  await axis.selectOption('Z');
  await page.waitForURL(/style=z/);
  await axis.selectOption('Y, downwards in the file');
  await page.waitForURL((url) => !url.searchParams.has('style'));
  // Others lie on the ground, as land does.
  await page.goto(sceneOf(FROM_TOP, 'small.ply'));
  await sceneReady(page);
  await shownOf(page);
  expect(await axis.inputValue()).toBe('z');
  expect(faults).toEqual([]);
});

test.each([
  ['is cut off', () => rad.subarray(0, rad.length - 100), 'failed', 'The file is cut off.'],
  ['is no RAD file', () => Buffer.alloc(1000, 'a'), 'failed', 'The file is damaged.'],
  ['has a damaged chunk', () => withoutMagic(rad), 'partial', 'The file is damaged.'],
] as const)('a file that %s is told, and not asked for again and again', async (_, file, phase, words) => {
  const { page, faults } = await openPage();
  const asked = rangesOf(page);
  await serveInstead(page, file());
  await signIn(page, sceneOf(`${FROM_TOP}&style=n${FEW}`));
  await page.locator(`.al-scene[data-state="${phase}"]`).waitFor();
  await page.getByRole('alert').getByText(words).waitFor();
  const before = asked.length;
  await new Promise((done) => setTimeout(done, 2000));
  expect(asked.length).toBe(before);
  expect(faults).toEqual([]);
});

function withoutMagic(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.write('none', copy.indexOf('RADC'));
  return copy;
}

test('numbers can be typed digit by digit, and those outside of the limits are told', async () => {
  const { page, faults } = await openPage({ ...DESKTOP, viewport: { width: 900, height: 500 } });
  await signIn(page, sceneOf(`${FROM_TOP}&style=n2000`, 'small.ply'));
  await sceneReady(page);
  const most = page.getByLabel('Splats at once');
  await most.fill('');
  await most.pressSequentially('1500');
  await page.waitForURL(/style=n1500$/);
  expect(await most.inputValue()).toBe('1500');
  await page.getByLabel('Scale', { exact: true }).fill('0');
  await page.keyboard.press('Tab');
  await page.getByText('Enter a number from 0.0001 to 10,000.').waitFor();
  expect(new URL(page.url()).searchParams.get('style')).toBe('n1500');
  expect(faults).toEqual([]);
});

test('views are saved beside the file, gone to and toured; those who only look cannot save any', async () => {
  const { page, faults } = await openPage({ ...DESKTOP, viewport: { width: 900, height: 600 } });
  await signIn(page, sceneOf('&edges=off&cam=0/0/0/20/30/60&style=x2/n1000', 'small.ply'));
  await sceneReady(page);
  const views = page.getByRole('group', { name: 'Saved views' });
  await views.getByText('None yet').waitFor();
  await views.getByLabel('Name of the view').fill('From the south-west');
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'From the south-west' }).waitFor();
  // Saved in coordinates of the file, which is twice as large here.
  const file = await stage.service.call('GET', `/orgs/splats/ds/two/download?path=small_cameras.json&inline=1`);
  const [saved] = (await file.json()) as Readonly<Record<'position' | 'up', readonly number[]>>[];
  const [east, north, up] = [
    -10 * Math.sin(Math.PI / 6) * 0.5,
    -10 * Math.cos(Math.PI / 6) * 0.5,
    10 * Math.sin(Math.PI / 3),
  ];
  [east, north, up].forEach((value, axis) => expect(saved?.position[axis]).toBeCloseTo(value, 3));
  expect(saved?.up).toEqual([0, 0, 1]);

  await page.getByRole('button', { name: 'View from the top' }).click();
  await page.waitForURL(/cam=[^&]*90(&|$)/);
  await views.getByRole('button', { name: 'Save this view' }).click();
  await views.getByRole('button', { name: 'View 2' }).waitFor();
  await views.getByRole('button', { name: 'From the south-west' }).press('Enter');
  await page.waitForURL(/cam=0(\/|%2F)0(\/|%2F)0(\/|%2F)20(\/|%2F)30(\/|%2F)60/);
  await views.getByRole('button', { name: 'Play tour' }).press('Enter');
  await views.getByRole('button', { name: 'Stop tour' }).waitFor();
  await page.waitForURL(/cam=[^&]*90(&|$)/);
  await screenshot(page, 'splats-views');
  await views.getByRole('button', { name: 'Stop tour' }).click();
  await views.getByRole('button', { name: 'Play tour' }).waitFor();
  expect(faults).toEqual([]);

  const json = { name: 'Anna', expiresInDays: 1, path: 'small.ply' };
  const made = await stage.service.call('POST', '/orgs/splats/ds/two/links', { json });
  const { url } = (await made.json()) as { url: string };
  const visitor = await openPage({ ...DESKTOP, viewport: { width: 900, height: 600 } });
  const token = new URL(url, stage.service.url).searchParams.get('token');
  await visitor.page.goto(sceneOf(`&style=n1000&token=${token}`, 'small.ply'));
  await sceneReady(visitor.page);
  const seen = visitor.page.getByRole('group', { name: 'Saved views' });
  await seen.waitFor();
  expect(await seen.getByRole('status').innerText()).toBe('');
  expect(await visitor.page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
  expect(visitor.faults).toEqual([]);
});

test('a file that is not built says what to do', async () => {
  const { page, faults } = await openPage();
  await page.route('**/gsplat/**', (route) => route.fulfill({ status: 404, json: { error: 'not_found' } }));
  await signIn(page, sceneOf(`${FROM_TOP}&style=n${FEW}`));
  await page.locator('.al-scene[data-state="failed"]').waitFor();
  await page.getByRole('alert').getByText('Its 3D view is not built.').waitFor();
  expect(faults).toEqual([]);
});

test('leaving frees the graphics memory and ends the workers', async () => {
  const { page, faults } = await openPage();
  await page.addInitScript(COUNTING);
  await signIn(page, `/r/${WHERE}`);
  const visits = 3;
  for (let time = 0; time < visits; time += 1) {
    await page.getByRole('link', { name: 'small.ply' }).click();
    await page.waitForURL(/scene/);
    await sceneReady(page);
    expect((await graphicsOf(page)).contexts).toBe(1);
    expect(page.workers().length).toBeGreaterThan(0);
    await page.goBack();
    await page.getByRole('link', { name: 'small.ply' }).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
  }
  await expect.poll(() => graphicsOf(page)).toEqual({ buffers: 0, textures: visits * OF_THREE, contexts: 0 });
  expect(faults).toEqual([]);
});

test.each(SCREENS)('the scene of splats is sound on %s', async (_, options) => {
  await expectSoundLooks(stage, {
    options,
    address: sceneOf(`&style=n${FEW}`),
    name: 'splats',
    show: (page) => page.getByRole('button', { name: 'Calibrate by two points' }).scrollIntoViewIfNeeded(),
  });
});
