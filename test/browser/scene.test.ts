import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTING, graphicsOf, OF_THREE } from './graphics-memory.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady, TWO_COLOURS, twoColourCloud } from './scene-clouds.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** As small as the page is without its panel: software draws each pixel. */
const SMALL = { viewport: { width: 640, height: 600 }, reducedMotion: 'reduce' } as const;
const WHERE = 'clouds/two';
/** Straight down on the whole cloud, north up. */
const FROM_TOP = `${TWO_COLOURS.middle.join('/')}/150/0/90`;

let stage: Stage;
let hash: string;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'clouds', 'two');
  hash = await putBuilt(stage.service, WHERE, 'two.las', twoColourCloud());
});
afterAll(() => stage[Symbol.asyncDispose]());

const sceneOf = (items: string, more = ''): string => `/r/${WHERE}/scene?items=${encodeURIComponent(items)}${more}`;
const west = ({ x, y }: { x: number; y: number }) => ({ x: x - 40, y: y + 5 });
const east = ({ x, y }: { x: number; y: number }) => ({ x: x + 40, y: y + 5 });
const isRange = (request: Request): boolean => request.url().includes('/cloud.copc.laz');

test('a cloud shows its colours where its points are; at most three requests lead to the first of them', async () => {
  const { page, faults } = await stage.open(SMALL);
  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isRange(request)) ranges.push(request.headers()['range']);
  });
  await signIn(page, `/r/${WHERE}`);
  await page.getByRole('link', { name: 'two.las' }).click();
  await sceneReady(page);
  expect(ranges.every((range) => range?.startsWith('bytes='))).toBe(true);
  expect(ranges.length).toBeLessThanOrEqual(3);

  await page.goto(sceneOf('two.las', `&cam=${FROM_TOP}`));
  await sceneReady(page);
  const drawn = await picture(page, 'scene-two-colours');
  const centre = await middleOf(page);
  expect(difference(colourAround(drawn, west(centre)), TWO_COLOURS.red)).toBeLessThan(3);
  expect(difference(colourAround(drawn, east(centre)), TWO_COLOURS.blue)).toBeLessThan(3);
  expect(faults).toEqual([]);
});

test('a class that is switched off is not drawn, and the address says so', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('two.las', `&cam=${FROM_TOP}`));
  await sceneReady(page);
  await page.getByLabel('6 Building').uncheck();
  await page.waitForURL(/style=auto%?/);
  await sceneReady(page);
  const centre = await middleOf(page);
  const without = await picture(page, 'scene-without-buildings');
  expect(difference(colourAround(without, west(centre)), TWO_COLOURS.red)).toBeLessThan(3);
  expect(difference(colourAround(without, east(centre)), TWO_COLOURS.blue)).toBeGreaterThan(50);

  // The copied address shows the same.
  await page.goto(page.url());
  await sceneReady(page);
  const copied = await picture(page, 'scene-copied');
  expect(difference(colourAround(copied, east(centre)), colourAround(without, east(centre)))).toBeLessThan(3);
  await page.getByLabel('Colour', { exact: true }).selectOption('Classification');
  await page.waitForURL(/style=class/);
  await page.getByLabel('6 Building').check();
  await page.waitForURL(/style=class($|&)/);
  const classes = await picture(page, 'scene-classes');
  expect(difference(colourAround(classes, west(centre)), [166, 118, 70])).toBeLessThan(3);
  expect(difference(colourAround(classes, east(centre)), [214, 69, 56])).toBeLessThan(3);
  expect(faults).toEqual([]);
});

test('a distance is measured to the spacing of the points, and a point tells its values', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('two.las', `&cam=${FROM_TOP}`));
  await sceneReady(page);
  const canvas = page.locator('.al-scene-picture canvas');
  const { width, height } = (await canvas.boundingBox())!;
  const pixel = (2 * 150 * Math.tan((25 * Math.PI) / 180)) / height;
  const at = (east_: number, north: number) => ({
    position: { x: width / 2 + east_ / pixel, y: height / 2 - north / pixel },
  });
  await page.getByRole('button', { name: 'Distance' }).click();
  // Points lie in the middle of their metre: nearer to no other one.
  await canvas.click(at(-29.5, -19.5));
  await canvas.click(at(30.5, 25.5));
  await page.getByRole('button', { name: 'Finish' }).click();
  const text = await page.getByRole('list', { name: 'Measurements' }).innerText();
  const distance = Number(/Distance\s+([\d.]+) m/.exec(text.replace('Distance\n', ''))?.[1]);
  expect(Math.abs(distance - Math.hypot(60, 45))).toBeLessThan(TWO_COLOURS.spacing);

  await page.getByRole('button', { name: 'Profile' }).click();
  await canvas.click(at(-40, 0));
  await canvas.click(at(40, 0));
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByText(/points; length (79|80|81)[\d.]* m; height 100 to 100/).waitFor();
  await screenshot(page, 'scene-measured');
  await profile.getByRole('button', { name: 'Close the profile' }).click();

  await page.locator('.al-scene-picture canvas').press('Escape');
  await canvas.click(at(20, 10));
  const facts = page.locator('.al-scene-section', { hasText: 'Point source' });
  await facts.getByText('6: Building').waitFor();
  expect(await facts.innerText()).toMatch(/Red\s*30[\s\S]*Blue\s*220/);
  await screenshot(page, 'scene-point');
  expect(faults).toEqual([]);
});

test('the properties of a cloud lead to its scene; mouse and fingers move the camera', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, `/r/${WHERE}`);
  await openProperties(page, 'two.las');
  await page.getByRole('link', { name: 'Open in 3D' }).click();
  await sceneReady(page);
  await expect.poll(() => camera(page)).toMatchObject({ azimuth: 0, tilt: 45 });
  const start = await camera(page);
  const { x, y } = await middleOf(page);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 50, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => camera(page)).toMatchObject({ x: start.x, distance: start.distance, azimuth: 30, tilt: 60 });
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await camera(page)).distance).toBeLessThan(start.distance * 0.7);

  const turned = await camera(page);
  // Two fingers that move apart.
  await page.evaluate(`(() => {
    const canvas = document.querySelector('.al-scene canvas');
    const send = (type, pointerId, clientX) =>
      canvas.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: ${y}, pointerType: 'touch', bubbles: true }));
    canvas.setPointerCapture = () => undefined;
    send('pointerdown', 1, ${x - 30});
    send('pointerdown', 2, ${x + 30});
    send('pointermove', 1, ${x - 60});
    send('pointermove', 2, ${x + 60});
    send('pointerup', 1, ${x - 60});
    send('pointerup', 2, ${x + 60});
  })()`);
  await expect.poll(async () => (await camera(page)).distance / turned.distance).toBeCloseTo(0.5, 1);

  await page.getByRole('button', { name: 'Walk' }).click();
  const before = await camera(page);
  await page.locator('.al-scene-picture canvas').press('ArrowUp');
  await expect.poll(async () => (await camera(page)).y).toBeGreaterThan(before.y);
  expect(await camera(page)).toMatchObject({ distance: before.distance, tilt: before.tilt });
  expect(faults).toEqual([]);
});

/** The camera in the address. */
async function camera(page: Page) {
  const [x = NaN, y = NaN, , distance = NaN, azimuth = NaN, tilt = NaN] = (
    new URL(page.url()).searchParams.get('cam') ?? ''
  )
    .split('/')
    .map(Number);
  return { x, y, distance, azimuth, tilt };
}

/** Opens the properties of a file in the list. */
async function openProperties(page: Page, file: string): Promise<Locator> {
  const panel = page.getByRole('dialog', { name: file });
  const actions = page.getByRole('button', { name: `Actions for ${file}` });
  const properties = page.getByRole('menuitem', { name: 'Properties' });
  const briefly = { timeout: 2000 };
  const open = async (): Promise<string> => {
    // A click may be done and yet fail, as a busy page followed it too late.
    if (await panel.isVisible()) return 'open';
    try {
      // A list that comes anew closes its menus, also between the two clicks.
      if (!(await properties.isVisible())) await actions.click(briefly);
      await properties.click(briefly);
      await panel.waitFor(briefly);
      return 'open';
    } catch (error) {
      return String(error);
    }
  };
  await expect.poll(open).toBe('open');
  return panel;
}

test('the properties of a cloud tell of its points, and addresses that answer', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `/r/${WHERE}`);
  const panel = await openProperties(page, 'two.las');
  const points = panel.locator('section', { has: page.getByRole('heading', { name: 'Points' }) });
  await points.getByText('2 Ground: 5,000').waitFor();
  expect(await points.innerText()).toMatch(
    /Classes\s+2 Ground: 5,000\s+6 Building: 5,000\s+Density\s+[\d.]+ per square m\s+Returns\s+Return 1: 10,000$/,
  );
  await points.scrollIntoViewIfNeeded();
  await screenshot(page, 'cloud-properties');
  const programs = panel.locator('section', { has: page.getByRole('heading', { name: 'For QGIS' }) });
  await programs.scrollIntoViewIfNeeded();
  await screenshot(page, 'cloud-addresses');
  const [copc = '', ept = '', tiles = ''] = await programs.locator('code').allInnerTexts();
  const begins = async (address: string): Promise<string> =>
    (await (await page.request.get(address)).body()).toString('latin1').slice(0, 4);
  expect(await begins(copc)).toBe('LASF');
  expect(await (await page.request.get(ept)).json()).toMatchObject({ points: 10_000 });
  const [x, y] = [Math.floor((15 / 360 + 0.5) * 2), 0];
  const tile = tiles.replace('{z}', '1').replace('{x}', String(x)).replace('{y}', String(y));
  expect(await begins(tile)).toContain('PNG');
  expect(faults).toEqual([]);
});

test('a cloud without a coordinate system says how it is given one', async () => {
  await putBuilt(stage.service, WHERE, 'no where.las', twoColourCloud([]));
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `/r/${WHERE}`);
  const panel = await openProperties(page, 'no where.las');
  await panel.getByRole('alert').getByText('no coordinate reference system').waitFor();
  await panel.getByText(`alidade meta set '${WHERE}:no where.las' projection EPSG:32632`).waitFor();
  await panel.getByText(/per square unit/).scrollIntoViewIfNeeded();
  await screenshot(page, 'cloud-without-system');
  expect(faults).toEqual([]);
});

test('what is known of the points can be asked for again', async () => {
  const { page } = await stage.open(DESKTOP);
  let isBroken = true;
  await page.route('**/obj?*', (route) => (isBroken ? route.abort() : route.continue()));
  await signIn(page, `/r/${WHERE}`);
  const panel = await openProperties(page, 'two.las');
  const problem = panel.getByRole('alert').filter({ hasText: 'points could not be read' });
  await problem.waitFor();
  isBroken = false;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await panel.getByText('2 Ground: 5,000').waitFor();
  expect(await problem.count()).toBe(0);
});

test('a legend tells what the colours mean', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('two.las', `&cam=${FROM_TOP}`));
  await sceneReady(page);
  const colour = page.getByLabel('Colour', { exact: true });
  expect(await colour.locator('option:checked').innerText()).toBe('Automatic (RGB)');
  const legend = (name: string) => page.getByLabel(`Legend: ${name}`);
  expect(await page.getByLabel(/^Legend/).count()).toBe(0);
  await colour.selectOption('Height');
  expect(await legend('Height').innerText()).toMatch(/^100\s+100$/);
  await colour.selectOption('Intensity');
  expect(await legend('Intensity').innerText()).toMatch(/^1,00\d\s+1,09\d$/);
  await sceneReady(page);
  await screenshot(page, 'scene-legend-intensity');
  await colour.selectOption('Return number');
  expect(await legend('Return number').getByRole('listitem').allInnerTexts()).toEqual([
    'Only return',
    'First of several',
    'Between',
    'Last of several',
  ]);
  await sceneReady(page);
  await screenshot(page, 'scene-legend-returns');
  expect(faults).toEqual([]);
});

test('keys move the camera, the address follows, and Back leads to the files', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, `/r/${WHERE}`);
  await page.getByRole('link', { name: 'two.las' }).click();
  await sceneReady(page);
  await page.locator('.al-scene-picture canvas').press('t');
  await page.waitForURL(/cam=[^&]*\/0\/90(&|$)/);
  await page.locator('.al-scene-picture canvas').press('ArrowRight');
  // A step is a part of what is seen.
  await expect.poll(() => Number(/cam=([\d.]+)/.exec(page.url())?.[1])).toBeGreaterThan(500_055);
  await page.goBack();
  await page.waitForURL(`**/r/${WHERE}`);
  await page.getByRole('link', { name: 'two.las' }).waitFor();
  expect(faults).toEqual([]);
});

test('a clip box hides what is outside of it', async () => {
  const { page, faults } = await stage.open(SMALL);
  const clip = '500000/4000000/0/500050/4000100/200';
  await signIn(page, sceneOf('two.las', `&cam=${FROM_TOP}&clip=${clip}`));
  await sceneReady(page);
  const centre = await middleOf(page);
  const drawn = await picture(page, 'scene-clipped');
  expect(difference(colourAround(drawn, west(centre)), TWO_COLOURS.red)).toBeLessThan(3);
  expect(difference(colourAround(drawn, east(centre)), TWO_COLOURS.blue)).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test.each([
  ['the dataset', undefined],
  ['a file', 'two.las'],
])('a share link to %s opens the scene, and its secret goes to every range', async (_, path) => {
  const { service } = stage;
  const made = await service.call('POST', '/orgs/clouds/ds/two/links', {
    json: { name: 'Anna', expiresInDays: 1, path },
  });
  const { url } = (await made.json()) as { url: string };
  const token = new URL(url, service.url).searchParams.get('token');
  const { page, faults } = await stage.open(SMALL);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isRange(request)) asked.push(request.url());
  });
  await page.goto(sceneOf('two.las', `&cam=${FROM_TOP}&token=${token}`));
  await sceneReady(page);
  expect(asked.length).toBeGreaterThan(0);
  for (const url of asked) expect(new URL(url).searchParams.get('token')).toBe(token);
  const drawn = await picture(page, 'scene-shared');
  expect(difference(colourAround(drawn, west(await middleOf(page))), TWO_COLOURS.red)).toBeLessThan(3);
  expect(faults).toEqual([]);
});

test('only workers may compile WebAssembly', async () => {
  const { page } = await stage.open(SMALL);
  const policies = new Map<string, string>();
  page.on('response', (answer) => {
    policies.set(new URL(answer.url()).pathname, answer.headers()['content-security-policy'] ?? '');
  });
  await signIn(page, sceneOf('two.las'));
  await sceneReady(page);
  const [worker] = [...policies].filter(([path]) => path.includes('decode-worker'));
  expect(worker?.[1]).toContain("script-src 'self' 'wasm-unsafe-eval';");
  const others = [...policies].filter(([path]) => !path.includes('worker'));
  expect(others.filter(([, policy]) => policy.includes('unsafe-eval'))).toEqual([]);
  expect(hash).toMatch(/^[\da-f]{64}$/);
});

test('nothing is drawn while nothing changes', async () => {
  const { page } = await stage.open(SMALL);
  await page.addInitScript(`(() => {
    window.drawn = 0;
    for (const name of ['drawArrays', 'drawElements']) {
      const draw = WebGL2RenderingContext.prototype[name];
      WebGL2RenderingContext.prototype[name] = function (...how) { window.drawn += 1; return draw.apply(this, how); };
    }
  })()`);
  await signIn(page, sceneOf('two.las'));
  await sceneReady(page);
  const drawn = (): Promise<number> => page.evaluate<number>('window.drawn');
  // The size of the page settles, and the camera goes into the address.
  await page.waitForURL(/cam=/);
  await page.waitForTimeout(500);
  const before = await drawn();
  expect(before).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  expect(await drawn()).toBe(before);
  await page.locator('.al-scene-picture canvas').press('+');
  await expect.poll(drawn).toBeGreaterThan(before);
});

test('leaving frees graphics memory, workers and the memory of points', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.addInitScript(COUNTING);
  await signIn(page, `/r/${WHERE}`);
  const devtools = await page.context().newCDPSession(page);
  type Heap = { readonly usedSize: number; readonly backingStorageSize: number };
  /** Bytes of objects, and of arrays of numbers such as points. */
  const heap = async (): Promise<Heap> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')) as unknown as Heap;
  };
  const visit = async (): Promise<void> => {
    await page.getByRole('link', { name: 'two.las' }).click();
    await sceneReady(page);
    expect(page.workers().length).toBeGreaterThan(0);
    const { buffers, contexts } = await graphicsOf(page);
    expect([buffers > 0, contexts]).toEqual([true, 1]);
    await page.goBack();
    await page.getByRole('link', { name: 'two.las' }).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
  };
  // The first visit loads the scene itself, which stays; in some more the browser compiles what is used often.
  const first = 4;
  for (let time = 0; time < first; time += 1) await visit();
  const before = await heap();
  expect(await graphicsOf(page)).toEqual({ buffers: 0, textures: first * OF_THREE, contexts: 0 });
  for (let time = 0; time < 3; time += 1) await visit();
  expect(await graphicsOf(page)).toEqual({ buffers: 0, textures: (first + 3) * OF_THREE, contexts: 0 });
  const after = await heap();
  // A scene of this cloud holds 200 kB of points.
  expect(after.backingStorageSize - before.backingStorageSize).toBeLessThan(100_000);
  expect(after.usedSize - before.usedSize).toBeLessThan(1_000_000);
  expect(faults).toEqual([]);
});
