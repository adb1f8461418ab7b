import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUADRANTS, quadrantOrthophoto } from '../support/geotiff.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { makeDataset, mapIdle, PHONE, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Centres of the orthophoto's quarters in degrees, from their UTM coordinates by PROJ's own program. */
const NORTH_WEST = { longitude: 11.345693337, latitude: 46.488280109 };

/** JPEG inside the build moves colours a little; another quarter is further away by far. */
const TOLERANCE = 16;

const AREA = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Vineyard', rows: 12 },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [11.3452, 46.4877],
            [11.3455, 46.4877],
            [11.3455, 46.4879],
            [11.3452, 46.4879],
            [11.3452, 46.4877],
          ],
        ],
      },
    },
  ],
};

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'hill', 'Hill');
  await send('ortho.tif', quadrantOrthophoto());
  await send('areas.geojson', Buffer.from(JSON.stringify(AREA)));
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function send(path: string, bytes: Buffer): Promise<void> {
  const form = new FormData();
  form.set('path', path);
  form.set('file', new Blob([new Uint8Array(bytes)]), path);
  const answer = await stage.service.call('POST', '/orgs/survey/ds/hill/obj', { body: form });
  if (!answer.ok) throw new Error(`POST obj: ${answer.status} ${await answer.text()}`);
}

test('all layers come by themselves; one is hidden, moved and looked at, and the address says so', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Map' }).click();
  const panel = page.getByRole('region', { name: 'Layers' });
  await panel.getByText('ortho.tif').waitFor();
  await panel.getByText('areas.geojson').waitFor();
  await panel.getByText('Preparing').first().waitFor({ state: 'detached' });
  await mapIdle(page);
  const isOrange = async () => {
    const drawn = await picture(page, 'workspace-map');
    return difference(colourAt(drawn, await pagePosition(page, NORTH_WEST)), QUADRANTS.northWest);
  };
  await expect.poll(isOrange).toBeLessThan(TOLERANCE);
  expect(await findings(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Show ortho.tif' }).click();
  await expect.poll(isOrange).toBeGreaterThan(TOLERANCE);
  await expect.poll(() => new URL(page.url()).searchParams.get('layers')).toBe('ortho.tif;h');
  await page.reload();
  await panel.getByRole('button', { name: 'Show ortho.tif', pressed: false }).waitFor();
  await panel.getByRole('button', { name: 'Show ortho.tif' }).click();
  await expect.poll(isOrange).toBeLessThan(TOLERANCE);
  await panel.getByRole('button', { name: 'ortho.tif', exact: true }).click();
  const inspector = page.getByRole('region', { name: 'ortho.tif' });
  await inspector.getByRole('tab', { name: 'Info' }).click();
  await inspector.getByText('SHA-256').first().waitFor();
  await screenshot(page, 'workspace-map-inspector');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the map is printed with its title, as a picture and as a PDF in the size of the paper', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map`);
  await mapIdle(page);
  const print = async (format: 'PDF' | 'PNG picture', paper: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Print the map' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print the map' });
    await dialog.getByLabel('Title').fill('Vineyard, May');
    await dialog.getByLabel(format).check();
    await dialog.getByLabel(paper).check();
    await screenshot(page, 'print-dialog');
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 90_000 }),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Vineyard- May.${format === 'PDF' ? 'pdf' : 'png'}`);
    await dialog.waitFor({ state: 'detached' });
    return readFile(await download.path());
  };
  const { data, width, height } = PNG.sync.read(await print('PNG picture', 'Landscape'));
  expect([width, height]).toEqual([1754, 1240]);
  const coloursOf = new Set<string>();
  for (let at = 0; at < data.length; at += 4 * 97)
    for (const [name, colour] of Object.entries(QUADRANTS))
      if (difference([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0], colour) < TOLERANCE) coloursOf.add(name);
  expect([...coloursOf].toSorted()).toEqual(['northEast', 'northWest', 'southEast', 'southWest']);

  const document = await PDFDocument.load(await print('PDF', 'Portrait'));
  expect(document.getTitle()).toBe('Vineyard, May');
  const size = document.getPage(0).getSize();
  // Points of A4 upright.
  expect([Math.round(size.width), Math.round(size.height)]).toEqual([595, 842]);
  expect(faults).toEqual([]);
});

test('on a phone the map comes first, and nothing is wider than the screen', async () => {
  const { page, faults } = await stage.open({ ...PHONE, colorScheme: 'dark' });
  await signIn(page, `${where}?view=map&sel=ortho.tif`);
  await mapIdle(page);
  await screenshot(page, 'workspace-map-phone');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
    0,
  );
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
