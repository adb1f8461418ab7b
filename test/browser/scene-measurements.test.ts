import proj4 from 'proj4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../support/service.ts';
import { findings } from './findings.ts';
import { middleOf, sceneReady } from './scene-clouds.ts';
import { FROM_TOP, GROUND_MIDDLE, heightOf, putGround, toUtm } from './scene-ground.ts';
import { DESKTOP, makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

const WHERE = 'measured/hill';
const FILE = 'measurements/map_measurements.geojson';
const OBJ = '/orgs/measured/ds/hill/obj';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'measured', 'hill');
  await putGround(stage.service, WHERE);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** Degrees of a place so many metres from the middle of the ground. */
const degrees = (east: number, north: number): readonly [number, number] => {
  const place = [GROUND_MIDDLE[0] + east, GROUND_MIDDLE[1] + north];
  const [longitude = NaN, latitude = NaN] = proj4('+proj=utm +zone=32 +datum=WGS84 +units=m', 'EPSG:4326', place);
  return [longitude, latitude];
};

const line = (id: string, name: string, from: readonly [number, number], to: readonly [number, number]) => ({
  type: 'Feature',
  id,
  geometry: { type: 'LineString', coordinates: [degrees(...from), degrees(...to)] },
  properties: { measurementType: 'length', tool: 'distance', name, color: '#0b57d0' },
});

type Kept = {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[] };
  readonly properties: Readonly<Record<string, unknown>>;
};

async function write(features: readonly object[]): Promise<void> {
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const body = form({ path: FILE, file: Buffer.from(text) });
  const answer = await stage.service.call('POST', OBJ, { body });
  if (!answer.ok) throw new Error(`POST obj: ${answer.status} ${await answer.text()}`);
}

async function read(): Promise<readonly Kept[]> {
  const answer = await stage.service.call('GET', `/orgs/measured/ds/hill/download?path=${encodeURIComponent(FILE)}`);
  return ((await answer.json()) as { readonly features: readonly Kept[] }).features;
}

test('measurements of the map are in the scene, and what is measured there is kept with them', async () => {
  const first = line('line-1', 'Edge of the field', [-20, 10], [20, 10]);
  await write([first]);
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `/r/${WHERE}/scene?cam=${FROM_TOP}`);
  await sceneReady(page);
  const list = page.getByRole('region', { name: 'Measurements' });
  await list.getByText('Edge of the field').waitFor();
  await list.getByText(/^(40(\.0\d*)?|39\.9\d*) m$/).waitFor();
  const { x, y } = await middleOf(page);
  const box = await page.locator('.al-scene-picture').boundingBox();
  const scale = (box?.height ?? NaN) / (2 * Math.tan((25 * Math.PI) / 180));
  /** On the ground, which is higher in the east: what is nearer to the eye is farther from the middle of the picture. */
  const shownAt = (east: number, north: number): number => {
    const eye = GROUND_MIDDLE[2] + 150;
    return x + (east * scale) / (eye - heightOf(GROUND_MIDDLE[0] + east, GROUND_MIDDLE[1] + north));
  };
  const dots = await page
    .locator('[data-kept="line-1"] circle')
    .evaluateAll((all) => all.map((dot) => Number(dot.getAttribute('cx'))));
  const [west = NaN, east = NaN] = dots.map((dot) => dot + (box?.x ?? NaN));
  expect([Math.abs(west - shownAt(-20, 10)), Math.abs(east - shownAt(20, 10))].map((off) => off < 1)).toEqual([
    true,
    true,
  ]);

  await page.getByRole('button', { name: 'Distance', exact: true }).click();
  await page.mouse.click(x - 100, y + 60);
  await page.mouse.click(x + 100, y + 60);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Distance', exact: true }).click();
  // Somebody else writes meanwhile.
  await write([first, line('line-2', 'Of somebody else', [-20, 20], [20, 20])]);
  await page.getByRole('button', { name: 'Keep in the dataset' }).click();
  await list.locator('[data-saving="saved"]').waitFor();
  await list.getByText('Of somebody else').waitFor();
  await list.getByText('Distance 1').waitFor();
  await screenshot(page, 'scene-measurements');
  expect(await findings(page)).toEqual([]);
  const kept = await read();
  expect(kept.map(({ properties }) => properties['name'])).toEqual([
    'Edge of the field',
    'Of somebody else',
    'Distance 1',
  ]);
  const { geometry, properties } = kept[2]!;
  const heights = properties['heights'] as readonly number[];
  for (const [index, place] of geometry.coordinates.entries())
    expect(Math.abs((heights[index] ?? NaN) - heightOf(...toUtm(place)))).toBeLessThan(0.02);
  expect([properties['tool'], properties['measurementType'], properties['createdBy']]).toEqual([
    'distance',
    'length',
    'admin',
  ]);

  await list.getByRole('button', { name: 'Show measurements' }).click();
  await page.waitForURL(/hide=/);
  expect(await page.locator('[data-kept]').count()).toBe(0);
  expect(faults).toEqual([]);
});
