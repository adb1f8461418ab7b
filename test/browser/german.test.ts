import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { createLink } from '../support/people.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { englishLeft } from './german-texts.ts';
import { putBuilt, sceneReady, twoColourCloud } from './scene-clouds.ts';
import {
  DESKTOP,
  makeDataset,
  makeUser,
  mapIdle,
  PASSWORD,
  PHONE,
  screenshot,
  signIn,
  startStage,
  type Stage,
} from './support.ts';

// The pages in a German browser.

const GERMAN = { locale: 'de-DE', reducedMotion: 'reduce' } as const;
const DATASET = '/r/club/survey';

let stage: Stage;
let session: NonNullable<BrowserContextOptions['storageState']>;

beforeAll(async () => {
  stage = await startStage({ EnableOrganizationMemberManagement: 'true' });
  const { service } = stage;
  await makeDataset(service, 'club', 'survey', 'Nasse Wiese');
  const photo = await photoBytes({
    width: 320,
    height: 240,
    exif: {
      IFD0: { Make: 'DJI', Model: 'FC6310' },
      IFD2: { DateTimeOriginal: '2026:05:01 10:00:00' },
      IFD3: gpsTexts(46.4885, 11.345, 320),
    },
  });
  const features = Array.from({ length: 1200 }, (_, at) => ({
    type: 'Feature',
    properties: { art: ['Buche', 'Eiche'][at % 2], height: 8.25 + at / 8 },
    geometry: { type: 'Point', coordinates: [11.344 + (at % 40) * 2e-5, 46.4872 + Math.floor(at / 40) * 2e-5] },
  }));
  const trees = JSON.stringify({ type: 'FeatureCollection', features });
  await putFiles(service, 'club/survey', { 'Bilder/luft.jpg': photo, 'notiz.md': '# Wiese' });
  await putBuilt(service, 'club/survey', 'baum.geojson', Buffer.from(trees));
  await putBuilt(service, 'club/survey', 'wolke.las', twoColourCloud());
  await putBuilt(service, 'club/survey', 'ortho.tif', quadrantOrthophoto(256));
  const { page } = await stage.open();
  await signIn(page, '/');
  session = await page.context().storageState();
  await page.context().close();
});
afterAll(() => stage[Symbol.asyncDispose]());

type Place = {
  readonly name: string;
  readonly path: string;
  readonly show: (page: Page) => Promise<unknown>;
  readonly guest?: true;
  /** What the service calls things, which is English in every language, and like a text of the pages. */
  readonly served?: readonly string[];
};

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();

const PLACES: readonly Place[] = [
  { name: 'login', path: '/login', guest: true, show: heading('Anmelden') },
  {
    name: 'home',
    path: '/',
    show: (page) => page.getByRole('link', { name: 'Nasse Wiese' }).first().waitFor(),
    // An organization, by its name and by its slug.
    served: ['Public', 'public'],
  },
  { name: 'files', path: DATASET, show: (page) => page.getByRole('link', { name: 'ortho.tif' }).first().waitFor() },
  { name: 'map', path: `${DATASET}?view=map`, show: mapIdle },
  { name: 'map-selected', path: `${DATASET}?view=map&sel=ortho.tif`, show: mapIdle },
  { name: 'scene', path: `${DATASET}/scene?items=wolke.las`, show: sceneReady },
  {
    name: 'table',
    path: `${DATASET}/table?tab=baum.geojson`,
    show: (page) => page.getByText('Buche').first().waitFor(),
  },
  {
    name: 'activity',
    path: `${DATASET}/activity`,
    show: heading('Aktivität'),
  },
  { name: 'share', path: DATASET, show: openShare },
  { name: 'account', path: '/account', show: (page) => page.getByText('Eine Ziffer').waitFor() },
  { name: 'members', path: '/r/club/-/members', show: heading('Mitglieder') },
  { name: 'users', path: '/settings/users', show: heading('Benutzer') },
  { name: 'system', path: '/settings/system', show: heading('System') },
  {
    name: 'configuration',
    path: '/settings/configuration',
    show: heading('Konfiguration'),
    // A key, and words that are typed.
    served: ['Processes', 'Degraded', 'Hidden'],
  },
];

/** A button of its own, or an item of the menu of the dataset on a phone. */
async function openShare(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'ortho.tif' }).first().waitFor();
  const button = page.getByRole('button', { name: 'Teilen' });
  if ((await button.count()) === 0) {
    await page.getByRole('button', { name: 'Aktionen für Nasse Wiese' }).click();
    await page.getByRole('menuitem', { name: 'Teilen' }).click();
  } else await button.first().click();
  await page.getByRole('dialog', { name: 'Teilen' }).waitFor();
}

/** Nothing is an outline of what comes any more. */
async function settle(page: Page): Promise<void> {
  const outlines = 'document.querySelectorAll(".mantine-Skeleton-root:not([data-visible=false])").length';
  await expect.poll(() => page.evaluate<number>(outlines)).toBe(0);
}

async function openGerman(options: BrowserContextOptions, isGuest = false) {
  return stage.open({ ...options, ...GERMAN, ...(isGuest ? {} : { storageState: session }) });
}

test.each(PLACES.map((place) => [place.name, place] as const))(
  '%s is German, whole and wide enough',
  async (name, place) => {
    const { page, faults } = await openGerman(DESKTOP, place.guest);
    await page.goto(place.path);
    await place.show(page);
    await settle(page);
    await screenshot(page, `german-${name}`);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await englishLeft(page, place.served)).toEqual([]);
    await expect.poll(() => findings(page), { message: name }).toEqual([]);

    const { page: phone, faults: others } = await openGerman(PHONE, place.guest);
    await phone.goto(place.path);
    await place.show(phone);
    await settle(phone);
    await screenshot(phone, `german-${name}-phone`);
    expect(await englishLeft(phone, place.served)).toEqual([]);
    await phone.setViewportSize({ width: 320, height: 640 });
    await screenshot(phone, `german-${name}-narrow`);
    await expect.poll(() => phone.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    expect(await phone.evaluate<string[]>(CUT_LABELS)).toEqual([]);
    expect([...faults, ...others]).toEqual([]);
  },
);

/** Labels of buttons of which a part cannot be read. */
const CUT_LABELS = `[...document.querySelectorAll('.mantine-Button-label')]
  .filter((it) => it.offsetParent !== null)
  .filter((it) => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 2)
  .map((it) => it.textContent)`;

/** Files of texts that pages ask for. */
function catalogues(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/de-[^/]+\.json$/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test('numbers are read and written as in Germany, and dates are; coordinates keep the point', async () => {
  const { page } = await openGerman(DESKTOP);
  await page.goto(`${DATASET}/table?tab=baum.geojson`);
  await page.getByText('1.200 Objekte').waitFor();
  await page.getByRole('gridcell', { name: '8,25', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Eigenschaft 1').selectOption('height');
  await page.getByLabel('Operator 1').selectOption('>');
  await page.getByLabel('Wert 1').fill('150,5');
  await page.getByRole('button', { name: 'Filter anwenden' }).click();
  await page.getByText('61 Objekte gefunden').waitFor();
  await page.goto(DATASET);
  await page.getByRole('row', { name: /ortho\.tif.*\d\d\.\d\d\.20\d\d/ }).waitFor();
  await page.goto(`${DATASET}?view=map#18/46.4885/11.345`);
  await mapIdle(page);
  await expect.poll(() => page.getByText(/^46\.488\d{3}, 11\.34\d{4}$/).count()).toBe(1);
});

test('a tool, what it asks for and what it refuses are German', async () => {
  const { page } = await openGerman(DESKTOP);
  await page.goto(DATASET);
  await page.getByRole('link', { name: 'ortho.tif' }).first().waitFor();
  await page.getByRole('button', { name: 'Aktionen für ortho.tif' }).click();
  await page.getByRole('menuitem', { name: 'Werkzeuge…' }).click();
  await page.getByRole('button', { name: /^Raster exportieren/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Raster exportieren/ });
  await dialog.getByLabel('Farben des Bilds').waitFor();
  await screenshot(page, 'german-tool');
  expect(await englishLeft(page)).toEqual([]);
});

test('a language is chosen in the menu, kept with the account, and goes along to another browser once', async () => {
  await makeUser(stage.service, 'lena');
  const { page } = await stage.open({ ...DESKTOP, ...GERMAN });
  const asked = catalogues(page);
  await signIn(page, '/', PASSWORD, 'lena');
  await heading('Start')(page);
  expect(asked.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'lena' }).click();
  await screenshot(page, 'german-menu');
  const german = page.getByRole('menuitemradio', { name: 'Deutsch' });
  expect(await german.getAttribute('aria-checked')).toBe('true');
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await heading('Home')(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');

  const { page: other } = await stage.open({ ...DESKTOP, ...GERMAN });
  let loads = 0;
  other.on('domcontentloaded', () => (loads += 1));
  await signIn(other, '/', PASSWORD, 'lena');
  await heading('Home')(other);
  expect(loads).toBe(2);
  await other.goto('/account');
  await other.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(loads).toBe(3);
  const choice = other.getByRole('combobox', { name: 'Language / Sprache' });
  expect(await choice.inputValue()).toBe('en');
  await choice.selectOption('de');
  await heading('Konto')(other);
  await choice.selectOption('');
  await heading('Konto')(other);
  await expect.poll(() => choice.inputValue()).toBe('');
});

test('a language is chosen before signing in, and by a guest who has no account', async () => {
  const { page, faults } = await stage.open({ ...PHONE, locale: 'en-GB', viewport: { width: 320, height: 640 } });
  const narrow = async (name: string): Promise<void> => {
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const box = await page.getByLabel('Language / Sprache').boundingBox();
    expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true]);
    await screenshot(page, name);
    expect(await findings(page)).toEqual([]);
  };
  await page.goto('/login');
  await heading('Sign in')(page);
  await page.getByRole('combobox', { name: 'Language / Sprache' }).selectOption({ label: 'Deutsch' });
  await heading('Anmelden')(page);
  await narrow('german-login');
  await page.reload();
  await heading('Anmelden')(page);

  const { url } = await createLink(stage.service, 'club/survey', { path: 'Bilder' });
  await page.goto(url);
  await heading('Bilder')(page);
  await narrow('german-guest');
  await page.getByRole('button', { name: 'Language / Sprache' }).tap();
  expect(await page.getByRole('menuitemradio', { name: 'Deutsch' }).getAttribute('aria-checked')).toBe('true');
  await page.getByRole('menuitemradio', { name: 'English' }).tap();
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
  expect(page.url()).toContain('token=');
  await page.goto('/?show=public');
  await heading('Public organizations')(page);
  await narrow('english-public');
  expect(faults).toEqual([]);
});

test('where the account cannot be changed, the language stays and the menu says so', async () => {
  const { page } = await openGerman(DESKTOP);
  await page.route('**/users/me/language', (route) => route.abort());
  await page.goto('/account');
  await heading('Konto')(page);
  await page.getByRole('button', { name: /^admin/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('menu').getByText('Die Sprache wurde nicht geändert').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});

test('an English browser asks for no texts', async () => {
  const { page } = await stage.open({ ...DESKTOP, storageState: session });
  const asked = catalogues(page);
  await page.goto('/');
  await heading('Home')(page);
  await page.goto('/account');
  await heading('Account')(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(asked).toEqual([]);
});
