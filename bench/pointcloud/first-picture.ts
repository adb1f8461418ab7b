import type { Browser } from 'playwright-core';
import { DESKTOP, launchBrowser } from '../../test/browser/browser.ts';

const VISITS = 7;

/**
 * How long people wait for a scene, from the moment they ask for its page: until the first points are drawn, and until all that the view
 * wants are. The first visit has an empty cache; the others find the program of the page in it.
 *
 * @param address of a scene that everybody may see
 */
export async function firstPictureRows(address: string): Promise<void> {
  if (process.env['CHROMIUM'] === '') return console.log('\nThere is no Chromium, so no scene was opened.');
  const browser = await launchBrowser();
  try {
    console.log('\nscene of the same cloud over loopback, until the first points, and until all are drawn:');
    const found = [];
    for (let visit = 0; visit < 3; visit += 1)
      found.push(...(await visits(browser, address, visit === 0 ? VISITS : 1)));
    const [cold, again] = [found.filter(({ isCold }) => isCold), found.filter(({ isCold }) => !isCold)];
    row('empty cache', cold);
    row('visited before', again);
  } finally {
    await browser.close();
  }
}

interface Visit {
  readonly isCold: boolean;
  readonly first: number;
  readonly all: number;
}

/** Visits in one context, which keeps what it has fetched. */
async function visits(browser: Browser, address: string, count: number): Promise<Visit[]> {
  const context = await browser.newContext(DESKTOP);
  try {
    const page = await context.newPage();
    await page.addInitScript(NOTE_STATES);
    const found: Visit[] = [];
    for (let visit = 0; visit < count; visit += 1) {
      await page.goto(address);
      await page.locator('.al-scene[data-state="ready"]').waitFor();
      const { partial, ready } = await page.evaluate<Record<string, number>>('window.states');
      found.push({ isCold: visit === 0, first: partial ?? ready!, all: ready! });
      await page.goto('about:blank');
    }
    return found;
  } finally {
    await context.close();
  }
}

/** Notes when the scene is first in each state, in milliseconds since the page was asked for. It tells a state once that is drawn. */
const NOTE_STATES = `(() => {
  window.states = {};
  const look = () => {
    const state = document.querySelector('.al-scene')?.getAttribute('data-state');
    if (state) window.states[state] ??= performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()`;

function row(name: string, found: readonly Visit[]): void {
  const median = (times: readonly number[]): string =>
    times.toSorted((one, other) => one - other)[times.length >> 1]!.toFixed(0);
  const [first, all] = [median(found.map((visit) => visit.first)), median(found.map((visit) => visit.all))];
  console.log(`  ${name.padEnd(28)} ${first} ms, ${all} ms, median of ${found.length}`);
}
