import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { findings } from './findings.ts';
import { colourAt, difference } from './map-pixels.ts';
import { makeDataset, mapIdle, screenshot, signIn, type Stage, startStage } from './support.ts';

const BLUE = [30, 60, 200] as const;

let elsewhere: Server;
/** Tiles that the other site was asked for. */
let asked: string[];
let site: string;
let stage: Stage;
let where: string;
beforeAll(async () => {
  const tile = new PNG({ width: 256, height: 256 });
  for (let at = 0; at < tile.data.length; at += 4) tile.data.set([...BLUE, 255], at);
  const bytes = PNG.sync.write(tile);
  asked = [];
  elsewhere = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(bytes);
  });
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', resolve);
  });
  site = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  stage = await startStage({
    Map__Backgrounds: JSON.stringify([
      { Name: 'Blue world', Url: `http://${site}/blue/{z}/{x}/{y}.png`, Attribution: '© Blue' },
      { Name: 'Ours', Url: '/orgs/survey/ds/field/tiles/{z}/{x}/{y}.png?path=ortho.tif' },
    ]),
  });
  where = await makeDataset(stage.service, 'survey', 'field', 'Field');
  await putBuilt(stage.service, 'survey/field', 'ortho.tif', quadrantOrthophoto());
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await new Promise((resolve) => elsewhere.close(resolve));
});

/** A place of the map without data, right of the tools on its left side. */
async function ground(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.al-map').boundingBox();
  if (box === null) throw new Error('There is no map');
  return { x: Math.round(box.x + 90), y: Math.round(box.y + box.height / 2) };
}

const fromBlue = (page: Page) => async () => difference(colourAt(await page.screenshot(), await ground(page)), BLUE);

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Background' }).click();
  const menu = page.getByRole('dialog', { name: 'Background' });
  await menu.waitFor();
  return menu;
}

test('tiles of another site are asked for once a person agreed, and no more once that is taken back', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map`);
  await mapIdle(page);
  expect(asked).toEqual([]);
  const menu = await openMenu(page);
  expect(await menu.getByRole('radio', { name: 'Coast lines' }).isChecked()).toBe(true);
  await menu.getByRole('radio', { name: 'Blue world' }).check();
  await menu.getByText(`${site} sees which places you look at.`).waitFor();
  await screenshot(page, 'workspace-background-notice');
  expect(await findings(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Cancel' }).click();
  await menu.waitFor({ state: 'detached' });
  await page.reload();
  await mapIdle(page);
  expect(asked).toEqual([]);

  const again = await openMenu(page);
  await again.getByRole('radio', { name: 'Blue world' }).check();
  await again.getByRole('button', { name: 'Show' }).click();
  await expect.poll(fromBlue(page), { timeout: 30_000 }).toBeLessThan(3);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((address) => /^\/blue\/\d+\/\d+\/\d+\.png$/.test(address))).toBe(true);
  await again.waitFor({ state: 'detached' });
  await page.locator('.maplibregl-ctrl-attrib', { hasText: '© Blue' }).waitFor({ state: 'attached' });
  await screenshot(page, 'workspace-background');

  // The browser keeps both, the choice and the consent.
  await page.reload();
  await mapIdle(page);
  await expect.poll(fromBlue(page), { timeout: 30_000 }).toBeLessThan(3);
  const last = await openMenu(page);
  await last.getByRole('button', { name: `Stop using ${site}` }).click();
  await expect.poll(fromBlue(page)).toBeGreaterThan(30);
  const before = asked.length;
  await page.reload();
  await mapIdle(page);
  expect(await fromBlue(page)()).toBeGreaterThan(30);
  expect(asked).toHaveLength(before);
  expect(faults).toEqual([]);
});

test('a background of this site is shown at once', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map&layers=${encodeURIComponent('ortho.tif;h')}`);
  await mapIdle(page);
  const tiles: string[] = [];
  page.on('request', (request) => tiles.push(new URL(request.url()).pathname));
  const menu = await openMenu(page);
  await menu.getByRole('radio', { name: 'Ours' }).check();
  await expect.poll(() => tiles.some((path) => path.startsWith('/orgs/survey/ds/field/tiles/'))).toBe(true);
  expect(await menu.getByText('sees which places').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the page may ask the sites that the settings name, and no others', async () => {
  const answer = await stage.service.call('GET', '/');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`img-src 'self' data: blob: http://${site};`);
  expect(policy).toContain(`connect-src 'self' http://${site};`);
  const features = (await (await stage.service.call('GET', '/sys/features')).json()) as { readonly map: unknown };
  expect(features.map).toEqual({
    basemap: null,
    backgrounds: [
      { name: 'Blue world', url: `http://${site}/blue/{z}/{x}/{y}.png`, attribution: '© Blue', isOtherSite: true },
      {
        name: 'Ours',
        url: '/orgs/survey/ds/field/tiles/{z}/{x}/{y}.png?path=ortho.tif',
        attribution: '',
        isOtherSite: false,
      },
    ],
  });
});
