import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { orthophoto } from '../support/orthophoto.ts';
import { framesWhile, printFrames } from './frames.ts';
import { printHead, printVisit, visit } from './page-times.ts';
import type { BenchStage } from './stage.ts';

const DRAWN = `document.querySelector('.al-map[aria-busy="false"] canvas') !== null`;
const SIDE = 2048;
const PHOTOS = 10_000;
const SECONDS = 5;

/** When the map of a built orthophoto is drawn and answers. */
export async function benchMap(stage: BenchStage): Promise<void> {
  await stage.make(async ({ url }, headers) => {
    await make(url, headers, 'ortho');
    const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-ortho-'));
    try {
      const bands = [1, 2, 3].map((band) => [band, 0] as const);
      const file = await orthophoto(folder, 'ortho.tif', { side: SIDE, bands, type: 'colours' });
      await putBuilt(`${url}/orgs/admin/ds/ortho`, headers, await readFile(file));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  printHead();
  await stage.fresh(async (context, { child }) => {
    for (const state of ['cold', 'warm'] as const) {
      const { page, took } = await visit(context, '/r/admin/ortho?view=map', DRAWN, child.pid!);
      printVisit('orthophoto on the map', state, took);
      console.log(`  a pan is answered after ${(await panned(page)).toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`);
      await page.close();
    }
  });
}

/** How 10,000 photos move on the map. */
export async function benchPhotos(stage: BenchStage): Promise<void> {
  await stage.make(({ url }, headers) => make(url, headers, 'photos'));
  await stage.fill({ photos: { files: PHOTOS, perFolder: 500 } });
  printHead();
  await stage.fresh(async (context, { child }) => {
    for (const state of ['cold', 'warm'] as const) {
      const { page, took } = await visit(context, '/r/admin/photos?view=map', DRAWN, child.pid!);
      printVisit(`${PHOTOS.toLocaleString('en')} photos on the map`, state, took);
      if (state === 'warm') printFrames('they are moved and zoomed', await framesWhile(page, () => lookAround(page)));
      await page.close();
    }
  });
}

async function make(url: string, headers: Readonly<Record<string, string>>, slug: string): Promise<void> {
  await fetch(`${url}/orgs/admin/ds`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ slug }),
  });
}

async function putBuilt(dataset: string, headers: Readonly<Record<string, string>>, file: Buffer): Promise<void> {
  const form = new FormData();
  form.set('path', 'ortho.tif');
  form.set('file', new Blob([new Uint8Array(file)]), 'ortho.tif');
  const sent = await fetch(`${dataset}/obj`, { method: 'POST', headers, body: form });
  if (sent.status !== 201) throw new Error(`POST obj: ${sent.status} ${await sent.text()}`);
  for (;;) {
    const entry = (await (await fetch(`${dataset}/obj?path=ortho.tif`, { headers })).json()) as {
      readonly buildStatus: string | null;
    };
    if (entry.buildStatus === null) return;
    if (entry.buildStatus === 'failed') throw new Error('The orthophoto was not built.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function middleOf(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await page.locator('.al-map').boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Milliseconds from the press of a drag until the address has the new view, which it gets when the map stands still. */
async function panned(page: Page): Promise<number> {
  const { x, y } = await middleOf(page);
  const before = page.url();
  const begun = performance.now();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y + 40, { steps: 3 });
  await page.mouse.up();
  await page.waitForURL((url) => url.href !== before);
  return performance.now() - begun;
}

/** Drags to and fro, and turns the wheel in and out. */
async function lookAround(page: Page): Promise<void> {
  const { x, y } = await middleOf(page);
  const end = performance.now() + SECONDS * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (turn % 2 === 0 ? 200 : -200), y + 30, { steps: 20 });
    await page.mouse.up();
    for (let notch = 0; notch < 5; notch += 1) await page.mouse.wheel(0, turn % 4 < 2 ? -120 : 120);
  }
}
