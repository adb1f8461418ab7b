import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsOf } from './entries.ts';
import { fileInput, makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

const COUNT = 30;
const PAUSED = 'The connection is lost. The uploads go on by themselves when it is back.';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const send = (page: Page, count: number): Promise<void> =>
  fileInput(page).setInputFiles(
    Array.from({ length: count }, (_, index) => ({
      name: `photo ${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(1000, index),
    })),
  );
const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' });

test('without a network the queue stands still, and goes on by itself when it is back', async () => {
  const { page } = await stage.open();
  await signIn(page, await makeDataset(stage.service, 'lost', 'network'));
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/obj')) asked += 1;
  });
  // The page has come when files can be chosen: the header alone is there before the dataset is.
  await fileInput(page).waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await send(page, COUNT);
  await panel(page).getByText(PAUSED).first().waitFor();
  await screenshot(page, 'upload-paused');
  // No more than were under way: the others are not run through and given up.
  await expect.poll(() => asked).toBe(3);
  await page.context().setOffline(false);
  await panel(page).getByText(`${COUNT} items uploaded`).first().waitFor();
  await expect.poll(() => panel(page).getByText(PAUSED).count()).toBe(0);
  expect(await pathsOf(stage.service, 'lost/network')).toHaveLength(COUNT);
});

test.each([['of the device'], ['to the service']])(
  'the panel says so also when the connection %s is lost before the page has loaded it, and comes with the connection',
  async (which) => {
    const { page, faults } = await stage.open();
    // A page that is never idle: what it loads when it has nothing else to do is not there.
    await page.addInitScript(`window.requestIdleCallback = () => 0; window.cancelIdleCallback = () => undefined`);
    const ds = `early-${which === 'of the device' ? 'offline' : 'silent'}`;
    await signIn(page, await makeDataset(stage.service, 'lost', ds));
    await fileInput(page).waitFor({ state: 'attached' });
    if (which === 'of the device') await page.context().setOffline(true);
    else await page.route('**', (route) => route.abort('connectionrefused'));
    await send(page, COUNT);
    await panel(page).getByText(PAUSED).waitFor();
    await panel(page).getByText(`Uploading ${COUNT} items`).waitFor();
    await expect.poll(() => panel(page).getByRole('button').count()).toBe(0);
    await screenshot(page, `upload-paused-early-${ds}`);
    // Long enough for everything that is asked for by itself to have failed once.
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('alert').filter({ hasText: 'This did not open' }).first().waitFor();
    if (which === 'of the device') await page.context().setOffline(false);
    else await page.unroute('**');
    await panel(page).getByText(`${COUNT} items uploaded`).first().waitFor();
    await panel(page).getByRole('button', { name: 'Close the uploads' }).waitFor();
    await page.getByRole('dialog').waitFor();
    expect(await pathsOf(stage.service, `lost/${ds}`)).toHaveLength(COUNT);
    expect(faults).toEqual([]);
  },
);

test('a service that is started anew is waited for; what had arrived is no name that is taken', async () => {
  const { page } = await stage.open();
  await signIn(page, await makeDataset(stage.service, 'lost', 'service'));
  let answers = 0;
  await page.route('**/obj', async (route) => {
    answers += 1;
    // The first one arrives, and its answer is lost; the second one meets a proxy without a service.
    if (answers === 1) {
      await route.fetch();
      await route.abort('connectionreset');
    } else if (answers === 2) await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
    else await route.continue();
  });
  await page.route('**/sys/features', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await send(page, 5);
  await panel(page).getByText(PAUSED).first().waitFor();
  await panel(page).getByText('5 items uploaded').first().waitFor();
  await expect.poll(() => page.getByRole('group', { name: 'Names that are taken' }).count()).toBe(0);
  expect(await pathsOf(stage.service, 'lost/service')).toHaveLength(5);
});
