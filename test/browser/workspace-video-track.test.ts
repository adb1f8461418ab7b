import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FTYP, movie, xyz } from '../../src/kinds/video/testing/video-bytes.ts';
import { form } from '../support/service.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition, type Place } from './map-pixels.ts';
import { makeDataset, mapIdle, screenshot, signIn, type Stage, startStage } from './support.ts';

/** A corner: east for four seconds, then north for four. */
const START = { longitude: 11.345, latitude: 46.488 };
const CORNER = { longitude: 11.347, latitude: 46.488 };
const END = { longitude: 11.347, latitude: 46.4894 };
const PINK = [0xbe, 0x18, 0x5d] as const;

const between = (from: Place, to: Place, share: number): Place => ({
  longitude: from.longitude + (to.longitude - from.longitude) * share,
  latitude: from.latitude + (to.latitude - from.latitude) * share,
});
const placeAt = (second: number): Place =>
  second <= 4 ? between(START, CORNER, second / 4) : between(CORNER, END, (second - 4) / 4);

const SUBTITLES = Array.from({ length: 9 }, (_, second) => {
  const { longitude, latitude } = placeAt(second);
  const times = `00:00:0${second},000 --> 00:00:0${second},900`;
  return `${second + 1}\n${times}\n[latitude: ${latitude}] [longitude: ${longitude}] [altitude: ${300 + second}]\n\n`;
}).join('');

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'film', 'Film');
  const film = Buffer.concat([FTYP, movie(xyz('+46.4880+011.3450+300/'))]);
  await send('flights/DJI_0001.MP4', film);
  await send('flights/DJI_0001.SRT', Buffer.from(SUBTITLES));
  await send('plain.mp4', Buffer.concat([FTYP, movie(xyz('+46.4890+011.3455+300/'))]));
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function send(path: string, file: Buffer): Promise<void> {
  const answer = await stage.service.call('POST', '/orgs/survey/ds/film/obj', { body: form({ path, file }) });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

const trackOf = async (path: string): Promise<unknown> =>
  (await stage.service.call('GET', `/orgs/survey/ds/film/videos/track?path=${encodeURIComponent(path)}`)).json();

test('the service tells the track of a video as GeoJSON with times', async () => {
  expect(await trackOf('flights/DJI_0001.MP4')).toMatchObject({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: { length: 9, 0: [11.345, 46.488, 300], 8: [11.347, 46.4894, 308] } },
    properties: { path: 'flights/DJI_0001.MP4', seconds: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
  });
  expect(await trackOf('plain.mp4')).toEqual({
    type: 'Feature',
    geometry: null,
    properties: { path: 'plain.mp4', seconds: [] },
  });
  const none = await stage.service.call('GET', '/orgs/survey/ds/film/videos/track?path=flights%2FDJI_0001.SRT');
  expect(none.status).toBe(400);
});

const opened = async (page: Page, at: Place): Promise<Locator> => {
  const { x, y } = await pagePosition(page, at);
  await page.mouse.click(x, y);
  const picked = page.getByRole('dialog', { name: 'Videos' });
  await picked.waitFor();
  return picked;
};

/** The film of the test has no pictures, so the player is told where it is. */
const play = (page: Page, second: number): Promise<void> =>
  page.evaluate(`(() => {
    const video = document.querySelector('.al-lightbox-video');
    Object.defineProperty(video, 'currentTime', { value: ${second}, writable: true, configurable: true });
    video.dispatchEvent(new Event('timeupdate'));
  })()`);

test('the track is a line on the map, and a click on it opens the video at that second', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map#17/46.4886/11.346`);
  await mapIdle(page);
  const colour = async () => {
    const at = await pagePosition(page, placeAt(6));
    return difference(colourAt(await page.screenshot(), at), PINK);
  };
  await expect.poll(colour, { timeout: 30_000 }).toBeLessThan(12);
  const picked = await opened(page, placeAt(6));
  await picked.getByText('Begins at 0:06').waitFor();
  await screenshot(page, 'workspace-video-track');
  expect(await findings(page)).toEqual([]);
  await picked.getByRole('button', { name: 'Open DJI_0001.MP4' }).click();
  const slider = page.getByRole('slider', { name: 'Place on the track' });
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('6');
  await page.getByText('46.488700, 11.347000').waitFor();
  expect(faults).toEqual([]);
});

test('while the video plays its place moves along the track; clicks and keys there lead to other seconds', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map#17/46.4886/11.346`);
  await mapIdle(page);
  const picked = await opened(page, START);
  await picked.getByRole('button', { name: 'Open DJI_0001.MP4' }).click();
  const slider = page.getByRole('slider', { name: 'Place on the track' });
  await page.getByText('46.488000, 11.345000').waitFor();
  const marker = slider.locator('circle');
  const before = await marker.boundingBox();
  await play(page, 4);
  await page.getByText('46.488000, 11.347000').waitFor();
  await page.getByText('304 m').waitFor();
  const after = await marker.boundingBox();
  if (before === null || after === null) throw new Error('There is no marker');
  expect(after.x - before.x).toBeGreaterThan(80);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  await screenshot(page, 'workspace-video-lightbox');
  expect(await findings(page)).toEqual([]);

  const current = () => page.evaluate<number>(`document.querySelector('.al-lightbox-video').currentTime`);
  await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
  expect(await current()).toBe(0);
  await slider.press('ArrowRight');
  expect(await current()).toBe(5);
  await slider.press('End');
  expect(await current()).toBe(8);
  await page.getByText('1 of 2').waitFor();
  expect(faults).toEqual([]);
});
