import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileInput, makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

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
  await fileInput(page).setInputFiles(join(folder, 'large é.bin'));
  return asked;
}

const heldUp = (page: Page): Promise<void> =>
  page.getByText('The connection is lost. It goes on where it stopped.').waitFor({ timeout: 60_000 });

/** A page that has sent the first part of the large file into a folder; the second one never gets through. */
async function heldUpIn(place: string): Promise<Page> {
  const { page } = await stage.open();
  await signIn(page, `${where}?path=${place}`);
  await page.route('**/uploads/*', (route) =>
    Number(route.request().headers()['upload-offset']) === PART ? route.abort() : route.continue(),
  );
  await choose(page);
  await heldUp(page);
  return page;
}

const uploaded = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Uploads' }).getByText('1 item uploaded').first().waitFor({ timeout: 60_000 });

async function storedHash(path: string): Promise<string | undefined> {
  const answer = await stage.service.call('GET', `/orgs/large/ds/files/obj?path=${encodeURIComponent(path)}`);
  return ((await answer.json()) as { hash?: string }).hash;
}

/** The first part is not sent again. The page that was closed may have sent some of the second one as it went. */
function expectOnlyRest(asked: readonly string[]): void {
  const sent = asked.filter((it) => it.startsWith('P'));
  expect(sent.every((it) => /^PATCH [1-9]/.test(it))).toBe(true);
  expect(Number(sent[0]?.slice('PATCH '.length))).toBeGreaterThanOrEqual(PART);
}

async function openPaths(): Promise<readonly string[]> {
  const answer = await stage.service.call('GET', '/orgs/large/ds/files/uploads');
  return ((await answer.json()) as { path: string }[]).map(({ path }) => path);
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
  await heldUp(page);
  await screenshot(page, 'upload-held-up');
  await uploaded(page);
  expect(lost).toBe(2);
  expect(asked.filter((it) => it.startsWith('POST'))).toHaveLength(1);
  expect(asked.filter((it) => it === 'PATCH 0')).toHaveLength(1);
  expect(asked.at(-1)).toBe(`PATCH ${2 * PART}`);
  expect(await storedHash('line/large é.bin')).toBe(hash);
  expect(faults).toEqual([]);
});

test('after the page was closed, choosing the file again sends only the rest', async () => {
  const page = await heldUpIn('closed');
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto(`${where}?path=closed`);
  await next.getByRole('button', { name: 'Add' }).waitFor();
  const asked = await choose(next);
  await uploaded(next);
  expect(asked[0]).toBe('HEAD');
  expectOnlyRest(asked);
  expect(await storedHash('closed/large é.bin')).toBe(hash);
});

test('another browser goes on with the same file', async () => {
  const page = await heldUpIn('elsewhere');
  await page.close({ runBeforeUnload: false });

  const { page: other } = await stage.open();
  await signIn(other, `${where}?path=elsewhere`);
  const asked = await choose(other);
  await uploaded(other);
  expectOnlyRest(asked);
  expect(await storedHash('elsewhere/large é.bin')).toBe(hash);
});

test('a file that was changed since is sent from its start', async () => {
  const page = await heldUpIn('changed');
  await page.close({ runBeforeUnload: false });
  const changed = Buffer.alloc(SIZE, 'ALIDADE ');
  await writeFile(join(folder, 'large é.bin'), changed);
  try {
    const { page: other } = await stage.open();
    await signIn(other, `${where}?path=changed`);
    const asked = await choose(other);
    await uploaded(other);
    expect(asked).toContain('PATCH 0');
    expect(await storedHash('changed/large é.bin')).toBe(createHash('sha256').update(changed).digest('hex'));
  } finally {
    await writeFile(join(folder, 'large é.bin'), Buffer.alloc(SIZE, 'alidade '));
  }
});

test('a cancelled upload leaves nothing on the service', async () => {
  const page = await heldUpIn('cancelled');
  expect(await openPaths()).toContain('cancelled/large é.bin');
  await page.getByRole('button', { name: 'Cancel large é.bin' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await expect.poll(() => openPaths(), { timeout: 10_000 }).not.toContain('cancelled/large é.bin');
});
