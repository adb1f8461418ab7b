import { afterAll, beforeAll, expect, test } from 'vitest';
import { putFiles } from './entries.ts';
import { makeDataset, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

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

test('the card of a dataset shows a file of it, or lines where there is none to show', async () => {
  await makeDataset(stage.service, 'cards', 'drawn', 'Drawn');
  await makeDataset(stage.service, 'cards', 'bare', 'Bare');
  const coordinates = [
    [11, 46],
    [11.1, 46.1],
    [11.3, 46],
  ];
  await putFiles(stage.service, 'cards/drawn', {
    'roads/line.geojson': JSON.stringify({ type: 'LineString', coordinates }),
  });
  await putFiles(stage.service, 'cards/bare', { 'notes.md': '# Notes' });
  for (const [name, look] of [
    ['light', {}],
    ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const) {
    const { page, faults } = await stage.open(look);
    const refused: string[] = [];
    page.on('response', (it) => {
      if (it.url().includes('/thumb') && !it.ok()) refused.push(it.url());
    });
    await signIn(page, '/r/cards');
    const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    const cover = card('Drawn').locator('.al-card-picture img');
    await expect.poll(() => cover.evaluate((it) => Reflect.get(it, 'naturalWidth') as number)).toBeGreaterThan(0);
    await card('Bare').locator('.al-card-picture svg').waitFor();
    await screenshot(page, `cards-${name}`);
    expect([refused, faults]).toEqual([[], []]);
    await page.context().close();
  }
});
