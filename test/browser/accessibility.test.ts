import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form, until } from '../support/service.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { DESKTOP, makeDataset, mapIdle, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  await makeDataset(service, 'club', 'survey');
  const upload = (path: string, file: Buffer): Promise<Response> =>
    service.call('POST', '/orgs/club/ds/survey/obj', { body: form({ path, file }) });
  await upload('a folder with a long name: Überflug Nr. 12 + Nachtrag/ortho.tif', quadrantOrthophoto(64));
  await upload('ortho.tif', quadrantOrthophoto());
  await upload('cut off.tif', quadrantOrthophoto().subarray(0, 200_000));
  await upload('README.md', Buffer.from('# Survey'));
  const ask = async (): Promise<{ buildStatus: string | null }[]> => {
    const answer = await service.call('GET', '/orgs/club/ds/survey/list?path=ortho.tif');
    return (await answer.json()) as { buildStatus: string | null }[];
  };
  await until(ask, ([entry]) => entry?.buildStatus === null);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

type Place = { readonly name: string; readonly path: string; readonly ready: (page: Page) => Promise<void> };

const heading =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

const PLACES: readonly Place[] = [
  {
    name: 'organizations',
    path: '/',
    ready: (page) => page.getByRole('link', { name: 'Organization club' }).waitFor(),
  },
  { name: 'datasets', path: '/r/club', ready: (page) => page.getByRole('link', { name: 'Dataset survey' }).waitFor() },
  { name: 'files', path: '/r/club/survey', ready: (page) => page.getByRole('link', { name: 'ortho.tif' }).waitFor() },
  { name: 'map', path: '/r/club/survey/map?path=ortho.tif', ready: mapIdle },
  { name: 'account', path: '/account', ready: (page) => page.getByText('A digit').waitFor() },
  { name: 'missing', path: '/r/club/nothing', ready: (page) => page.getByRole('alert').waitFor() },
];

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test('no serious finding on any page', async () => {
    const { page, faults } = await stage.open({ ...DESKTOP, colorScheme });
    await page.goto('/login');
    await heading('Sign in')(page);
    expect(await findings(page), 'login').toEqual([]);
    await screenshot(page, `login-${colorScheme}`);
    await signIn(page);
    for (const place of PLACES) {
      await page.goto(place.path);
      await place.ready(page);
      expect(await findings(page), place.name).toEqual([]);
      await screenshot(page, `${place.name}-${colorScheme}`);
    }
    expect(faults).toEqual([]);
  });

  test('no serious finding in menus, dialogs and the upload panel', async () => {
    const { page } = await stage.open({ ...DESKTOP, colorScheme });
    await signIn(page, '/r/club/survey');
    await page.getByRole('button', { name: 'Actions for ortho.tif' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    expect(await findings(page), 'menu').toEqual([]);
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog', { name: 'Delete this file?' }).waitFor();
    expect(await findings(page), 'delete dialog').toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .getByLabel('Upload files')
      .and(page.locator('input'))
      .setInputFiles({
        name: `note-${colorScheme}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from('note'),
      });
    await page.getByText('1 item uploaded').first().waitFor();
    expect(await findings(page), 'upload panel').toEqual([]);
    await screenshot(page, `uploads-${colorScheme}`);
  });
});

test('on a phone nothing is wider than the screen and every target is large enough for a finger', async () => {
  const { page } = await stage.open(PHONE);
  await signIn(page);
  for (const place of PLACES) {
    await page.goto(place.path);
    await place.ready(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), place.name).toBeLessThanOrEqual(390);
    expect(await page.evaluate<string[]>(SMALL_TARGETS), place.name).toEqual([]);
    await screenshot(page, `${place.name}-phone`);
  }
});

/**
 * Buttons, inputs and links that stand alone and are lower or narrower than 44 px. Their own invisible
 * pseudo-elements count as part of them; links inside a sentence may be as high as their line.
 */
const SMALL_TARGETS = `[...document.querySelectorAll('main button, header button, header a, main a, aside button')]
  .filter((it) => it.offsetParent !== null && getComputedStyle(it).display !== 'inline')
  .filter((it) => !it.closest('.maplibregl-map'))
  .filter((it) => {
    const box = it.getBoundingClientRect();
    const more = ['::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(it, pseudo);
      return style.content !== 'none' && style.position === 'absolute' ? parseFloat(style.height) : 0;
    });
    return box.width < 24 || Math.max(box.height, ...more) < 43.5;
  })
  .map((it) => it.outerHTML.slice(0, 160))`;

/** Serious and critical findings of axe, as lines to read. */
async function findings(page: Page): Promise<readonly string[]> {
  // Fading dialogs have half their contrast.
  await page.waitForTimeout(400);
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ''}`),
    );
}
