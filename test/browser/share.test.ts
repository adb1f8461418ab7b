import type { Page } from 'playwright-core';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { form } from '../support/service.ts';
import { findings } from './findings.ts';
import { putBuilt } from './scene-clouds.ts';
import {
  focused,
  makeDataset,
  makeUser,
  mapIdle,
  PASSWORD as ACCOUNT_PASSWORD,
  PHONE,
  screenshot,
  signIn,
  startStage,
  tabTo,
  takesFocus,
  type Stage,
} from './support.ts';

const PASSWORD = 'river bank 7';
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ SignIn__MaxFailures: '2', EnableOrganizationMemberManagement: 'true' });
  const { service } = stage;
  await makeDataset(service, 'club', 'survey', 'Flood survey');
  const files = {
    'README.md': Buffer.from('# Survey'),
    'maps/north/notes.md': Buffer.from('# North'),
    'maps/a.bin': Buffer.from('a'),
  };
  for (const [path, file] of Object.entries(files))
    await service.call('POST', '/orgs/club/ds/survey/obj', { body: form({ path, file }) });
  await putBuilt(service, 'club/survey', 'ortho.tif', quadrantOrthophoto(128));
});
afterAll(() => stage[Symbol.asyncDispose]());

const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

/** Makes a link over HTTP. */
async function made(json: object): Promise<{ readonly id: string; readonly url: string }> {
  const answer = await stage.service.call('POST', '/orgs/club/ds/survey/links', { json });
  return (await answer.json()) as { readonly id: string; readonly url: string };
}

async function openDialog(path = '/r/club/survey', options?: Parameters<Stage['open']>[0]) {
  const opened = await stage.open(options);
  const { page } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // Opened before its file is there, a dialog does not take the focus.
  const loaded = page.waitForResponse(/\/assets\/dialogs-[^/]+\.js$/);
  await signIn(page, path);
  await (await loaded).finished();
  await page.getByRole('row').nth(1).waitFor();
  // On a phone it stands in the menu of the dataset.
  if ((page.viewportSize()?.width ?? 0) > 640) await page.getByRole('button', { name: 'Share' }).click();
  else {
    await page.getByRole('button', { name: 'Actions for Flood survey' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
  }
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.waitFor();
  return { ...opened, dialog };
}

/** Nothing of it is above or below what scrolls it, and nothing lies on it. */
async function isWhollySeen(page: Page, selector: string): Promise<void> {
  const seen = `(() => {
    const it = document.querySelector('${selector}');
    const { top, bottom, left } = it.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => y > 0 && y < innerHeight && it.contains(document.elementFromPoint(left + 20, y)));
  })()`;
  await expect.poll(() => page.evaluate<boolean>(seen)).toBe(true);
}

test('one click makes a private link and copies it; the code and the frame of it can be taken along', async () => {
  const { page, dialog, faults } = await openDialog();
  await screenshot(page, 'share-dialog');
  await dialog.getByRole('button', { name: 'Copy a private link' }).click();
  await dialog.getByText('The link is made and copied.').waitFor();
  await isWhollySeen(page, '.al-share-new');
  const url = await dialog.getByLabel('The link', { exact: true }).inputValue();
  await expect.poll(() => clipboard(page)).toBe(url);
  await dialog.getByRole('button', { name: 'QR code' }).click();
  const code = dialog.getByRole('img', { name: 'QR code of the link “survey”' });
  await code.waitFor();
  const drawn = 'document.querySelector(".al-share-code img").naturalWidth';
  await expect.poll(() => page.evaluate<number>(drawn)).toBeGreaterThan(20);
  const download = dialog.getByRole('link', { name: 'Download as SVG' });
  expect(await download.getAttribute('download')).toBe('survey.svg');
  expect(decodeURIComponent((await download.getAttribute('href'))!)).toMatch(/^data:image\/svg\+xml,<svg /);
  await screenshot(page, 'share-qr');
  await dialog.getByRole('button', { name: 'Embed' }).click();
  await dialog.getByText('No site may embed this link yet.').waitFor();
  expect(await findings(page)).toEqual([]);

  const guest = await stage.open();
  await guest.page.goto(url);
  await guest.page.getByRole('heading', { level: 1, name: 'Flood survey' }).waitFor();
  expect([faults, guest.faults]).toEqual([[], []]);
});

test('a link is limited, edited and removed', async () => {
  const { page, dialog, faults } = await openDialog('/r/club/survey?path=maps');
  await dialog.getByLabel('The link opens').selectOption({ label: 'This folder: maps' });
  await dialog.getByLabel('Ends').selectOption({ label: 'On a date' });
  await dialog.getByLabel('Last day').fill('2027-03-01');
  await dialog.getByLabel('Allow downloads').uncheck();
  await dialog.getByText('Name, password and embedding').click();
  await dialog.getByLabel('For whom').fill('Farmer Huber');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByLabel('Sites that may embed it').fill('www.example.org');
  await dialog.getByRole('button', { name: 'Copy a private link' }).click();
  const row = dialog.getByRole('row', { name: /Farmer Huber/ });
  await row
    .getByText('only maps, no downloads, with a password, embedded by https://www.example.org, made by admin')
    .waitFor();
  await row.getByText(/2027/).waitFor();
  await dialog.getByRole('button', { name: 'Embed' }).click();
  await dialog.getByText('<iframe src="').waitFor();
  await screenshot(page, 'share-limited');
  expect(await findings(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Edit Farmer Huber' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit “Farmer Huber”' });
  await editing.getByLabel('For whom').fill('Water board');
  await editing.getByLabel('Ends').selectOption({ label: 'Never' });
  await editing.getByLabel('Allow downloads').check();
  await editing.getByLabel('Ask for no password any more').check();
  await screenshot(page, 'share-edit');
  expect(await findings(page)).toEqual([]);
  await editing.getByRole('button', { name: 'Save' }).click();
  await editing.waitFor({ state: 'detached' });
  const changed = dialog.getByRole('row', { name: /Water board/ });
  await changed.getByText('only maps, embedded by https://www.example.org, made by admin').waitFor();
  await changed.getByText('never').first().waitFor();
  await dialog.getByRole('button', { name: 'Remove Water board' }).click();
  await page
    .getByRole('dialog', { name: 'Remove “Water board”?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await changed.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('this view is what the link opens', async () => {
  const { dialog } = await openDialog('/r/club/survey?path=maps&sort=size');
  await dialog.getByLabel('The link opens').selectOption({ label: 'The whole dataset, opened at this view' });
  await dialog.getByRole('button', { name: 'Copy a private link' }).click();
  const url = new URL(await dialog.getByLabel('The link', { exact: true }).inputValue());
  expect([url.searchParams.get('path'), url.searchParams.get('sort')]).toEqual(['maps', 'size']);
  const guest = await stage.open();
  await guest.page.goto(url.href);
  await guest.page.getByRole('heading', { level: 1, name: 'maps' }).waitFor();
  // The view is where it begins: the rest of the dataset is open, too.
  await guest.page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Flood survey' }).click();
  await guest.page.getByRole('link', { name: 'ortho.tif' }).waitFor();
});

test('the dialog is used by keyboard alone, and gives the focus back', async () => {
  const { page, dialog } = await openDialog();
  await expect.poll(() => focused(page)).toContain('Copy a private link');
  await page.keyboard.press('Enter');
  await dialog.getByText('The link is made and copied.').waitFor();
  await tabTo(page, 'QR code');
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  await tabTo(page, 'Download as SVG');
  await tabTo(page, 'Edit survey');
  await page.keyboard.press('Enter');
  const editing = page.getByRole('dialog', { name: 'Edit “survey”' });
  await takesFocus(editing);
  await page.keyboard.press('Escape');
  await editing.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Edit survey');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Share');
});

test('a guest has no words of administration, and without downloads nothing to download', async () => {
  const { url } = await made({ downloads: false });
  const { page, faults } = await stage.open();
  await page.goto(url);
  await page.getByRole('link', { name: 'ortho.tif' }).waitFor();
  await page.getByText('Shared with you by link').waitFor();
  for (const name of [/download/i, /share/i, /upload/i, /tools/i, /sign in/i])
    await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
  for (const name of [/activity/i, /builds/i, /tasks/i, /sign in/i, /organizations/i])
    await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0);
  await expect.poll(() => page.getByRole('navigation', { name: 'Breadcrumbs' }).count()).toBe(0);
  await expect.poll(() => page.locator('a[download]').count()).toBe(0);
  await screenshot(page, 'share-guest');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Actions for README.md' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'README.md', exact: true }).click();
  const properties = page.getByRole('dialog');
  await properties.getByText('SHA-256').first().waitFor();
  await expect.poll(() => properties.getByRole('button', { name: /download/i }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Flood survey' }).click();
  await page.getByRole('menuitem', { name: 'Use in GIS' }).click();
  await page.getByText('WMS: maps in any projection').waitFor();
  await expect.poll(() => page.getByText(/^WFS|^WCS/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'ortho.tif' }).click();
  await mapIdle(page);
  await expect.poll(() => page.getByRole('button', { name: /download/i }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the password is asked for once, a wrong one and too many are told', async () => {
  const { url } = await made({ password: PASSWORD, path: 'maps' });
  const { page, faults } = await stage.open();
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'This link asks for a password' }).waitFor();
  await expect.poll(() => focused(page)).toContain('Password');
  await screenshot(page, 'share-password');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type('not the one');
  await page.keyboard.press('Enter');
  await page.getByText('This is not the password of the link. Type it again.').waitFor();
  await screenshot(page, 'share-wrong-password');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'maps' }).waitFor();
  await page.getByText('north').first().waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'maps' }).waitFor();
  expect(faults).toEqual([]);

  const other = await stage.open(PHONE);
  await other.page.goto(url);
  for (let tries = 0; tries < 3; tries += 1) {
    await other.page.getByRole('textbox', { name: 'Password' }).fill(`guess ${tries}`);
    await other.page.getByRole('button', { name: 'Open' }).click();
    await other.page.getByText(tries < 2 ? 'This is not the password' : 'Too many wrong passwords').waitFor();
  }
  await screenshot(other.page, 'share-too-many');
  expect(await findings(other.page)).toEqual([]);
});

test('a link that leads nowhere says why', async () => {
  const [ended, removed] = [await made({ path: 'maps/a.bin' }), await made({})];
  await stage.service.call('DELETE', '/orgs/club/ds/survey/obj?path=maps/a.bin');
  await stage.service.call('DELETE', `/orgs/club/ds/survey/links/${removed.id}`);
  const { page, faults } = await stage.open();
  await page.goto(ended.url);
  await page.getByRole('heading', { level: 1, name: 'This link has ended' }).waitFor();
  await screenshot(page, 'share-ended');
  await page.goto(removed.url);
  await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
  await page
    .getByText('It was removed, or a part of its address is missing. Ask the person who sent you the link.')
    .waitFor();
  expect(await findings(page)).toEqual([]);
  const part = await made({ path: 'maps/north' });
  await page.goto(part.url.replace('maps%2Fnorth', 'README.md'));
  await page.getByRole('link', { name: 'Open what it shows' }).click();
  await page.getByRole('heading', { level: 1, name: 'north' }).waitFor();
  expect(faults).toEqual([]);
});

test('on a narrow screen nothing is wider than the screen', async () => {
  const { page, dialog } = await openDialog('/r/club/survey', { ...PHONE, viewport: { width: 320, height: 640 } });
  await dialog.getByText('Name, password and embedding').click();
  const made = dialog.getByLabel('The link', { exact: true });
  let last = '';
  for (const [width, height] of [
    [320, 640],
    [390, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await dialog.getByRole('button', { name: 'Copy a private link' }).click();
    await expect.poll(() => made.inputValue()).not.toBe(last);
    last = await made.inputValue();
    await isWhollySeen(page, '.al-share-new');
    await screenshot(page, `share-made-${width}`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await dialog.getByRole('button', { name: 'QR code' }).click();
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  await isWhollySeen(page, '.al-share-code img');
  const widths = await page.evaluate<readonly number[]>(
    `[document.documentElement.scrollWidth, ...[...document.querySelectorAll('.mantine-Modal-content')].map((it) => it.scrollWidth)]`,
  );
  expect(widths.filter((width) => width > 320)).toEqual([]);
  await screenshot(page, 'share-narrow');
  expect(await findings(page)).toEqual([]);
});

test('a site that the link names shows its page in a frame, and another one does not', async () => {
  const sites = [await startSite(), await startSite()] as const;
  try {
    const { url } = await made({ frames: [sites[0].origin] });
    const { page } = await stage.open();
    const embedded = await sites[0].show(page, url);
    await embedded.getByRole('heading', { level: 1, name: 'Flood survey' }).waitFor();
    await expect.poll(() => embedded.locator('header').count()).toBe(0);
    await embedded.getByRole('navigation', { name: 'Views' }).waitFor();
    await screenshot(page, 'share-frame');
    const refused: string[] = [];
    page.on('console', (message) => void refused.push(message.text()));
    await sites[1].show(page, url);
    await expect.poll(() => refused.filter((text) => text.includes('frame-ancestors')).length).toBeGreaterThan(0);
  } finally {
    for (const { server } of sites) server.close();
  }
});

/** A site of its own origin that embeds an address. */
async function startSite() {
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://localhost').searchParams.get('show') ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Site</title><iframe src="${address.replaceAll('&', '&amp;')}" width="900" height="600"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    origin,
    async show(page: Page, url: string) {
      await page.goto(`${origin}/?show=${encodeURIComponent(url)}`);
      return page.frameLocator('iframe');
    },
  };
}

test('the dialog says who may see the dataset, and takes in a person by name', async () => {
  await makeUser(stage.service, 'mia');
  const { page, dialog, faults } = await openDialog('/r/club/survey?path=maps');
  const people = dialog.getByRole('region', { name: 'People' });
  await people.getByText('Private: members of Organization club and people with a link can see it.').waitFor();
  const list = people.getByRole('list', { name: 'People who may see it' });
  await list.getByRole('listitem').filter({ hasText: 'admin' }).getByText('Owner').waitFor();
  await people.getByLabel('Add a person by user name').fill('nobody-here');
  await people.getByRole('button', { name: 'Add', exact: true }).click();
  await people.getByText('Nobody has this user name. Check how it is written.').waitFor();
  await people.getByLabel('Add a person by user name').fill('mia');
  await people.getByLabel('Right', { exact: true }).selectOption({ label: 'Read' });
  await people.getByRole('button', { name: 'Add', exact: true }).click();
  await people.getByText('mia was added.').waitFor();
  await list.getByRole('listitem').filter({ hasText: 'mia' }).getByText('Read').waitFor();
  await people.getByRole('button', { name: 'Copy the address of this page' }).click();
  const copied = await clipboard(page);
  expect(new URL(copied).pathname + new URL(copied).search).toBe('/r/club/survey?path=maps');
  await people.scrollIntoViewIfNeeded();
  await screenshot(page, 'share-people');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);

  // A reader opens the address, and shares nothing.
  const reader = await stage.open();
  await signIn(reader.page, copied, ACCOUNT_PASSWORD, 'mia');
  await reader.page.getByRole('heading', { level: 1, name: 'maps' }).waitFor();
  await expect.poll(() => reader.page.getByRole('button', { name: 'Share' }).count()).toBe(0);

  // A writer sees who is there, and may add nobody.
  await stage.service.call('PUT', '/orgs/club/members/mia', { json: { permissions: 1 } });
  await stage.service.call('PUT', '/orgs/club/ds/survey', { json: { visibility: 1 } });
  const writer = await stage.open();
  await signIn(writer.page, '/r/club/survey', ACCOUNT_PASSWORD, 'mia');
  await writer.page.getByRole('button', { name: 'Share' }).click();
  const seen = writer.page.getByRole('region', { name: 'People' });
  await seen.getByText('Unlisted: everybody who has the address can see it').waitFor();
  await seen.getByRole('listitem').filter({ hasText: 'mia' }).getByText('Write').waitFor();
  expect(await seen.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
  await stage.service.call('PUT', '/orgs/club/ds/survey', { json: { visibility: 0 } });
});
