import { afterAll, beforeAll, expect, test } from 'vitest';
import { roofObj, UTM_17 } from '../support/models.ts';
import { until } from '../support/service.ts';
import { putFiles } from './entries.ts';
import { twoColourCloud } from './scene-clouds.ts';
import { makeDataset, screenshot, signIn, startStage, type Stage } from './support.ts';

const ENTRY = '/orgs/views/ds/place/obj?path=house.obj';

interface Entry {
  readonly buildStatus: string | null;
  readonly point_geom: object | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'views', 'place');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('the owner of a model without a place chooses the coordinate system of the orthophoto beside it', async () => {
  await putFiles(stage.service, 'views/place', {
    'house.obj': roofObj('far', [321_500, 4_297_500, 10]),
    'ortho.asc': 'ncols 2\nnrows 2\nxllcorner 321500\nyllcorner 4297500\ncellsize 1\n1 2\n3 4\n',
    'ortho.prj': UTM_17,
  });
  const read = async (): Promise<Entry> => (await (await stage.service.call('GET', ENTRY)).json()) as Entry;
  await until(read, ({ buildStatus }) => buildStatus === null, 60);
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for house.obj' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'house.obj' });
  await dialog.getByText(/coordinate reference system that nothing names/).waitFor();
  await dialog.getByText('10 × 20 × 5 units').waitFor();
  await screenshot(page, 'model-without-place');
  await dialog.getByRole('button', { name: /zone 17N, as ortho\.asc/i }).click();
  const placed = await until(read, ({ point_geom }) => point_geom !== null, 60);
  expect(placed.properties).toMatchObject({ georeferenced: true });
  expect(faults).toEqual([]);
});

test('the owner of a cloud without a coordinate system chooses that of the orthophoto beside it', async () => {
  await putFiles(stage.service, 'views/place', { 'cloud.las': twoColourCloud([]) });
  const read = async (): Promise<Entry> =>
    (await (await stage.service.call('GET', ENTRY.replace('house.obj', 'cloud.las'))).json()) as Entry;
  await until(read, ({ buildStatus }) => buildStatus === null, 60);
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for cloud.las' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'cloud.las' });
  await dialog.getByText('Choose the one of the cloud.').waitFor();
  await dialog.getByRole('button', { name: /zone 17N/i }).scrollIntoViewIfNeeded();
  await screenshot(page, 'cloud-without-place');
  await dialog.getByRole('button', { name: /zone 17N, as ortho\.asc/i }).click();
  await until(read, ({ point_geom }) => point_geom !== null, 60);
  expect(faults).toEqual([]);
});
