import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type TestService, until } from '../support/service.ts';

/** Steps that several people of the persona tests take. What touches the head of a dataset's pages is here alone. */

/** Goes to another view of the dataset. */
export const openView = (page: Page, name: 'Map' | '3D' | 'Files' | 'Table'): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Uploads a folder by the page, as somebody does who chooses it. @param files by their paths in the folder */
export const uploadFolder = (page: Page, name: string, files: Files): Promise<void> =>
  withFolder(name, files, async (folder) => {
    await page.getByLabel('Upload a folder').and(page.locator('input')).setInputFiles(folder);
    await allUploaded(page);
  });

/** Uploads a folder as somebody does who drags it from the desk into the page. @param files by their paths in the folder */
export const dropFolder = (page: Page, name: string, files: Files): Promise<void> =>
  withFolder(name, files, async (folder) => {
    // Until then nothing takes what is dropped.
    await page.getByRole('button', { name: 'Add' }).waitFor();
    const client = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await client.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
      if (type === 'dragOver') await page.getByText('Drop to upload into').waitFor();
    }
    await client.detach();
    await allUploaded(page);
  });

async function withFolder(name: string, files: Files, work: (folder: string) => Promise<void>): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'alidade-persona-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      const target = join(place, name, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
    await work(join(place, name));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** The browser reads the files while they are sent. */
const allUploaded = (page: Page): Promise<void> =>
  page
    .getByText(/items uploaded/)
    .first()
    .waitFor({ timeout: 240_000 });

/** Opens the dialog of share links. */
export async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.waitFor();
  return dialog;
}

/** Makes a private link of what the page shows. @returns its address */
export async function makeLink(page: Page, opens?: string): Promise<string> {
  const dialog = await openShare(page);
  if (opens !== undefined) await dialog.getByLabel('The link opens').selectOption({ label: opens });
  await dialog.getByRole('button', { name: 'Copy a private link' }).click();
  await dialog.getByText('The link is made and copied.').waitFor();
  return dialog.getByLabel('The link', { exact: true }).inputValue();
}

/** Opens the addresses for GIS programs. */
export async function openGis(page: Page): Promise<Locator> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Actions for / })
    .click();
  await page.getByRole('menuitem', { name: 'Use in GIS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use in QGIS and other programs' });
  await dialog.waitFor();
  return dialog;
}

/** Opens the form of a tool for a file, among the files. */
export async function openTool(page: Page, path: string, tool: RegExp): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${basename(path)}`, exact: true }).click();
  // Where there is one tool alone, the menu names it and opens its form.
  const items = page.getByRole('menuitem');
  await items
    .filter({ hasText: tool })
    .or(items.filter({ hasText: 'Tools…' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('button', { name: tool });
  await choice
    .or(dialog.getByRole('button', { name: 'Start' }))
    .first()
    .waitFor();
  if (await choice.isVisible()) await choice.click();
  return dialog;
}

/** Starts the tool whose form is open, and waits until it is done. */
export async function runTool(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('status').getByText('Done').waitFor({ timeout: 90_000 });
}

export const layers = (page: Page): Locator => page.getByRole('region', { name: 'Layers' });

/** Waits until nothing of a dataset is built any more. */
export async function allBuilt(service: TestService, dataset: string): Promise<void> {
  type Listed = { readonly path: string; readonly buildStatus: string | null };
  const entries = async (): Promise<readonly Listed[]> =>
    (await (await service.call('GET', `/orgs/${dataset.replace('/', '/ds/')}/search`)).json()) as Listed[];
  const last = await until(
    entries,
    (list) => list.every(({ buildStatus }) => buildStatus === null || buildStatus === 'failed'),
    300,
  );
  const failed = last.filter(({ buildStatus }) => buildStatus === 'failed').map(({ path }) => path);
  if (failed.length > 0) throw new Error(`Not built: ${failed.join(', ')}`);
}

/** Pixels by which the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

/** Shows these layers alone, by their paths. */
export const onlyShown = (paths: readonly string[], shown: readonly string[]): string =>
  encodeURIComponent(
    paths
      .filter((path) => !shown.includes(path))
      .map((path) => `${path};h`)
      .join(','),
  );

/** Hides layers of the map by their eyes. */
export async function hideLayers(page: Page, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    const eye = layers(page).getByRole('button', { name: `Show ${title}`, exact: true });
    await eye.and(page.locator('[aria-pressed="true"]')).click();
    await eye.and(page.locator('[aria-pressed="false"]')).waitFor();
  }
}

/** Goes to the first page by the sign in the corner. */
export const goHome = (page: Page): Promise<void> =>
  page.getByRole('banner').getByRole('link', { name: 'Alidade' }).click();

/** Chooses something from the menu of the account. */
export async function openOfAccount(page: Page, userName: string, item: 'Account' | 'Settings'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: userName }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Opens a dataset from any page, by that of its organization. */
export async function openDataset(page: Page, organization: string, dataset: string): Promise<void> {
  await goHome(page);
  await page.getByRole('region', { name: 'Organizations' }).getByRole('link', { name: organization }).click();
  await page.getByRole('link', { name: dataset }).first().click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}

/** Makes an organization by the first page. */
export async function makeOrganization(page: Page, name: string, slug: string): Promise<void> {
  await goHome(page);
  await page.getByRole('button', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(`**/r/${slug}`);
}
