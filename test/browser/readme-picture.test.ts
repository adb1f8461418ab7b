import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { form } from '../support/service.ts';
import { landscape } from './landscape.ts';
import { makeDataset, mapIdle, signIn, startStage } from './support.ts';

/** Loaded with every look at the README. */
const LIMIT_KB = 150;
const PICTURE = new URL('../../docs/images/map.png', import.meta.url);

// On demand only: a changed picture in the repository should mean a changed page.
test.runIf(process.env['UPDATE_SCREENSHOT'] === '1')('the picture of the README', async () => {
  await using stage = await startStage();
  await makeDataset(stage.service, 'valley', 'may-flight', 'Upper valley, May flight');
  await stage.service.call('POST', '/orgs/valley/ds/may-flight/obj', {
    body: form({ path: 'orthophoto.tif', file: landscape() }),
  });
  const { page } = await stage.open({ viewport: { width: 960, height: 580 } });
  await signIn(page, '/r/valley/may-flight/map?path=orthophoto.tif');
  await page.getByRole('button', { name: 'Hide this hint for now' }).click();
  await mapIdle(page);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.mouse.move(0, 0);
  // The zoom is a movement of about half a second.
  await page.waitForTimeout(1000);
  await mapIdle(page);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 85, dither: 0, effort: 10 })
    .toBuffer();
  await mkdir(new URL('.', PICTURE), { recursive: true });
  await writeFile(PICTURE, picture);
  expect(picture.length / 1000).toBeLessThan(LIMIT_KB);
});
