import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from './findings.ts';
import { sceneReady } from './scene-clouds.ts';
import { DESKTOP, screenshot, signIn, type Stage } from './support.ts';

/** The screens on which every scene is looked at. */
export const SCREENS = [
  ['a phone', { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }],
  ['a desktop', DESKTOP],
] as const;

interface Look {
  readonly options: (typeof SCREENS)[number][1];
  /** Address of the scene. */
  readonly address: string;
  /** What the names of its pictures begin with. */
  readonly name: string;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Brings into view what is to be looked at; the panel is open. */
  readonly show: (page: Page) => Promise<void>;
}

/** Expects no serious finding and no sideways scrolling of a scene, in light and dark. */
export async function expectSoundLooks(stage: Stage, { options, address, name, prepare, show }: Look): Promise<void> {
  const { page, faults } = await stage.open({ ...options, reducedMotion: 'reduce' });
  await prepare?.(page);
  await signIn(page, address);
  await sceneReady(page);
  const panel = page.getByRole('button', { name: 'Show panel' });
  if (await panel.isVisible()) await panel.click();
  await show(page);
  // To load the scene once more for the dark was half of the work.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await screenshot(page, `${name}-${options.viewport.width}-${colorScheme}`);
    await expect.poll(() => findings(page), { message: colorScheme }).toEqual([]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(options.viewport.width);
    expect(faults).toEqual([]);
  }
}
