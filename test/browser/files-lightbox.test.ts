import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { colourAt } from './map-pixels.ts';
import { makeDataset, picture, signIn, type Stage, startStage } from './support.ts';

const ORANGE = { r: 230, g: 120, b: 30 };

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'lightbox', 'raw');
  const tiff = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: ORANGE } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
  await putFiles(stage.service, 'lightbox/raw', { 'scan.tif': tiff, 'shot.dng': tiff });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test.each(['scan.tif', 'shot.dng'])('%s, which no browser shows, opens large as the service draws it', async (name) => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('link', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  const large = dialog.getByRole('group', { name: /^Picture/ }).getByRole('img', { name });
  await expect.poll(() => large.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth)).toBe(2048);
  const { x = 0, y = 0, width = 0, height = 0 } = (await large.boundingBox()) ?? {};
  const [r, g, b] = colourAt(await picture(page, `lightbox-${name}`), { x: x + width / 2, y: y + height / 2 });
  expect([r, g, b].map((value, at) => Math.abs(value - Object.values(ORANGE)[at]!)).every((off) => off < 12)).toBe(
    true,
  );
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
