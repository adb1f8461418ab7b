import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../support/service.ts';
import { pathsOf } from './entries.ts';
import { findings } from './findings.ts';
import {
  DESKTOP,
  fileInput,
  focused,
  makeDataset,
  PHONE,
  screenshot,
  signIn,
  type Stage,
  startStage,
  tabTo,
} from './support.ts';

/** The promise of docs/web.md. */
const LIMIT_KB = 150;
const MOST_REQUESTS = 12;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'login', 'field');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** Fills in the form of the page and sends it. */
async function send(page: Page, password: string): Promise<void> {
  await page.getByLabel('User name').fill(ADMIN.userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const showsAdmin = (page: Page): Promise<void> =>
  page.locator('header').getByRole('button', { name: ADMIN.userName }).waitFor();

const pathOf = (answer: Response): string => new URL(answer.url()).pathname;

test(`the login page is there after ${MOST_REQUESTS} requests and ${LIMIT_KB} kB at most, letters included`, async () => {
  const { page, faults } = await stage.open();
  const answers: Response[] = [];
  page.on('response', (answer) => answers.push(answer));
  const features = page.waitForResponse('**/sys/features');
  await page.goto('/login');
  await (await features).finished();
  await expect.poll(() => focused(page)).toContain('User name');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  expect(await page.evaluate<boolean>(`document.fonts.check('16px "Noto Sans"')`)).toBe(true);
  const bytes = await Promise.all(answers.map(async (answer) => gzipSync(await answer.body()).length));
  const kilobytes = bytes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${answers.length} requests, ${kilobytes.toFixed(1)} kB gzip`);
  expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 200));
  expect(answers.length, answers.map(pathOf).join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(kilobytes).toBeLessThanOrEqual(LIMIT_KB);
  // The letters of this page, and no others.
  const letters = answers.filter((answer) => pathOf(answer).endsWith('.woff2'));
  expect(letters).toHaveLength(2);
  for (const weight of ['latin-400', 'latin-600'])
    expect(letters.map(pathOf)).toContainEqual(expect.stringContaining(weight));
  for (const answer of letters) {
    const { 'content-type': type, 'cache-control': cache } = answer.headers();
    expect([type, cache]).toEqual(['font/woff2', 'public, max-age=31536000, immutable']);
  }
  const [document] = answers;
  expect(document!.headers()['content-security-policy']).toContain("font-src 'self'");
  expect(document!.headers()['cache-control']).toContain('no-store');
  expect(faults).toEqual([]);
});

test('a visitor gets the login page at once, and is back at the place with its hash', async () => {
  const { page, faults } = await stage.open();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/account#password');
  await page.getByText('Then you go back to the page you asked for.').waitFor();
  expect(new URL(page.url()).searchParams.get('return')).toBe('/account');
  expect(scripts.filter((path) => path.includes('/index-'))).toEqual([]);
  await send(page, ADMIN.password);
  await showsAdmin(page);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/account#password');
  // Back leads to no login page.
  expect(await page.evaluate<number>('history.length')).toBeLessThanOrEqual(2);
  expect(faults).toEqual([]);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/login?return=/login'])(
  'signing in never leads to %s',
  async (address) => {
    const { page } = await stage.open();
    await page.goto(`/login?return=${encodeURIComponent(address)}`);
    await send(page, ADMIN.password);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${stage.service.url}/`);
  },
);

test('what comes from another site, or brings credentials by itself, gets the application', async () => {
  const ask = (headers: Record<string, string>, path = '/account') =>
    stage.service.app.server.inject({ url: path, headers });
  const own = { 'sec-fetch-site': 'none' };
  expect(await ask(own)).toMatchObject({ statusCode: 302, headers: { location: '/login?return=/account' } });
  expect((await ask(own, '/settings/jobs?state=Failed')).headers.location).toBe(
    '/login?return=/settings/jobs%3Fstate%3DFailed',
  );
  // A strict cookie stays at home when a link of another site is followed.
  for (const headers of [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { ...own, cookie: 'jwtToken=any' },
    { ...own, authorization: 'Basic YTpi' },
  ])
    expect((await ask(headers)).statusCode, JSON.stringify(headers)).toBe(200);
  expect((await ask(own, '/?show=public')).statusCode).toBe(200);
  expect((await ask(own, '/r/login/field')).statusCode).toBe(200);
});

test('the colours are chosen by keyboard, and stay for the application', async () => {
  const { page } = await stage.open();
  await page.goto('/login');
  await page.getByLabel('User name').waitFor();
  await page.evaluate('document.activeElement.blur()');
  await tabTo(page, 'Colours: As the system');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await expect.poll(() => focused(page)).toContain('Colours: Dark');
  await send(page, ADMIN.password);
  await showsAdmin(page);
  await page.locator('header').getByRole('button', { name: ADMIN.userName }).click();
  await expect.poll(() => page.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
});

test.each([
  ['desktop', DESKTOP],
  ['phone', { ...PHONE, viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' as const }],
])('axe finds nothing in any state in light and dark, %s', async (name, device) => {
  const { page, faults } = await stage.open(device);
  await page.goto('/login?return=/account&problem=signed-out');
  await page.getByRole('status').getByText('You were signed out').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await screenshot(page, `login-document-${name}-${colorScheme}`);
    expect(await findings(page)).toEqual([]);
  }
  await send(page, 'not this');
  await page.getByRole('alert').getByText('do not belong together').waitFor();
  expect(await findings(page)).toEqual([]);
  await screenshot(page, `login-document-${name}-wrong`);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
});

test('a session that ends during uploads keeps them: they go on for the same person', async () => {
  const { page } = await stage.open();
  await signIn(page, '/r/login/field');
  await page.getByText('This dataset is empty').waitFor();
  await page.evaluate('window.sameDocument = true');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    '**/obj',
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  await fileInput(page).setInputFiles({ name: 'held.txt', mimeType: 'text/plain', buffer: Buffer.from('held') });
  await page.getByRole('region', { name: 'Uploads' }).waitFor();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('late');
  await page.keyboard.press('Enter');
  await page.getByText('You were signed out').waitFor();
  // The names are nobody else's to read meanwhile.
  expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  await send(page, ADMIN.password);
  await showsAdmin(page);
  expect(await page.evaluate<boolean>('window.sameDocument === true')).toBe(true);
  release();
  await page.getByText('1 item uploaded').first().waitFor();
  expect(await pathsOf(stage.service, 'login/field')).toEqual(['held.txt']);
});
