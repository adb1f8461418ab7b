import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataset, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('a name in a script that addresses do not have asks for an address', async () => {
  await makeDataset(stage.service, 'terms', 'first');
  const { page } = await stage.open();
  await signIn(page, '/r/terms');
  await page.getByRole('button', { name: 'New dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'New dataset' });
  await dialog.getByLabel('Name').fill('日本');
  await dialog.getByText('Write an address: at least two of a-z, 0-9, - and _.').waitFor();
  await dialog.getByLabel('Address').fill('nippon');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/r/terms/nippon');
  expect((await stage.service.call('GET', '/orgs/terms/ds/nippon')).status).toBe(200);
});

test('tagline and license of a dataset are changed, and taken away', async () => {
  const where = await makeDataset(stage.service, 'terms', 'open', 'Open');
  const { page } = await stage.open();
  const meta = async (): Promise<Readonly<Record<string, { data: unknown } | undefined>>> => {
    const answer = await stage.service.call('GET', '/orgs/terms/ds/open/ex');
    return ((await answer.json()) as { properties: { meta: Record<string, { data: unknown }> } }).properties.meta;
  };
  const edit = async (tagline: string, license: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Open' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the dataset' });
    await dialog.getByLabel('Tagline').fill(tagline);
    await dialog.getByLabel('License').selectOption(license);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await signIn(page, where);
  await edit('Fields, “2026” + more', 'CC-BY-4.0');
  await page.getByText('Fields, “2026” + more').waitFor();
  expect(await meta()).toMatchObject({
    tagline: { data: 'Fields, “2026” + more' },
    license: { data: 'CC-BY-4.0' },
  });
  await edit('', '');
  await page.getByText('Fields, “2026” + more').waitFor({ state: 'detached' });
  expect(Object.keys(await meta())).not.toContain('license');
});
