import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { ADMIN, startService, type TestService } from '../support/service.ts';

/** Where the tests leave their screenshots; not in the repository. */
const SCREENSHOTS = new URL('../../test-results/', import.meta.url);
const KEEPS_PICTURES = process.env['ALIDADE_SCREENSHOTS'] !== undefined;

const FLAGS = [
  // Containers have no user namespaces for Chromium's sandbox; the pages are our own.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // WebGL without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/** Without motion: a dialog that grows while it opens moves away from under a click when the machine has much to do. */
export const DESKTOP = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** A running service and a browser for it. */
export interface Stage extends AsyncDisposable {
  readonly service: TestService;
  /** A page with cookies of its own; what it reports as errors is collected. */
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
  const contexts: BrowserContext[] = [];
  return {
    service,
    async open(options = DESKTOP) {
      const context = await shared.newContext({ baseURL: service.url, locale: 'en-GB', ...options });
      contexts.push(context);
      return openPage(context);
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await context.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Files of one worker share it: a start is two seconds of a processor. It ends with the worker. */
let browser: Promise<Browser> | undefined;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: FLAGS,
    // In the C locale, which a machine without LANG has, Chromium reads no file whose name has an umlaut.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });

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

/** Opens a page as nobody, signs in on the login page it leads to, and is back on the page. */
export async function signIn(
  page: Page,
  wanted = '/',
  password: string = ADMIN.password,
  userName: string = ADMIN.userName,
): Promise<void> {
  await page.goto(wanted);
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('header').getByRole('button', { name: userName }).waitFor();
}

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
