import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUADRANTS, quadrantOrthophoto } from '../support/geotiff.ts';
import { colourAt, difference, pagePosition, type Place } from './map-pixels.ts';
import {
  DESKTOP,
  picture,
  fileInput,
  makeDataset,
  mapIdle,
  PHONE,
  screenshot,
  signIn,
  signInByPage,
  type Stage,
  startStage,
} from './support.ts';

/** Centres of the orthophoto's quarters in degrees, from their UTM coordinates by PROJ's own program. */
const CENTRES = {
  northWest: { longitude: 11.345693337, latitude: 46.488280109 },
  northEast: { longitude: 11.346359892, latitude: 46.48826643 },
  southWest: { longitude: 11.345673536, latitude: 46.487819718 },
  southEast: { longitude: 11.34634004, latitude: 46.487806039 },
} as const;

/** Beside it, in the south-west. */
const OUTSIDE = { longitude: 11.345, latitude: 46.488 };

/** JPEG inside the build moves colours a little; another quarter is further away by far. */
const TOLERANCE = 16;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('from signing in to the own orthophoto on the map', async () => {
  const { page, faults } = await stage.open();
  await signInByPage(page);
  await page.getByRole('button', { name: 'choose your own password' }).waitFor();

  await page.getByRole('button', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill('Vermessung Süd');
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('vermessung-sud');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/r/vermessung-sud');
  await page.getByRole('button', { name: 'New dataset' }).click();
  await page.getByLabel('Name').fill('Weinberg');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/r/vermessung-sud/weinberg');
  await page.getByText('This dataset is empty').waitFor();
  await screenshot(page, 'dataset-empty');

  const file = { name: 'ortho.tif', mimeType: 'image/tiff', buffer: quadrantOrthophoto() };
  await fileInput(page).setInputFiles(file);
  await page.getByRole('region', { name: 'Uploads' }).getByText('1 item uploaded').first().waitFor();
  // Opened while it is built: the page waits, and the map opens by itself.
  await page.getByRole('link', { name: 'ortho.tif' }).click();
  await mapIdle(page);
  await page.waitForURL(({ hash }) => hash.length > 1);
  await expectQuarters(page, 'map');

  await page.goBack();
  await page.waitForURL('**/r/vermessung-sud/weinberg');
  await page.locator('img[src*="thumb"]').first().waitFor();
  await screenshot(page, 'dataset');
  expect(faults).toEqual([]);
});

test('an address of before opens its view on the map; "Zoom to" leaves it', async () => {
  const { page } = await stage.open();
  await signIn(page, '/r/vermessung-sud/weinberg/map?path=ortho.tif#19/46.488280/11.345693');
  await mapIdle(page);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#19\/46\.48828\d*\/11\.34569\d*$/);
  const centre = await pagePosition(page, CENTRES.northWest);
  const drawn = await picture(page, 'map-link');
  expect(difference(colourAt(drawn, centre), QUADRANTS.northWest)).toBeLessThan(TOLERANCE);

  await page.getByRole('button', { name: 'More about ortho.tif' }).click();
  await page.getByRole('menuitem', { name: 'Zoom to' }).click();
  await page.waitForURL(({ hash }) => hash.length > 1 && !hash.startsWith('#19/'));
  await mapIdle(page);
  await expectQuarters(page, 'map-whole');
});

test('while parts of the map are still to come, it says so', async () => {
  for (const [name, reducedMotion, colorScheme, viewport] of [
    ['turning', 'no-preference', 'light', DESKTOP.viewport],
    ['still', 'reduce', 'dark', PHONE.viewport],
  ] as const) {
    const { page, faults } = await stage.open({ viewport, reducedMotion, colorScheme });
    const tiles = Promise.withResolvers<void>();
    await page.route('**/tiles/**', async (route) => {
      await tiles.promise;
      await route.continue();
    });
    await signIn(page, '/r/vermessung-sud/weinberg/map?path=ortho.tif');
    const sign = page.getByRole('status').getByText('Loading map…');
    await sign.waitFor();
    expect(await sign.locator('.mantine-Loader-root').isVisible()).toBe(reducedMotion === 'no-preference');
    await screenshot(page, `map-loading-${name}`);
    tiles.resolve();
    await mapIdle(page);
    await sign.waitFor({ state: 'detached' });
    await expectQuarters(page, `map-loaded-${name}`);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test('dropped files land in the open folder', async () => {
  const where = await makeDataset(stage.service, 'vermessung-sud', 'drop');
  const { page } = await stage.open();
  await signIn(page, `${where}?path=Flug%20%231`);
  const small = quadrantOrthophoto(64).toString('base64');
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${small}'), (it) => it.charCodeAt(0));
    transfer.items.add(new File([bytes], 'gedroppt 100%.tif', { type: 'image/tiff' }));
    transfer.items.add(new File(['note'], 'note + ä?.txt', { type: 'text/plain' }));
    return transfer;
  })()`);
  await page.getByRole('button', { name: 'Add' }).waitFor();
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to upload into').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await page.getByRole('link', { name: 'gedroppt 100%.tif' }).waitFor();
  await page.getByRole('link', { name: 'note + ä?.txt' }).waitFor();
  await page.getByRole('link', { name: 'gedroppt 100%.tif' }).click();
  await mapIdle(page);
  await expect.poll(() => new URL(page.url()).searchParams.get('sel')).toBe('Flug #1/gedroppt 100%.tif');
});

/** Each quarter's colour stands where the quarter lies on the earth, once its tiles have faded in, and nothing stands outside. */
async function expectQuarters(page: Parameters<typeof screenshot>[0], name: string): Promise<void> {
  const wrong = async (): Promise<readonly string[]> => {
    const drawn = await picture(page, name);
    const colourOf = async (place: Place) => colourAt(drawn, await pagePosition(page, place));
    const found: string[] = [];
    for (const quarter of ['northWest', 'northEast', 'southWest', 'southEast'] as const) {
      const colour = await colourOf(CENTRES[quarter]);
      if (difference(colour, QUADRANTS[quarter]) >= TOLERANCE) found.push(`${quarter} is ${colour.join(', ')}`);
    }
    const outside = await colourOf(OUTSIDE);
    if (Object.values(QUADRANTS).some((colour) => difference(outside, colour) <= TOLERANCE))
      found.push(`outside is ${outside.join(', ')}`);
    return found;
  };
  await expect.poll(wrong).toEqual([]);
}
