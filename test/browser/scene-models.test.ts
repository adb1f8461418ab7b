import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTING, graphicsOf, OF_THREE } from './graphics-memory.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady } from './scene-clouds.ts';
import { plainPicture, putParts, squareModel, TWO_HALVES } from './scene-models.ts';
import { expectSoundLooks, SCREENS } from './scene-looks.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** As small as the page is without its panel: software draws each pixel. */
const SMALL = { viewport: { width: 640, height: 600 }, reducedMotion: 'reduce' } as const;
const WHERE = 'models/two';
const DISTANCE = 40;
const MIDDLE = TWO_HALVES.side / 2;
/** Straight down on the whole model, without darkened edges. */
const FROM_TOP = `&edges=off&cam=${MIDDLE}/${MIDDLE}/0/${DISTANCE}/0/90`;
/** From below: its bottom has the same colours. */
const FROM_BELOW = `&edges=off&cam=${MIDDLE}/${MIDDLE}/0/${DISTANCE}/0/-90`;
/** Pictures are JPEG in the built file. */
const SAME = 6;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  await makeDataset(service, 'models', 'two');
  await putParts(service, WHERE, { library: 'two.mtl', east: 'east.png' }, plainPicture(TWO_HALVES.blue));
  await putBuilt(service, WHERE, 'two.obj', squareModel({ library: 'two.mtl' }));
});
afterAll(() => stage[Symbol.asyncDispose]());

const sceneOf = (items: string, more = ''): string => `/r/${WHERE}/scene?items=${encodeURIComponent(items)}${more}`;
const aside = ({ x, y }: { readonly x: number; readonly y: number }, right: number) => ({ x: x + right, y: y + 5 });

test('a model shows its pictures from above and from below; three requests lead to its first picture', async () => {
  const { page, faults } = await stage.open(SMALL);
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/model.nxz')) ranges.push(request.headers()['range'] ?? 'whole');
  });
  await signIn(page, `/r/${WHERE}`);
  await page.getByRole('link', { name: 'two.obj' }).click();
  await sceneReady(page);
  expect(ranges.every((range) => range.startsWith('bytes='))).toBe(true);
  expect(ranges.length).toBeLessThanOrEqual(3);
  for (const [name, camera, west] of [
    ['model-from-top', FROM_TOP, -60],
    ['model-from-below', FROM_BELOW, -60],
  ] as const) {
    await page.goto(sceneOf('two.obj', camera));
    await sceneReady(page);
    const drawn = await picture(page, name);
    const centre = await middleOf(page);
    expect(difference(colourAround(drawn, aside(centre, west)), TWO_HALVES.red)).toBeLessThan(SAME);
    expect(difference(colourAround(drawn, aside(centre, -west)), TWO_HALVES.blue)).toBeLessThan(SAME);
  }
  await page.goto(sceneOf('two.obj', `${FROM_BELOW}&style=front`));
  await sceneReady(page);
  const drawn = await picture(page, 'model-without-backs');
  expect(difference(colourAround(drawn, aside(await middleOf(page), 60)), TWO_HALVES.blue)).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test('a measured edge is as long as it is, and the surface tells where it is', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('two.obj', FROM_TOP));
  await sceneReady(page);
  const canvas = page.locator('.al-scene-picture canvas');
  const { width, height } = (await canvas.boundingBox())!;
  const pixel = (2 * DISTANCE * Math.tan((25 * Math.PI) / 180)) / height;
  /** A place of the model, some pixels to the right. */
  const at = (x: number, y: number, off = 0) => ({
    position: { x: width / 2 + (x - MIDDLE) / pixel + off, y: height / 2 - (y - MIDDLE) / pixel },
  });
  await page.getByRole('button', { name: 'Distance' }).click();
  // Both clicks miss their corners by two pixels, one of them beside the model.
  await canvas.click(at(0, 0, 2));
  await canvas.click(at(TWO_HALVES.side, 0, 2));
  await page.getByRole('button', { name: 'Finish' }).click();
  const text = await page.getByRole('list', { name: 'Measurements' }).innerText();
  expect(text).toMatch(/Distance\s+20(\.0+)? units/);

  await page.getByRole('button', { name: 'Profile' }).click();
  await canvas.click(at(2.5, 1));
  await canvas.click(at(2.5, 19));
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByText(/length 1[78][\d.]* units; height -0\.5 to 0\.5/).waitFor();
  await screenshot(page, 'model-measured');
  await profile.getByRole('button', { name: 'Close the profile' }).click();

  await canvas.press('Escape');
  await canvas.click(at(5.02, 5.02));
  await page.locator('.al-scene-section', { hasText: 'Triangles of the model' }).getByText('7,200').first().waitFor();
  await screenshot(page, 'model-place');
  expect(faults).toEqual([]);
});

test('the style stands in the address: light, opacity, height', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('two.obj', FROM_TOP));
  await sceneReady(page);
  await page.getByText(/^[\d,]+ triangles shown$/).waitFor();
  const centre = await middleOf(page);
  const red = async (name: string): Promise<number> => colourAround(await picture(page, name), aside(centre, -60))[0];
  const plain = await red('model-unlit');
  await page.getByLabel('Lighting', { exact: true }).selectOption('With light');
  await page.waitForURL(/style=lit/);
  await page.getByLabel('Raise by').fill('5');
  await page.waitForURL(/style=lit(\/|%2F)h5/);
  await sceneReady(page);
  await page.getByLabel('Stand on height 0').check();
  await page.waitForURL(/style=lit(\/|%2F)h0\.49\d/);
  await sceneReady(page);
  const lit = await red('model-lit');
  expect(lit).toBeLessThanOrEqual(plain + SAME);
  await page.goto(sceneOf('two.obj', `${FROM_TOP}&style=o50`));
  await sceneReady(page);
  const through = colourAround(await picture(page, 'model-seen-through'), aside(centre, -60));
  // Half of the ground of the page.
  expect(difference(through, TWO_HALVES.red)).toBeGreaterThan(30);
  await page.goto(sceneOf('two.obj', `${FROM_TOP}&style=wire`));
  await sceneReady(page);
  await screenshot(page, 'model-wireframe');
  expect(faults).toEqual([]);
});

test('a clip box hides what is outside of it', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf('two.obj', `${FROM_TOP}&clip=0/0/-5/${MIDDLE}/20/5`));
  await sceneReady(page);
  const drawn = await picture(page, 'model-clipped');
  const centre = await middleOf(page);
  expect(difference(colourAround(drawn, aside(centre, -60)), TWO_HALVES.red)).toBeLessThan(SAME);
  expect(difference(colourAround(drawn, aside(centre, 60)), TWO_HALVES.blue)).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test('a picture that could not be read is told', async () => {
  const { service } = stage;
  await putParts(service, WHERE, { library: 'broken.mtl', east: 'broken.png' }, Buffer.from('no picture'));
  await putBuilt(service, WHERE, 'broken.obj', squareModel({ library: 'broken.mtl' }));
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('broken.obj', FROM_TOP));
  await sceneReady(page);
  await page.getByRole('note').getByText('The picture of the material east is not drawn').waitFor();
  const drawn = await picture(page, 'model-broken-picture');
  expect(difference(colourAround(drawn, aside(await middleOf(page), -60)), TWO_HALVES.red)).toBeLessThan(SAME);
  expect(faults).toEqual([]);
});

test('a file that is damaged is told', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.route('**/model.nxz', async (route) => {
    const isHead = /bytes=0-/.test(route.request().headers()['range'] ?? '');
    if (isHead) return route.continue();
    const answer = await route.fetch();
    const body = Buffer.from(await answer.body());
    return route.fulfill({ response: answer, body: body.fill(0) });
  });
  await signIn(page, sceneOf('two.obj'));
  await page.getByRole('alert').getByText('The file is damaged').waitFor();
  expect(faults).toEqual([]);
});

test.each(SCREENS)('on %s, in light and dark, there is no serious finding and no sideways scrolling', (_, options) =>
  expectSoundLooks(stage, {
    options,
    address: sceneOf('two.obj', '&style=lit/wire'),
    name: 'model',
    show: (page) => page.getByLabel('Raise by').scrollIntoViewIfNeeded(),
  }),
);

test('leaving frees graphics memory and workers', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.addInitScript(COUNTING);
  await signIn(page, `/r/${WHERE}`);
  const visit = async (): Promise<void> => {
    await page.getByRole('link', { name: 'two.obj' }).click();
    await sceneReady(page);
    expect(page.workers().length).toBeGreaterThan(0);
    const { buffers, contexts } = await graphicsOf(page);
    expect([buffers > 0, contexts]).toEqual([true, 1]);
    await page.goBack();
    await page.getByRole('link', { name: 'two.obj' }).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
  };
  const visits = 3;
  for (let time = 0; time < visits; time += 1) await visit();
  expect(await graphicsOf(page)).toEqual({ buffers: 0, textures: visits * OF_THREE, contexts: 0 });
  expect(faults).toEqual([]);
});
