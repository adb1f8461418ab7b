import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { pathsOf, putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const ASIDE = { 'other/x.txt': 'x', 'notes.txt': 'n' };
const RASTER = {
  'ortho.tif': quadrantOrthophoto(),
  'ortho.tfw': '1\n0\n0\n-1\n0\n0\n',
  'ortho.tif.ovr': 'overviews',
  'ortho.tif.aux.xml': '<PAMDataset/>',
  'ortho.prj': 'LOCAL_CS["x"]',
};

async function dataset(name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const where = await makeDataset(stage.service, 'companions', name);
  await putFiles(stage.service, `companions/${name}`, { ...ASIDE, ...files });
  return where;
}

const paths = (name: string) => pathsOf(stage.service, `companions/${name}`);
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const dialogOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
};

test('what belongs to a raster is folded below it, and moves along with it', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await dataset('move', RASTER));
  await row(page, 'ortho.tif').waitFor();
  await page.getByRole('button', { name: '4 files of ortho.tif' }).waitFor();
  expect(await row(page, 'ortho.tfw').count()).toBe(0);
  const dialog = await dialogOf(page, 'ortho.tif', 'Move…');
  await dialog.getByText('4 companion files move along:').waitFor();
  await dialog.getByRole('button', { name: 'other', exact: true }).click();
  await screenshot(page, 'companions-move');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await row(page, 'ortho.tif').waitFor({ state: 'detached' });
  expect(await paths('move')).toEqual(
    ['notes.txt', 'other', 'other/x.txt', ...Object.keys(RASTER).map((path) => `other/${path}`)].toSorted(),
  );
  expect(faults).toEqual([]);
});

test('they are deleted with it; what is chosen alone is deleted alone', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('delete', RASTER));
  await page.getByRole('button', { name: '4 files of ortho.tif' }).click();
  const alone = await dialogOf(page, 'ortho.prj', 'Delete…');
  await alone.getByRole('button', { name: 'Delete' }).click();
  await row(page, 'ortho.prj').waitFor({ state: 'detached' });
  expect((await paths('delete')).filter((path) => path.startsWith('ortho'))).toHaveLength(4);

  const dialog = await dialogOf(page, 'ortho.tif', 'Delete…');
  await dialog.getByText('3 companion files are deleted as well:').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row(page, 'ortho.tif').waitFor({ state: 'detached' });
  expect(await paths('delete')).toEqual(['notes.txt', 'other', 'other/x.txt']);
});

test('they are renamed alike; one whose name is taken stays, is told, and can be tried again', async () => {
  const { page } = await stage.open();
  const files = { 'a.mp4': 'no video', 'a.SRT': 'subtitles', 'a.LRF': 'preview', 'b.SRT': 'of another' };
  await signIn(page, await dataset('rename', files));
  const dialog = await dialogOf(page, 'a.mp4', 'Rename…');
  await dialog.getByText('2 companion files are renamed along with it:').waitFor();
  await dialog.getByLabel('Name').fill('b.mp4');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('1 companion file not renamed').waitFor();
  await screenshot(page, 'companions-rename');
  const held = (await paths('rename')).filter((path) => /^[ab]\./.test(path));
  expect(held).toEqual(['a.SRT', 'b.LRF', 'b.SRT', 'b.mp4']);

  const removed = await stage.service.call('DELETE', '/orgs/companions/ds/rename/obj?path=b.SRT');
  expect(removed.status).toBeLessThan(300);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await paths('rename')).filter((path) => /^[ab]\./.test(path))).toEqual(['b.LRF', 'b.SRT', 'b.mp4']);
});
