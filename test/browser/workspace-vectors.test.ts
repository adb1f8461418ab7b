import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition, type Place } from './map-pixels.ts';
import { makeDataset, mapIdle, PHONE, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Two fields side by side, of two crops; places in their middles. */
const [WEST, EAST]: readonly Place[] = [
  { longitude: 11.3452, latitude: 46.4878 },
  { longitude: 11.3458, latitude: 46.4878 },
];
const field = (at: Place, properties: object) => {
  const [west, east, south, north] = [at.longitude - 2e-4, at.longitude + 2e-4, at.latitude - 2e-4, at.latitude + 2e-4];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
};
const FIELDS = {
  type: 'FeatureCollection',
  features: [field(WEST!, { crop: 'vine', rows: 12 }), field(EAST!, { crop: 'wheat', rows: 40 })],
};

/** First colours of the palette: the values are in the order of their names. */
const [VINE, WHEAT] = [
  [0x00, 0x72, 0xb2],
  [0xe6, 0x9f, 0x00],
] as const;
/** Dark and light end of viridis. */
const [LOW, HIGH] = [
  [0x44, 0x01, 0x54],
  [0xfd, 0xe7, 0x25],
] as const;
const TOLERANCE = 6;

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'farm', 'Farm');
  const form = new FormData();
  form.set('path', 'fields.geojson');
  form.set('file', new Blob([JSON.stringify(FIELDS)]), 'fields.geojson');
  const answer = await stage.service.call('POST', '/orgs/survey/ds/farm/obj', { body: form });
  if (!answer.ok) throw new Error(`POST obj: ${answer.status} ${await answer.text()}`);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function distances(page: Page, west: readonly [number, number, number], east: readonly [number, number, number]) {
  const drawn = await picture(page, 'workspace-vectors');
  // Labels stand in the middle of the fields.
  const at = async ({ longitude, latitude }: Place) =>
    colourAt(drawn, await pagePosition(page, { longitude, latitude: latitude + 1.2e-4 }));
  return Math.max(difference(await at(WEST!), west), difference(await at(EAST!), east));
}

async function openStyle(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Layers' });
  await panel.getByText('fields.geojson').waitFor();
  await panel.getByText('Preparing').first().waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'fields.geojson', exact: true }).click();
  await page.getByRole('region', { name: 'fields.geojson', exact: true }).getByLabel('Colours').waitFor();
  // The inspector takes room from the right of the map.
  await panel.getByRole('button', { name: 'More about fields.geojson' }).click();
  await page.getByRole('menuitem', { name: 'Zoom to' }).click();
}

test('colours by category and by classes, labels, and the style that is saved for everybody', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map`);
  await openStyle(page);
  const inspector = page.getByRole('region', { name: 'fields.geojson', exact: true });
  await inspector.getByRole('slider', { name: 'Fill' }).press('End');
  await inspector.getByLabel('Colours').selectOption('By category');
  await inspector.getByLabel('Attribute').click();
  await page.getByRole('option', { name: 'crop' }).click();
  await expect.poll(() => distances(page, VINE, WHEAT)).toBeLessThan(TOLERANCE);
  const legend = page.getByRole('region', { name: 'Legend of fields.geojson' });
  expect(await legend.getByRole('listitem').allTextContents()).toEqual(['vine', 'wheat', 'Other']);
  expect(new URL(page.url()).searchParams.get('layers')).toContain(
    'by=category&of=crop&value=vine&value=wheat&fill=100',
  );
  await screenshot(page, 'workspace-vectors-category');
  expect(await findings(page)).toEqual([]);

  await inspector.getByLabel('Colours').selectOption('Graduated');
  await inspector.getByLabel('Attribute').click();
  await page.getByRole('option', { name: 'rows' }).click();
  await expect.poll(() => distances(page, LOW, HIGH)).toBeLessThan(TOLERANCE);
  await inspector.getByLabel('Label').click();
  await page.getByRole('option', { name: 'crop' }).click();
  await mapIdle(page);
  await screenshot(page, 'workspace-vectors-graduated');
  await inspector.getByRole('button', { name: 'Save as default style' }).click();
  await inspector.getByText('Saved.').waitFor();
  expect(await findings(page)).toEqual([]);

  // The address says nothing of it, and still it is shown.
  await page.goto(`${where}?view=map`);
  await mapIdle(page);
  await expect.poll(() => distances(page, LOW, HIGH)).toBeLessThan(TOLERANCE);
  expect(faults).toEqual([]);
});

test('a click shows the attributes; an unknown style says so', async () => {
  const { page, faults } = await stage.open({ ...PHONE, colorScheme: 'dark' });
  await signIn(
    page,
    `${where}?view=map&sel=fields.geojson&layers=${encodeURIComponent('fields.geojson;s;by=rainbow')}`,
  );
  await mapIdle(page);
  await page.getByRole('button', { name: 'Show the panel' }).click();
  await page.getByText('The style in the address is not known').waitFor();
  await page.getByRole('button', { name: 'Hide the panel' }).click();
  const { x, y } = await pagePosition(page, WEST!);
  await page.mouse.click(x, y);
  const picked = page.getByRole('dialog', { name: 'fields.geojson' });
  await picked.getByText('vine').waitFor();
  await picked.getByText('12', { exact: true }).waitFor();
  await picked.getByRole('button', { name: 'Copy crop' }).waitFor();
  await screenshot(page, 'workspace-vectors-picked-phone');
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
    0,
  );
  await picked.getByRole('button', { name: 'Zoom to' }).click();
  await mapIdle(page);
  await picked.getByRole('button', { name: 'Close' }).click();
  await picked.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
