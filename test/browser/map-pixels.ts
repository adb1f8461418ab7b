import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';

type Rgb = readonly [red: number, green: number, blue: number];
export type Place = { readonly longitude: number; readonly latitude: number };

/** MapLibre's world is 512 pixels wide at zoom 0. */
const WORLD = 512;

/** Web Mercator, as a share of the world from its north-west corner. */
function mercator({ longitude, latitude }: Place): { readonly x: number; readonly y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.atanh(sine) / (2 * Math.PI) };
}

/** Where a place of the earth lies on the page, from the view in the address: "#zoom/latitude/longitude". */
export async function pagePosition(page: Page, place: Place): Promise<{ readonly x: number; readonly y: number }> {
  const [zoom = NaN, latitude = NaN, longitude = NaN] = new URL(page.url()).hash.slice(1).split('/').map(Number);
  const box = await page.locator('.al-map').boundingBox();
  if (box === null) throw new Error('There is no map on the page');
  const centre = mercator({ longitude, latitude });
  const point = mercator(place);
  const scale = WORLD * 2 ** zoom;
  return {
    x: Math.round(box.x + box.width / 2 + (point.x - centre.x) * scale),
    y: Math.round(box.y + box.height / 2 + (point.y - centre.y) * scale),
  };
}

/** The colour of one pixel of a screenshot. */
export function colourAt(screenshot: Buffer, { x, y }: { readonly x: number; readonly y: number }): Rgb {
  const { data, width } = PNG.sync.read(screenshot);
  const at = (y * width + x) * 4;
  return [data[at] ?? NaN, data[at + 1] ?? NaN, data[at + 2] ?? NaN];
}

/** The largest difference of a channel. */
export const difference = (one: Rgb, other: Rgb): number =>
  Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? NaN))));
