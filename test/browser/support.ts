import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { ADMIN, startService, type TestService } from '../support/service.ts';
import { DESKTOP, launchBrowser } from './browser.ts';

export { DESKTOP, PHONE } from './browser.ts';

/** Where the tests leave their screenshots; not in the repository. */
const SCREENSHOTS = new URL('../../test-results/', import.meta.url);
const KEEPS_PICTURES = process.env['ALIDADE_SCREENSHOTS'] !== undefined;

/** A running service and a browser for it. */
export interface Stage extends AsyncDisposable {
  readonly service: TestService;
  /** A page with cookies of its own, which closes with the test that opens it; what it reports as errors is collected. */
  readonly open: (options?: BrowserContextOptions) => Promise<StagePage>;
}

export interface StagePage {
  readonly page: Page;
  /** Uncaught errors and breaches of the content security policy, which no test may cause. */
  readonly faults: readonly string[];
}

export async function startStage(environment: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const service = await startService(environment);
  browser ??= launchBrowser();
  const shared = await browser;
  const contexts = new Set<BrowserContext>();
  const close = async (context: BrowserContext): Promise<void> => {
    contexts.delete(context);
    await context.close();
  };
  return {
    service,
    async open(options = DESKTOP) {
      const context = await shared.newContext({ baseURL: service.url, locale: 'en-GB', ...options });
      contexts.add(context);
      // A page that stays open goes on to draw and to ask, and slows the tests that follow.
      if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => close(context));
      return openPage(context);
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await close(context);
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Files of one worker share it: a start is two seconds of a processor. It ends with the worker. */
let browser: Promise<Browser> | undefined;

async function openPage(context: BrowserContext): Promise<StagePage> {
  // A hidden failure is worse than a slow one; half a minute is long for a page of this size.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  return { page, faults };
}

/** Signs in by the login page, which the page leads to, and is back on the page. */
export async function signInByPage(page: Page, wanted = '/', password: string = ADMIN.password): Promise<void> {
  await page.goto(wanted);
  await page.getByLabel('User name').fill(ADMIN.userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await showsPerson(page, ADMIN.userName);
}

/** Opens a page as somebody. To load the login page for that, too, took a third of the time of many tests. */
export async function signIn(
  page: Page,
  wanted = '/',
  password: string = ADMIN.password,
  userName: string = ADMIN.userName,
): Promise<void> {
  const answer = await page.request.post('/users/authenticate', { data: { userName, password, cookie: true } });
  if (!answer.ok()) throw new Error(`POST /users/authenticate: ${answer.status()} ${await answer.text()}`);
  await page.goto(wanted);
  await showsPerson(page, userName);
}

const showsPerson = (page: Page, userName: string): Promise<void> =>
  page.locator('header').getByRole('button', { name: userName }).waitFor();

/** Makes a user over HTTP, with the password `PASSWORD`. */
export async function makeUser(service: TestService, userName: string, roles: readonly string[] = []): Promise<void> {
  const answer = await service.call('POST', '/users', { json: { userName, password: PASSWORD, roles } });
  if (!answer.ok) throw new Error(`POST /users: ${answer.status} ${await answer.text()}`);
}

export const PASSWORD = 'quadrant7';

/** Presses Tab until the focus is on what is named; bounded, so that a trap fails the test. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).includes(name)) return;
  }
  throw new Error(`Tab does not reach "${name}"`);
}

/** Waits until a dialog has the focus, which it takes a moment after it is there: a key before would go elsewhere. */
export const takesFocus = (dialog: Locator): Promise<void> => dialog.locator(':focus').waitFor();

/** What is said of the element with the focus: its label or its text; nothing of the page as a whole. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const it = document.activeElement;
    if (it === null || it === document.body) return '';
    const labels = [...(it?.labels ?? [])].map((label) => label.textContent).join(' ');
    return [it?.getAttribute('aria-label') ?? '', labels, it?.textContent ?? ''].join(' ');
  })()`);

/** Makes an organization and a dataset over HTTP; answers the dataset's page. */
export async function makeDataset(
  service: TestService,
  org: string,
  ds: string,
  name = `Dataset ${ds}`,
): Promise<string> {
  const made = await service.call('POST', '/orgs', {
    json: { slug: org, name: `Organization ${org}`, isPublic: false },
  });
  if (made.status !== 201 && made.status !== 409) throw new Error(`POST /orgs: ${made.status} ${await made.text()}`);
  const dataset = { slug: ds, name, visibility: 0, tagline: 'For a test' };
  const answer = await service.call('POST', `/orgs/${org}/ds`, { json: dataset });
  if (answer.status !== 201) throw new Error(`POST /orgs/${org}/ds: ${answer.status} ${await answer.text()}`);
  return `/r/${org}/${ds}`;
}

/** What the button “Upload files” opens. */
export const fileInput = (page: Page): Locator => page.getByLabel('Upload files').and(page.locator('input'));

/** Waits until the map has drawn everything it wants to. */
export async function mapIdle(page: Page): Promise<void> {
  await page.locator('.al-map[aria-busy="false"] canvas').waitFor({ timeout: 60_000 });
}

/** What the page looks like, as PNG. */
export async function picture(page: Page, name: string): Promise<Buffer> {
  if (!KEEPS_PICTURES) return page.screenshot();
  await mkdir(SCREENSHOTS, { recursive: true });
  return page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, SCREENSHOTS)) });
}

/** Leaves a picture for people to look at, where they asked for them: no test does. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (KEEPS_PICTURES) await picture(page, name);
}
