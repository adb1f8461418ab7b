import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { form, until } from '../support/service.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { findings } from './findings.ts';
import { putBuilt, sceneReady, twoColourCloud } from './scene-clouds.ts';
import {
  DESKTOP,
  fileInput,
  makeDataset,
  makeUser,
  mapIdle,
  PASSWORD,
  PHONE,
  screenshot,
  signIn,
  type Stage,
  type StagePage,
  startStage,
} from './support.ts';

let stage: Stage;
/** Cookies of a session: signing in on every page anew would be most of the work. */
let session: NonNullable<BrowserContextOptions['storageState']>;
beforeAll(async () => {
  stage = await startStage({ EnableOrganizationMemberManagement: 'true' });
  const { service } = stage;
  await makeDataset(service, 'club', 'survey');
  const upload = (path: string, file: Buffer): Promise<Response> =>
    service.call('POST', '/orgs/club/ds/survey/obj', { body: form({ path, file }) });
  await upload('a folder with a long name: Überflug Nr. 12 + Nachtrag/ortho.tif', quadrantOrthophoto(64));
  await upload('ortho.tif', quadrantOrthophoto());
  const affine = [680_000, 1, 0, 5_151_000, 0, -1] as const;
  await upload('height.tif', heightFile({ width: 32, height: 32, epsg: 32632, affine, heightAt: (column) => column }));
  await upload('cut off.tif', quadrantOrthophoto().subarray(0, 200_000));
  await upload('README.md', Buffer.from('# Survey'));
  await putBuilt(service, 'club/survey', 'cloud.las', twoColourCloud());
  await upload('roads.shp', pointShapefile([[11, 46]]).shp);
  await service.call('POST', '/users/roles', { json: { roleName: 'pilot' } });
  await makeUser(service, 'anna', ['pilot']);
  await service.call('PUT', '/users/anna/storage', { json: { total: 1_000_000 } });
  await service.call('POST', '/orgs/club/members', { json: { userName: 'anna', permissions: 1 } });
  await service.call('POST', '/users/tokens', { json: { name: 'QGIS' } });
  await addLongNames(service);
  for (const path of ['ortho.tif', 'height.tif']) {
    const ask = async (): Promise<{ buildStatus: string | null }[]> => {
      const answer = await service.call('GET', `/orgs/club/ds/survey/list?path=${path}`);
      return (await answer.json()) as { buildStatus: string | null }[];
    };
    await until(ask, ([entry]) => entry?.buildStatus === null);
  }
  const { page } = await stage.open();
  await signIn(page);
  session = await page.context().storageState();
  await page.context().close();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** As long as names may be without a place to break a line at, or nearly so. */
const long = (letter: string, length = 60): string => letter.repeat(length);

/** What has such a name: a dataset, a file, a folder, a user, a role and a token. */
async function addLongNames(service: Stage['service']): Promise<void> {
  await makeDataset(service, 'club', long('d'), long('D', 120));
  await makeDataset(service, long('o'), 'inside', 'Inside');
  const upload = (path: string): Promise<Response> =>
    service.call('POST', `/orgs/club/ds/${long('d')}/obj`, { body: form({ path, file: Buffer.from('# Text') }) });
  await upload(`${long('f', 200)}.md`);
  await upload(`${long('g', 100)}/${long('h', 100)}/note.md`);
  await service.call('POST', '/users/roles', { json: { roleName: long('r') } });
  await makeUser(service, long('u'), [long('r')]);
  await service.call('POST', '/orgs/club/members', { json: { userName: long('u'), permissions: 1 } });
  await service.call('POST', '/users/tokens', { json: { name: long('t') } });
}

type Place = { readonly name: string; readonly path: string; readonly ready: (page: Page) => Promise<void> };

const heading =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

const PLACES: readonly Place[] = [
  {
    name: 'home',
    path: '/',
    ready: (page) => page.getByRole('link', { name: 'Organization club' }).waitFor(),
  },
  { name: 'public', path: '/?show=public', ready: heading('Public organizations') },
  {
    name: 'builds',
    path: '/r/club/survey/activity?kind=builds',
    ready: (page) => page.getByRole('table', { name: 'Builds' }).waitFor(),
  },
  {
    name: 'uploads',
    path: '/r/club/survey/activity?kind=uploads',
    ready: (page) => page.getByText('There is no upload').waitFor(),
  },
  {
    name: 'tasks',
    path: '/r/club/survey/activity',
    ready: (page) => page.getByRole('table', { name: 'Tasks' }).waitFor(),
  },
  { name: 'datasets', path: '/r/club', ready: (page) => page.getByRole('link', { name: 'Dataset survey' }).waitFor() },
  { name: 'files', path: '/r/club/survey', ready: (page) => page.getByRole('link', { name: 'ortho.tif' }).waitFor() },
  {
    name: 'search',
    path: '/r/club/survey?find=ortho',
    ready: (page) => page.getByText('2 results').waitFor(),
  },
  {
    name: 'nothing-found',
    path: '/r/club/survey?find=nowhere',
    ready: (page) => page.getByText('Nothing fits the search').waitFor(),
  },
  { name: 'map', path: '/r/club/survey/map?path=ortho.tif', ready: mapIdle },
  { name: 'scene', path: '/r/club/survey/scene?items=cloud.las', ready: sceneReady },
  {
    name: 'table',
    path: '/r/club/survey/table?tab=roads.shp',
    ready: (page) => page.getByRole('tab', { name: 'roads.shp' }).waitFor(),
  },
  { name: 'account', path: '/account', ready: (page) => page.getByText('A digit').waitFor() },
  { name: 'members', path: '/r/club/-/members', ready: (page) => page.getByLabel('Rights of anna').waitFor() },
  { name: 'users', path: '/settings/users', ready: (page) => page.getByRole('link', { name: 'anna' }).waitFor() },
  {
    name: 'no-such-user',
    path: '/settings/users?filter=nobody',
    ready: (page) => page.getByText('No user fits the filter').waitFor(),
  },
  { name: 'user', path: '/settings/users/anna', ready: (page) => page.getByLabel('Metadata as JSON').waitFor() },
  { name: 'roles', path: '/settings/roles', ready: (page) => page.getByRole('row', { name: /pilot/ }).waitFor() },
  { name: 'system', path: '/settings/system', ready: (page) => page.getByText('Storage total size').waitFor() },
  { name: 'jobs', path: '/settings/jobs', ready: (page) => page.getByRole('table', { name: 'Jobs' }).waitFor() },
  { name: 'clean-up', path: '/settings/clean-up', ready: heading('Clean-up') },
  { name: 'import', path: '/settings/import', ready: heading('Import') },
  { name: 'audit', path: '/settings/audit', ready: (page) => page.getByRole('table', { name: 'Changes' }).waitFor() },
  {
    name: 'configuration',
    path: '/settings/configuration',
    ready: (page) => page.getByRole('rowheader', { name: /^DataDir/ }).waitFor(),
  },
  { name: 'missing', path: '/r/club/nothing', ready: (page) => page.getByRole('alert').waitFor() },
];

const LONG_FILES = `/r/club/${long('d')}`;

/** Pages of what has long names. */
const LONG_PLACES: readonly Place[] = [
  {
    name: 'long-files',
    path: LONG_FILES,
    ready: (page) => page.getByRole('link', { name: long('f', 200) }).waitFor(),
  },
  {
    name: 'long-folder',
    path: `${LONG_FILES}?path=${long('g', 100)}/${long('h', 100)}`,
    ready: (page) => page.getByRole('link', { name: 'note.md' }).waitFor(),
  },
  {
    name: 'long-search',
    path: `${LONG_FILES}?find=note`,
    ready: (page) => page.getByText('1 result').waitFor(),
  },
  { name: 'long-builds', path: `${LONG_FILES}/builds`, ready: heading('Activity') },
  { name: 'long-tasks', path: `${LONG_FILES}/tasks`, ready: heading('Activity') },
  {
    name: 'long-map',
    path: `${LONG_FILES}/map?path=${long('f', 200)}.md`,
    ready: (page) => page.getByText('is not on the map').waitFor(),
  },
  { name: 'long-organization', path: `/r/${long('o')}`, ready: (page) => page.getByText('Inside').waitFor() },
  {
    name: 'long-user',
    path: `/settings/users/${long('u')}`,
    ready: (page) => page.getByLabel('Metadata as JSON').waitFor(),
  },
];

const FILES = '/r/club/survey';

test.each([
  ['the first half', PLACES.slice(0, PLACES.length / 2)],
  ['the other half', PLACES.slice(PLACES.length / 2)],
])('no serious finding on any page in light and dark, %s', async (_, places) => {
  const { page, faults } = await openSignedIn(DESKTOP);
  for (const place of places) {
    await page.goto(place.path);
    await place.ready(page);
    await checkBoth(page, place.name);
  }
  expect(faults).toEqual([]);
});

test('no serious finding on the login page, in menus, for chosen rows and in the upload panel', async () => {
  const { page } = await stage.open({ ...DESKTOP, reducedMotion: 'reduce' });
  await page.goto('/login');
  await heading('Sign in')(page);
  await checkBoth(page, 'login');
  await signIn(page, FILES);
  await page.getByRole('button', { name: 'Actions for ortho.tif' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
  await checkBoth(page, 'menu');
  await page.keyboard.press('Escape');
  await page.getByLabel('Select ortho.tif').click();
  await page.getByText('1 selected').waitFor();
  await checkBoth(page, 'chosen rows');
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') };
  const input = fileInput(page);
  await input.setInputFiles(note);
  await page.getByText('1 item uploaded').first().waitFor();
  await checkBoth(page, 'uploads');
  await input.setInputFiles(note);
  await page.getByRole('group', { name: 'Names that are taken' }).waitFor();
  await checkBoth(page, 'uploads-taken');
});

/** Dialogs of the files, of the settings and of the account, with what opens them. */
const DIALOGS: readonly { readonly path: string; readonly opens: readonly string[]; readonly name: string }[] = [
  { path: '/settings/users', opens: ['New user'], name: 'New user' },
  { path: '/settings/users/anna', opens: ['Delete…'], name: 'Delete anna?' },
  { path: '/settings/roles', opens: ['Delete the role pilot'], name: 'Delete this role?' },
  { path: '/settings/clean-up', opens: ['Run: Old jobs'], name: 'Run “Old jobs”?' },
  { path: '/r/club', opens: ['Actions for this organization', 'Edit…'], name: 'Edit the organization' },
  { path: '/r/club', opens: ['Actions for this organization', 'Delete…'], name: 'Delete this organization?' },
  { path: '/r/club', opens: ['New dataset'], name: 'New dataset' },
  { path: '/r/club', opens: ['Actions for Dataset survey', 'Edit…'], name: 'Edit the dataset' },
  { path: '/r/club/-/members', opens: ['Remove anna'], name: 'Remove anna?' },
  { path: FILES, opens: ['Actions for ortho.tif', 'Properties'], name: 'ortho.tif' },
  { path: FILES, opens: ['Actions for cut off.tif', 'Properties'], name: 'cut off.tif' },
  { path: FILES, opens: ['Actions for ortho.tif', 'Rename…'], name: 'Rename this file' },
  { path: FILES, opens: ['Actions for ortho.tif', 'Move…'], name: 'Move this file' },
  { path: FILES, opens: ['Actions for ortho.tif', 'Copy…'], name: 'Copy this file' },
  { path: FILES, opens: ['Actions for ortho.tif', 'Delete…'], name: 'Delete this file?' },
  { path: FILES, opens: ['Add', 'New folder'], name: 'New folder' },
  { path: FILES, opens: ['Actions for Dataset survey', 'Tools…'], name: 'Tools' },
  {
    path: FILES,
    opens: ['Actions for Dataset survey', 'Tools…', 'Import file from URL'],
    name: 'Import file from URL',
  },
  { path: FILES, opens: ['Actions for height.tif', 'Tools…', 'Volume Measures'], name: 'Volume' },
  {
    path: FILES,
    opens: ['Actions for height.tif', 'Tools…', 'Volume Measures', 'Draw on the map: Area'],
    name: 'Volume',
  },
  { path: FILES, opens: ['Keys'], name: 'Keys in the list' },
  { path: FILES, opens: ['Actions for Dataset survey', 'Use in GIS'], name: 'Use in QGIS and other programs' },
  { path: FILES, opens: ['Actions for Dataset survey', 'Delete…'], name: 'Delete this dataset?' },
  { path: FILES, opens: ['Share'], name: 'Share' },
  { path: '/account', opens: ['New token'], name: 'New token' },
  { path: '/account', opens: ['Sign out everywhere…'], name: 'Sign out everywhere?' },
];

async function openDialog(page: Page, { path, opens, name }: (typeof DIALOGS)[number]): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  for (const label of opens) {
    await page
      .getByRole('button', { name: label })
      .or(page.getByRole('menuitem', { name: label }))
      .click();
  }
  await page.getByRole('dialog', { name }).waitFor();
}

test.each([
  ['of files', DIALOGS.filter(({ path }) => path === FILES)],
  ['of other pages', DIALOGS.filter(({ path }) => path !== FILES)],
])('no serious finding in the dialogs in light and dark, %s', async (_, dialogs) => {
  const { page, faults } = await openSignedIn(DESKTOP);
  for (const dialog of dialogs) {
    await openDialog(page, dialog);
    // The head of a dialog is no head of the page.
    expect(await page.getByRole('banner', { includeHidden: true }).count(), dialog.name).toBe(1);
    await checkBoth(page, `dialog-${dialog.name.replaceAll(/\W+/g, '-')}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
});

test('on a phone nothing is wider than the screen and every target is large enough for a finger', async () => {
  const { page } = await openSignedIn(PHONE);
  for (const place of PLACES) {
    await page.goto(place.path);
    await place.ready(page);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: place.name })
      .toBeLessThanOrEqual(390);
    await expect.poll(() => page.evaluate<string[]>(SMALL_TARGETS), { message: place.name }).toEqual([]);
    await screenshot(page, `${place.name}-phone`);
  }
});

test('on the narrowest screen nothing is wider than it, not even a long name', async () => {
  const narrow = { ...PHONE, viewport: { width: 320, height: 640 } };
  const { page } = await openSignedIn(narrow);
  const wide: string[] = [];
  const check = async (shown: Page, name: string): Promise<void> => {
    await screenshot(shown, `${name}-narrow`);
    const found = await shown.evaluate<string[]>(WIDER);
    wide.push(...found.map((it) => `${name}: ${it}`));
  };
  for (const place of [...PLACES, ...LONG_PLACES]) {
    await page.goto(place.path);
    await place.ready(page);
    await check(page, place.name);
  }
  const { page: other } = await stage.open({ ...narrow, reducedMotion: 'reduce' });
  await other.goto('/login');
  await heading('Sign in')(other);
  await check(other, 'login');
  await signIn(other, '/', PASSWORD, long('u'));
  await heading('Home')(other);
  await check(other, 'signed-in-as-long-name');
  expect(wide).toEqual([]);
});

test('on the narrowest screen the map, the menu of a row and the result of a task can be used', async () => {
  const { page } = await openSignedIn({ ...PHONE, viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' });
  await page.goto('/r/club/survey/map?path=ortho.tif');
  await mapIdle(page);
  const map = await page.locator('.al-map').boundingBox();
  await screenshot(page, 'map-narrow');
  expect(map?.width).toBe(320);
  expect(await page.evaluate<string[]>(CUT_LABELS)).toEqual([]);

  await page.goto(FILES);
  await page.getByRole('link', { name: 'ortho.tif' }).waitFor();
  await page.evaluate('scrollTo(0, 1e6)');
  for (const name of ['cut off.tif', 'height.tif', 'ortho.tif', 'roads.shp']) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    const items = page.getByRole('menuitem');
    await items.filter({ hasText: 'Delete…' }).waitFor();
    await screenshot(page, `menu-${name}-narrow`);
    for (const place of [items.first(), items.last()]) {
      const box = await place.boundingBox();
      expect(box?.y, name).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(568);
    }
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
  }

  const json = { toolId: 'bulk-download', params: { paths: ['README.md'] } };
  const asked = await stage.service.call('POST', '/orgs/club/ds/survey/tasks', { json });
  const { taskId } = (await asked.json()) as { taskId: string };
  await page.route(`**/tasks/${taskId}`, async (route) => {
    const response = await route.fetch();
    const task = (await response.json()) as { artifact: object | null };
    const artifact = task.artifact && { ...task.artifact, name: `${long('volume_of_', 10)}dsm_volume.md` };
    await route.fulfill({ response, json: { ...task, artifact } });
  });
  await page.goto(`/r/club/survey/tasks?task=${taskId}`);
  await page.getByRole('link', { name: 'Download volume_of_' }).waitFor();
  await screenshot(page, 'task-result-narrow');
  expect(await page.evaluate<string[]>(CUT_LABELS)).toEqual([]);
});

/** Labels of buttons of which a part cannot be read. */
const CUT_LABELS = `[...document.querySelectorAll('.mantine-Button-label')]
  .filter((it) => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 2)
  .map((it) => it.textContent)`;

/** The width of the page if it is wider than the screen, and what makes it so. */
const WIDER = `(() => {
  const width = document.documentElement.scrollWidth;
  if (width <= 320) return [];
  const wide = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > 320.5);
  const clipped = (it) => {
    for (let up = it.parentElement; up !== null && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== 'visible') return true;
    return false;
  };
  const cause = wide.filter((it) => !clipped(it)).map((it) => it.cloneNode(false).outerHTML.slice(0, 120));
  return [String(width), ...cause.slice(0, 8)];
})()`;

/**
 * Buttons, inputs and links that stand alone and are lower or narrower than 44 px. Their own invisible
 * pseudo-elements count as part of them; links inside a sentence may be as high as their line.
 */
const SMALL_TARGETS = `[...document.querySelectorAll('main button, header button, header a, main a, aside button')]
  .filter((it) => it.offsetParent !== null && getComputedStyle(it).display !== 'inline')
  .filter((it) => !it.closest('.maplibregl-map'))
  .filter((it) => {
    const box = it.getBoundingClientRect();
    const more = ['::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(it, pseudo);
      return style.content !== 'none' && style.position === 'absolute' ? parseFloat(style.height) : 0;
    });
    return box.width < 24 || Math.max(box.height, ...more) < 43.5;
  })
  .map((it) => it.outerHTML.slice(0, 160))`;

/** Opens a page that is signed in already, and shows everything at once: fading dialogs have half their contrast. */
async function openSignedIn(options: BrowserContextOptions): Promise<StagePage> {
  return stage.open({ ...options, reducedMotion: 'reduce', storageState: session });
}

/** The page has no serious finding in light, and in dark, which is the same page in other colours, none about colours. */
async function checkBoth(page: Page, name: string): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', ''],
    ['dark', 'runOnly: ["color-contrast", "link-in-text-block"], '],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await expect.poll(() => findings(page, rules), { message: `${name}, ${colorScheme}` }).toEqual([]);
    await screenshot(page, `${name}-${colorScheme}`);
  }
}
