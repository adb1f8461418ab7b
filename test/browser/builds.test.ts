import { afterAll, beforeAll, expect, test } from 'vitest';
import { pointShapefile } from '../support/point-shapefile.ts';
import { form } from '../support/service.ts';
import { makeDataset, PHONE, screenshot, signIn, startStage, tabTo, type Stage } from './support.ts';

let stage: Stage;
let where: string;
const { shp, shx, dbf } = pointShapefile([[11, 46]]);
/** Metres, which are no degrees. */
const far = pointShapefile([[500_000, 5_100_000]]);

const upload = async (path: string, file: Buffer): Promise<void> => {
  const answer = await stage.service.call('POST', '/orgs/club/ds/roads/obj', { body: form({ path, file }) });
  expect(answer.status).toBe(201);
};

beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'club', 'roads');
  await upload('a.dbf', dbf);
});
afterAll(() => stage[Symbol.asyncDispose]());

test('a shapefile without its index says what is missing, and is built when that comes, without reloading', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('link', { name: 'a.dbf' }).waitFor();
  await page.evaluate('window.same = true');

  await upload('a.shp', shp);
  await page.getByRole('button', { name: 'Waits for a.shx: a.shp. Show what to do' }).click();
  const dialog = page.getByRole('dialog', { name: 'The build waits' });
  await dialog.getByText('upload what is missing').waitFor();
  await dialog.getByText('a.shx', { exact: true }).waitFor();
  await screenshot(page, 'build-waits');
  await upload('a.shx', shx);
  // The report is true while it stands open.
  await page.getByRole('dialog', { name: 'Build', exact: true }).waitFor();
  await page.getByLabel('Lines of the log').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Waits for/ }).waitFor({ state: 'detached' });
  expect(await page.evaluate('window.same')).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a file is built again from its menu, and the list of builds is cleared, all by keys', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for a.shp' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Build and log' }).press('Enter');
  const dialog = page.getByRole('dialog');
  // The build that the test before began has ended; what follows is another one.
  await dialog.getByText(/^Built, requested/).waitFor();
  await dialog.getByRole('button', { name: 'Build again' }).press('Enter');
  // So small a file may be built before the page has asked how far it is.
  const built = async (): Promise<number> => {
    const jobs = await stage.service.call('GET', '/orgs/club/ds/roads/builds?path=a.shp');
    return ((await jobs.json()) as { outcome: string | null }[]).filter(({ outcome }) => outcome === 'built').length;
  };
  await expect.poll(built).toBe(2);
  await dialog.getByText(/^Built, requested/).waitFor();
  await expect.poll(() => dialog.getByLabel('Lines of the log').inputValue()).toContain('GeoPackage');
  await screenshot(page, 'build-log');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await tabTo(page, 'Activity');
  await page.getByRole('link', { name: 'Activity' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  await page.getByRole('link', { name: 'Builds' }).press('Enter');
  const table = page.getByRole('table', { name: 'Builds' });
  await table.getByText('Waits for files').waitFor();
  await expect.poll(() => table.getByText('Built').count()).toBe(2);
  await screenshot(page, 'builds');
  await table.getByRole('button', { name: 'Log of a.shp' }).last().press('Enter');
  const first = page.getByRole('dialog', { name: 'Log of the build' }).getByLabel('Lines of the log');
  await expect.poll(() => first.inputValue()).toContain('Waits for a.shx.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear finished…' }).press('Enter');
  // It asks first, and anyone who keeps the list has it still.
  const asks = page.getByRole('group', { name: 'Clear finished' });
  await asks.getByText('What was built stays').waitFor();
  await screenshot(page, 'builds-clear');
  await asks.getByRole('button', { name: 'Keep' }).press('Enter');
  expect(await table.getByText('Built').count()).toBe(2);
  await page.getByRole('button', { name: 'Clear finished…' }).press('Enter');
  await asks.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'There is no build' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('what is built tells its addresses, and they answer', async () => {
  const { page, faults } = await stage.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, where);
  await page.getByRole('link', { name: 'a.shp', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'a.shp' });
  for (const [name, begins] of [
    ['GeoPackage', 'SQLite format 3'],
    ['Vector tiles (TileJSON)', '{"tilejson"'],
  ] as const) {
    await panel.getByRole('button', { name: `Copy the address: ${name}` }).click();
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    expect((await (await page.request.get(address)).body()).toString('latin1').slice(0, begins.length)).toBe(begins);
  }
  await screenshot(page, 'build-addresses');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a failed build says which file is meant and what is known to be missing', async () => {
  await upload('far.dbf', far.dbf);
  await upload('far.shx', far.shx);
  await upload('far.shp', far.shp);
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: /failed: far\.shp/i }).click();
  const dialog = page.getByRole('dialog', { name: 'The build failed' });
  await dialog.getByText('far.prj is missing').waitFor();
  await screenshot(page, 'build-failed');
  await page.goto(`${where}/builds`);
  await page.getByRole('button', { name: 'Log of far.shp' }).first().click();
  await page.getByRole('dialog', { name: 'Log of the build' }).getByText('far.shp', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('where builds cannot be followed, the list is asked for instead', async () => {
  const { page } = await stage.open({ ...PHONE, colorScheme: 'dark' });
  let asked = 0;
  await page.route('**/builds/events', (route) => {
    asked += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await signIn(page, where);
  await page.getByRole('link', { name: 'a.shp' }).waitFor();
  await page.getByRole('button', { name: 'Actions for a.shp' }).click();
  // As long as the page has not shown it, the build goes on: so small a file would be built before it is asked for.
  let isSeen = false;
  await page.route('**/list?*', async (route) => {
    const response = await route.fetch();
    const entries = (await response.json()) as { path: string }[];
    const building = { buildStatus: 'building', buildProgress: 42, buildError: null };
    const json = entries.map((entry) => (isSeen || entry.path !== 'a.shp' ? entry : { ...entry, ...building }));
    await route.fulfill({ response, json });
  });
  await page.getByRole('menuitem', { name: 'Build again' }).click();
  await page.getByText('Building 42 %').waitFor();
  isSeen = true;
  await page.getByText(/Building|Waiting to build/).waitFor({ state: 'detached' });
  expect(asked).toBe(1);
  await page.goto(`${where}/builds`);
  await page.getByRole('table', { name: 'Builds' }).getByText('Built').first().waitFor();
  await screenshot(page, 'builds-phone-dark');
  await page.context().close();
});
