import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataset, screenshot, signIn, startStage, type Stage } from './support.ts';

/** More than two of the parts the page sends, and more than what it sends as one form. */
const SIZE = 70 * 1024 * 1024;
const PART = 32 * 1024 * 1024;

let stage: Stage;
let folder: string;
let where: string;
let hash: string;
beforeAll(async () => {
  stage = await startStage();
  folder = await mkdtemp(join(tmpdir(), 'alidade-browser-'));
  const bytes = Buffer.alloc(SIZE, 'alidade ');
  hash = createHash('sha256').update(bytes).digest('hex');
  await writeFile(join(folder, 'large é.bin'), bytes);
  where = await makeDataset(stage.service, 'large', 'files');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Chooses the large file, and notes which requests of the protocol the page makes. */
async function choose(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/uploads')) return;
    const offset = request.headers()['upload-offset'];
    asked.push([request.method(), offset].filter((it) => it !== undefined).join(' '));
  });
  await page.getByLabel('Upload files').and(page.locator('input')).setInputFiles(join(folder, 'large é.bin'));
  return asked;
}

const uploaded = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Uploads' }).getByText('1 item uploaded').first().waitFor({ timeout: 60_000 });

async function storedHash(path: string): Promise<string | undefined> {
  const answer = await stage.service.call('GET', `/orgs/large/ds/files/obj?path=${encodeURIComponent(path)}`);
  return ((await answer.json()) as { hash?: string }).hash;
}

test('a large file goes on where a lost connection stopped it', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?path=line`);
  let lost = 0;
  await page.route('**/uploads/*', (route) => {
    const offset = Number(route.request().headers()['upload-offset']);
    if (offset === PART && lost < 2) {
      lost += 1;
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  const asked = await choose(page);
  await page.getByText('The connection is lost. It goes on where it stopped.').waitFor({ timeout: 60_000 });
  await screenshot(page, 'upload-held-up');
  await uploaded(page);
  expect(lost).toBe(2);
  expect(asked.filter((it) => it.startsWith('POST'))).toHaveLength(1);
  expect(asked.filter((it) => it === 'PATCH 0')).toHaveLength(1);
  expect(asked.at(-1)).toBe(`PATCH ${2 * PART}`);
  expect(await storedHash('line/large é.bin')).toBe(hash);
  expect(faults).toEqual([]);
}, 120_000);

test('after the page was closed, choosing the file again sends only the rest', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?path=closed`);
  // The second part never gets through.
  await page.route('**/uploads/*', (route) =>
    Number(route.request().headers()['upload-offset']) === PART ? route.abort() : route.continue(),
  );
  await choose(page);
  await page.getByText('The connection is lost. It goes on where it stopped.').waitFor({ timeout: 60_000 });
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto(`${where}?path=closed`);
  await next.getByRole('button', { name: 'Upload files' }).waitFor();
  const asked = await choose(next);
  await uploaded(next);
  expect(asked[0]).toBe('HEAD');
  expect(asked.slice(1)).toEqual([`PATCH ${PART}`, `PATCH ${2 * PART}`]);
  expect(await storedHash('closed/large é.bin')).toBe(hash);
}, 120_000);

test('a cancelled upload leaves nothing on the service', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?path=cancelled`);
  await page.route('**/uploads/*', (route) =>
    Number(route.request().headers()['upload-offset']) === PART ? route.abort() : route.continue(),
  );
  await choose(page);
  await page.getByText('The connection is lost. It goes on where it stopped.').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel large é.bin' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await expect
    .poll(async () => (await stage.service.call('GET', '/orgs/large/ds/files/uploads')).json(), { timeout: 10_000 })
    .toEqual([]);
}, 120_000);
