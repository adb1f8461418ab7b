import { lasBytes, type LasRecordToWrite, projectedKeys } from '../../src/kinds/pointcloud/testing/las-bytes.ts';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { form, type TestService, until } from '../support/service.ts';

/** Red ground in the west, a blue building in the east: a square of 100 m with a point each metre, all at one height. */
export const TWO_COLOURS = {
  red: [220, 30, 30],
  blue: [30, 60, 220],
  /** Middle of the cloud in EPSG:32633. */
  middle: [500_050, 4_000_050, 100],
  side: 100,
  spacing: 1,
  ground: 2,
  building: 6,
} as const;

const RECORD = 26;
const UTM = projectedKeys(32_633);

/**
 * The cloud as LAS 1.2 of point format 2.
 *
 * @param records what stands in front of the points: the CRS, or nothing
 * @param east metres that it lies farther east
 * @param north metres that it lies farther north
 */
export function twoColourCloud(
  records: readonly LasRecordToWrite[] = [UTM],
  colourFactor = 1,
  east = 0,
  north = 0,
): Buffer {
  const { side, spacing, red, blue, ground, building } = TWO_COLOURS;
  const across = side / spacing;
  const points = Buffer.alloc(RECORD * across * across);
  for (let row = 0; row < across; row += 1)
    for (let column = 0; column < across; column += 1) {
      const at = RECORD * (row * across + column);
      const isWest = column < across / 2;
      points.writeInt32LE(100 * (column + 0.5), at);
      points.writeInt32LE(100 * (row + 0.5), at + 4);
      points.writeInt32LE(0, at + 8);
      points.writeUInt16LE(1000 + row, at + 12);
      points.writeUInt8(0b001_001, at + 14);
      points.writeUInt8(isWest ? ground : building, at + 15);
      (isWest ? red : blue).forEach((value, band) => points.writeUInt16LE(value * colourFactor, at + 20 + 2 * band));
    }
  const [x, y, z] = [500_000 + east, 4_000_000 + north, 100];
  const bounds = [x + 0.5, y + 0.5, z, x + side - 0.5, y + side - 0.5, z];
  return lasBytes({ minor: 2, format: 2, points, records, bounds, offset: [x, y, z] });
}

/** Uploads a file and waits until it is built. @returns its hash */
export async function putBuilt(service: TestService, dataset: string, path: string, file: Buffer): Promise<string> {
  const [org, ds] = dataset.split('/');
  const answer = await service.call('POST', `/orgs/${org}/ds/${ds}/obj`, { body: form({ path, file }) });
  if (answer.status !== 201) throw new Error(`POST obj ${path}: ${answer.status} ${await answer.text()}`);
  type Listed = { buildStatus: string | null; buildError?: string | null; hash: string };
  const ask = async (): Promise<Listed | undefined> => {
    const list = await service.call('GET', `/orgs/${org}/ds/${ds}/list?path=${encodeURIComponent(path)}`);
    const [entry] = (await list.json()) as Listed[];
    return entry;
  };
  const entry = await until(ask, (one) => one !== undefined && ['failed', null].includes(one.buildStatus), 120);
  if (entry?.buildStatus !== null) throw new Error(`${path}: ${entry?.buildError}`);
  return entry.hash;
}

/** Waits until the scene has drawn everything it wants to. */
export const sceneReady = (page: Page): Promise<void> =>
  page.locator('.al-scene[data-state="ready"]').waitFor({ timeout: 90_000 });

/** Middle of the picture on the page. */
export async function middleOf(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.al-scene-picture').boundingBox();
  if (box === null) throw new Error('There is no scene on the page');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Pixels to each side. */
const AROUND = 3;

/** The usual colour around a pixel of a screenshot: single pixels may lie between points. */
export function colourAround(screenshot: Buffer, { x, y }: { readonly x: number; readonly y: number }) {
  const { data, width } = PNG.sync.read(screenshot);
  const offsets = Array.from({ length: 2 * AROUND + 1 }, (_, index) => index - AROUND);
  const places = offsets.flatMap((right) => offsets.map((down) => 4 * ((y + down) * width + x + right)));
  const median = (band: number): number =>
    places.map((at) => data[at + band] ?? NaN).toSorted((one, other) => one - other)[places.length >> 1] ?? NaN;
  return [median(0), median(1), median(2)] as const;
}
