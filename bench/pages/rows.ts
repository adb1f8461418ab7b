import type { Page } from 'playwright-core';
import { framesWhile, printFrames } from './frames.ts';
import type { BenchStage } from './stage.ts';
import { printHead, printVisit, visit } from './page-times.ts';

/** Files of one folder, in datasets of their own. */
const FOLDERS = { folder5: 5000, folder100: 100_000 } as const;
const FIRST_ROW = `document.querySelector('[role="grid"] [data-row] .al-row-name') !== null`;

/** When the first row of a large folder is painted. */
export async function benchRows(stage: BenchStage): Promise<void> {
  await stage.make(async ({ url }, headers) => {
    for (const slug of Object.keys(FOLDERS))
      await fetch(`${url}/orgs/admin/ds`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ slug }),
      });
  });
  const files = Object.entries(FOLDERS).map(([slug, count]) => [slug, { files: count, perFolder: count }] as const);
  await stage.fill(Object.fromEntries(files));
  printHead();
  for (const [slug, count] of Object.entries(FOLDERS))
    await stage.fresh(async (context, { child }) => {
      const address = `/r/admin/${slug}?view=files&path=flights/f000000`;
      for (const state of ['cold', 'warm'] as const) {
        const { page, took } = await visit(context, address, FIRST_ROW, child.pid!);
        printVisit(`first row of ${count.toLocaleString('en')} files`, state, took);
        if (state === 'warm') {
          // Folders of more than 100,000 are cut.
          await page.locator(`[role="grid"][aria-rowcount="${count + 1}"]`).waitFor({ timeout: 120_000 });
          printFrames(`${count.toLocaleString('en')} rows are scrolled`, await framesWhile(page, () => scroll(page)));
        }
        await page.close();
      }
    });
}

/** As fast as a wheel goes: six rows a frame, for five seconds. */
const scroll = (page: Page): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve) => {
    const end = performance.now() + 5000;
    const step = () => {
      window.scrollBy(0, 400);
      if (performance.now() < end) requestAnimationFrame(step);
      else resolve();
    };
    step();
  })`);
