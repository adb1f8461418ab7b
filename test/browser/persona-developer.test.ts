import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { form, until } from '../support/service.ts';
import { openDataset, openOfAccount } from './persona.ts';
import { makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'lab', 'field', 'Field');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('a developer reads the routes, makes a token, and works with it as curl does', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await openOfAccount(page, 'admin', 'Account');
  await page.getByRole('link', { name: 'Routes for programs' }).click();
  await page
    .getByRole('link', { name: /Sign in with name and password/ })
    .first()
    .waitFor();
  const document = (await (await page.request.get('/swagger/v1/swagger.json')).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  expect(Object.keys(document.paths['/orgs/{orgSlug}/ds/{dsSlug}/obj'] ?? {})).toEqual(
    expect.arrayContaining(['get', 'post', 'put', 'delete']),
  );

  await page.goBack();
  await page.getByRole('button', { name: 'New token' }).click();
  const asking = page.getByRole('dialog', { name: 'New token' });
  await asking.getByLabel('Name').fill('script');
  await asking.getByLabel('Organization').fill('lab');
  await asking.getByLabel('Dataset').fill('field');
  await asking.getByLabel('May also change data').check();
  await asking.getByRole('button', { name: 'Create' }).click();
  const made = page.getByRole('dialog', { name: 'Your token' });
  const token = await made.getByLabel('script').inputValue();
  expect(token).toMatch(/^ald_/);
  await made.getByRole('button', { name: 'Done' }).click();
  await made.waitFor({ state: 'detached' });

  const call = (method: string, path: string, more: object = {}): Promise<Response> =>
    stage.service.call(method, path, { token, ...more });
  const file = quadrantOrthophoto(128);
  const sent = await call('POST', '/orgs/lab/ds/field/obj', { body: form({ path: '2026/ortho.tif', file }) });
  expect(sent.status).toBe(201);
  type Listed = { readonly path: string; readonly size: number; readonly buildStatus: string | null };
  const list = async (): Promise<readonly Listed[]> =>
    (await (await call('GET', '/orgs/lab/ds/field/list?path=2026')).json()) as readonly Listed[];
  const built = await until(list, ([entry]) => entry?.buildStatus === null, 60);
  expect(built).toMatchObject([{ path: '2026/ortho.tif', size: file.length }]);

  type Items = { readonly collections: readonly { readonly id: string }[] };
  const collections = (await (await call('GET', '/stac/collections')).json()) as Items;
  expect(collections.collections.map(({ id }) => id)).toEqual([expect.stringMatching(/lab.*field/)]);
  const found = (await (await call('GET', '/stac/search?bbox=11,46,12,47')).json()) as {
    readonly features: readonly { readonly assets: Readonly<Record<string, { readonly href: string }>> }[];
  };
  const [asset] = Object.values(found.features[0]?.assets ?? {});
  const { pathname, search } = new URL(asset!.href);
  expect((await call('GET', pathname + search)).status).toBe(200);
  // The token opens the one dataset that it was made for.
  await makeDataset(stage.service, 'lab', 'other');
  expect((await call('GET', '/orgs/lab/ds/other/list')).status).toBeGreaterThanOrEqual(401);

  await openDataset(page, 'Organization lab', 'Field');
  await page.getByRole('link', { name: '2026', exact: true }).click();
  await page.getByRole('link', { name: 'ortho.tif' }).waitFor();
  await screenshot(page, 'developer-files');
  expect(faults).toEqual([]);
}, 240_000);
