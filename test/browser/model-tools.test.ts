import { afterAll, beforeAll, expect, test } from 'vitest';
import { roofObj } from '../support/models.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { putBuilt } from './scene-clouds.ts';
import { DESKTOP, makeDataset, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'tools', 'models');
  await putFiles(stage.service, 'tools/models', {
    'georef.json': '{"latitude": 46.5, "longitude": 7, "altitude": 400}',
  });
  await putBuilt(stage.service, 'tools/models', 'house.obj', Buffer.from(roofObj('cut')));
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test.each([
  ['a desktop', 'light', DESKTOP, 2],
  ['a phone', 'dark', PHONE, 3],
] as const)(
  'on %s a model is cut by the form of its menu, and the section has its lengths',
  async (name, colorScheme, options, height) => {
    const { page, faults } = await stage.open({ ...options, colorScheme });
    await signIn(page, where);
    await page.getByRole('button', { name: 'Actions for house.obj' }).click();
    await page.getByRole('menuitem', { name: 'Tools…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Section of model/ }).click();
    await expect.poll(() => dialog.getByLabel('Model', { exact: false }).first().inputValue()).toBe('house.obj');
    // A model without a place has no longitude and latitude.
    await dialog.getByRole('textbox', { name: 'Line in the coordinates of the model' }).waitFor();
    await dialog.getByLabel('Plane').selectOption({ label: 'Level at a height' });
    // A line is of another plane.
    expect(await dialog.getByRole('textbox', { name: 'Line', exact: true }).count()).toBe(0);
    await dialog.getByLabel('Height').fill(String(height));
    await dialog.getByLabel('New file').fill(`at-${height}.gpkg`);
    await screenshot(page, `section-form-${name}`);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('status').getByText('Done').waitFor({ timeout: 60_000 });
    await dialog.getByText('Length', { exact: true }).waitFor();
    await screenshot(page, `section-done-${name}`);
    expect(await findings(page)).toEqual([]);
    expect(await dialog.innerText()).toMatch(/Length\s+[\d.]+ m/);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
