import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsOf, putFiles } from './entries.ts';
import { fileInput, makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const contentOf = async (dataset: string, path: string): Promise<string> => {
  const address = `/orgs/${dataset.replace('/', '/ds/')}/download?path=${encodeURIComponent(path)}`;
  return (await stage.service.call('GET', address)).text();
};

test('files go to another dataset; what is there already is told, kept beside, or replaced', async () => {
  const where = await makeDataset(stage.service, 'taken', 'from');
  await makeDataset(stage.service, 'taken', 'to');
  await putFiles(stage.service, 'taken/from', { 'a.txt': 'new', 'b.txt': 'b', 'c.txt': 'c' });
  await putFiles(stage.service, 'taken/to', { 'May/a.txt': 'old' });
  const { page, faults } = await stage.open();
  await signIn(page, where);
  const dialog = page.getByRole('dialog');
  const elsewhere = async (action: string): Promise<void> => {
    await page.getByRole('grid').getByRole('button', { name: action }).click();
    await dialog.getByRole('button', { name: 'Into another dataset…' }).click();
    await dialog.getByLabel('Dataset').selectOption('Dataset to');
    await dialog.getByRole('button', { name: 'May' }).click();
    await dialog.getByText('No folders in it.').waitFor();
  };

  await page.getByLabel('Select a.txt').click();
  await page.getByLabel('Select b.txt').click();
  await elsewhere('Copy…');
  await screenshot(page, 'transfer');
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await dialog.getByText('1 item not copied').waitFor();
  expect(await contentOf('taken/to', 'May/a.txt')).toBe('old');
  await dialog.getByLabel('If a name is taken there').selectOption('Keep both, with a number');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await pathsOf(stage.service, 'taken/to')).toEqual(['May', 'May/a (2).txt', 'May/a.txt', 'May/b.txt']);

  await page.getByLabel('Select b.txt').click();
  await elsewhere('Move…');
  await dialog.getByLabel('If a name is taken there').selectOption('Replace what is there');
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await contentOf('taken/to', 'May/a.txt')).toBe('new');
  expect(await pathsOf(stage.service, 'taken/from')).toEqual(['b.txt', 'c.txt']);
  expect(faults).toEqual([]);
});

test('an upload replaces nothing before somebody says so', async () => {
  const where = await makeDataset(stage.service, 'taken', 'uploads');
  await putFiles(stage.service, 'taken/uploads', { 'a.txt': 'old', 'b.txt': 'old', 'c.txt': 'old' });
  const { page } = await stage.open();
  await signIn(page, where);
  const send = (...names: readonly string[]): Promise<void> =>
    fileInput(page).setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('new') })));
  const question = page.getByRole('group', { name: 'Names that are taken' });

  await send('a.txt', 'b.txt', 'd.txt');
  await question.getByText('2 files are there already.').waitFor();
  await screenshot(page, 'upload-taken');
  expect(await contentOf('taken/uploads', 'a.txt')).toBe('old');
  await page.getByRole('button', { name: 'Skip b.txt' }).click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await page.getByText('2 items uploaded').first().waitFor();
  expect(await contentOf('taken/uploads', 'a.txt')).toBe('new');
  expect(await contentOf('taken/uploads', 'b.txt')).toBe('old');

  await send('c.txt');
  await question.getByRole('button', { name: 'Keep both' }).click();
  await page.getByRole('link', { name: 'c (2).txt' }).waitFor();
  expect(await contentOf('taken/uploads', 'c.txt')).toBe('old');
  expect(await contentOf('taken/uploads', 'c (2).txt')).toBe('new');
});

test('what one person uploads is neither shown nor sent for the next one', async () => {
  const { page } = await stage.open();
  await signIn(page, await makeDataset(stage.service, 'taken', 'persons'));
  await page.route('**/obj', () => undefined);
  await fileInput(page).setInputFiles({ name: 'secret.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.getByRole('region', { name: 'Uploads' }).getByText('secret.txt').waitFor();
  await page.locator('header').getByRole('button', { name: 'admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await expect.poll(() => page.getByText('secret.txt').count()).toBe(0);
  await signIn(page);
  await expect.poll(() => page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
});
