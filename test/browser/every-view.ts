import type { Page } from 'playwright-core';
import { sceneReady } from './scene-clouds.ts';
import { pagePosition } from './map-pixels.ts';
import { mapIdle } from './support.ts';

/** Where the photo of the dataset was taken that nothing else lies upon. */
export const PHOTO_PLACE = { longitude: 11.348, latitude: 46.49 };
export const DATASET = '/r/club/survey';

/** A page or dialog of the application, and what brings it on the screen. */
export type View = {
  readonly name: string;
  readonly path: string;
  /** Who looks. A guest has no account. */
  readonly guest?: true;
  /** Addresses that the service refuses here, as the view tells. */
  readonly refused?: RegExp;
  /** Waits until all is there, and opens what is opened by hand. */
  readonly show: (page: Page) => Promise<void>;
};

const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();

const text =
  (words: string) =>
  (page: Page): Promise<void> =>
    page.getByText(words).first().waitFor();

export const VIEWS: readonly View[] = [
  { name: 'login', path: '/login', guest: true, show: heading('Sign in') },
  {
    name: 'home',
    path: '/',
    show: withExtents,
  },
  { name: 'public', path: '/?show=public', show: heading('Public organizations') },
  {
    name: 'organization',
    path: '/r/club',
    show: withExtents,
  },
  { name: 'members', path: '/r/club/-/members', show: (page) => page.getByLabel('Rights of anna').waitFor() },
  { name: 'files', path: DATASET, show: (page) => page.getByRole('row').nth(3).waitFor() },
  { name: 'pictures', path: `${DATASET}?as=tiles`, show: text('ortho.tif') },
  { name: 'map', path: `${DATASET}?view=map`, show: mapIdle },
  { name: 'map-selected', path: `${DATASET}?view=map&sel=ortho.tif`, show: mapIdle },
  {
    name: 'lightbox',
    path: `${DATASET}?view=map#18/${PHOTO_PLACE.latitude}/${PHOTO_PLACE.longitude}`,
    async show(page) {
      await mapIdle(page);
      const { x, y } = await pagePosition(page, PHOTO_PLACE);
      await page.mouse.click(x, y);
      await page.getByRole('button', { name: 'Open alone.jpg' }).click();
      await page.getByRole('dialog', { name: 'alone.jpg' }).getByRole('img', { name: 'alone.jpg' }).waitFor();
    },
  },
  { name: 'scene', path: `${DATASET}/scene?items=cloud.las`, show: sceneReady },
  {
    name: 'table',
    path: `${DATASET}/table?tab=trees.geojson`,
    show: (page) => page.getByText('beech').first().waitFor(),
  },
  { name: 'activity', path: `${DATASET}/activity`, show: heading('Activity') },
  { name: 'share', path: DATASET, show: openShare },
  { name: 'gis', path: DATASET, show: openGis },
  {
    name: 'finder',
    path: '/',
    async show(page) {
      await heading('Home')(page);
      await page.getByRole('button', { name: 'Find anything' }).click();
      await page.getByRole('combobox').fill('ortho');
      await page
        .getByRole('option', { name: /ortho\.tif/ })
        .first()
        .waitFor();
    },
  },
  { name: 'account', path: '/account', show: text('A digit') },
  {
    name: 'users',
    path: '/settings/users',
    show: (page) => page.getByRole('link', { name: 'anna' }).waitFor(),
  },
  { name: 'user', path: '/settings/users/anna', show: (page) => page.getByLabel('Metadata as JSON').waitFor() },
  { name: 'roles', path: '/settings/roles', show: (page) => page.getByRole('row', { name: /pilot/ }).waitFor() },
  { name: 'system', path: '/settings/system', show: text('Storage total size') },
  { name: 'jobs', path: '/settings/jobs', show: (page) => page.getByRole('table', { name: 'Jobs' }).waitFor() },
  { name: 'clean-up', path: '/settings/clean-up', show: heading('Clean-up') },
  { name: 'import', path: '/settings/import', show: heading('Import') },
  { name: 'audit', path: '/settings/audit', show: (page) => page.getByRole('table', { name: 'Changes' }).waitFor() },
  {
    name: 'configuration',
    path: '/settings/configuration',
    show: (page) => page.getByRole('rowheader', { name: /^DataDir/ }).waitFor(),
  },
  {
    name: 'not-found',
    path: '/nowhere',
    refused: /\/nowhere$/,
    show: heading('There is no page at this address'),
  },
];

/** The page of a link, as its recipient sees it. @param url of the link, without the service */
export const guestViews = (url: string): readonly View[] => [
  { name: 'recipient', path: url, guest: true, show: text('Shared with you by link') },
  {
    name: 'recipient-map',
    path: `${url}&view=map`,
    guest: true,
    async show(page) {
      await mapIdle(page);
      // On a phone the panel is down at first.
      const panel = page.getByRole('button', { name: 'Show the panel' });
      if ((page.viewportSize()?.width ?? 0) <= 640) await panel.click();
      for (const name of ['ortho.tif', 'height.tif', 'trees.geojson', 'cloud.las'])
        await page.getByRole('region', { name: 'Layers' }).getByText(name).waitFor();
      // Requests of the map's workers are not on the console of the page.
      if ((await page.getByText('Parts are missing').count()) > 0) throw new Error('A layer does not come by the link');
    },
  },
  {
    name: 'link-ended',
    path: url.replace(/token=[^&]*/, 'token=ald_gone'),
    guest: true,
    refused: /\/orgs\/club\//,
    show: heading('This link does not work'),
  },
];

/** A page with the map of the datasets, which is loaded when it comes to the screen. */
async function withExtents(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wet meadow, spring flight' }).first().waitFor();
  await page.locator('.al-extents-frame').scrollIntoViewIfNeeded();
  await mapIdle(page);
  await page.evaluate('scrollTo(0, 0)');
}

/** An item of the menu of the dataset. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Wet meadow, spring flight' }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function openGis(page: Page): Promise<void> {
  await fromMenu(page, 'Use in GIS');
  await page.getByRole('dialog', { name: 'Use in QGIS and other programs' }).waitFor();
}

/** A button of its own, and an item of the menu on a phone. */
async function openShare(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 640) await page.getByRole('button', { name: 'Share' }).click();
  else await fromMenu(page, 'Share');
  await page.getByRole('dialog', { name: 'Share' }).waitFor();
}
