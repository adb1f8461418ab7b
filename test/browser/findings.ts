import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe, as lines to read. @param rules options of axe, each with a comma behind it */
export async function findings(page: Page, rules = ''): Promise<readonly string[]> {
  await page.evaluate(`if (window.axe === undefined) { ${axe} }`);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, { ${rules}resultTypes: ["violations"] })`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ''}`),
    );
}
