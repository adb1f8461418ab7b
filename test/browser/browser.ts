import { chromium, type Browser } from 'playwright-core';

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

/** @param hasScrollbars as on most desktops, where they take room from the page; Playwright hides them */
export const launchBrowser = (hasScrollbars = false): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: FLAGS,
    ignoreDefaultArgs: hasScrollbars ? ['--hide-scrollbars'] : [],
    // In the C locale, which a machine without LANG has, Chromium reads no file whose name has an umlaut.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
