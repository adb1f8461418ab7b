// For the tests: a Chromium. `CHROMIUM` names one; else the first of the usual programs; else Debian's is installed.
import { existsSync } from 'node:fs';
import { ensurePrograms } from './apt.mjs';
import { Failure } from './failure.mjs';
import { findProgram } from './npm.mjs';

/** The first is Chromium without its windows: pages in it take a tenth less of a processor. */
const usualNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * @param {Record<string, string | undefined>} [environment]
 * @param {(name: string) => string | undefined} [find]
 * @param {(path: string) => boolean} [exists]
 * @returns {string | undefined} the program
 */
export function findChromium(environment = process.env, find = findProgram, exists = existsSync) {
  const named = environment.CHROMIUM;
  if (!named) return usualNames.map((name) => find(name)).find(Boolean);
  if (exists(named)) return named;
  throw new Failure(`CHROMIUM names "${named}", which does not exist.`, {
    advice: 'name a Chromium or Chrome program with its whole path, or unset CHROMIUM.',
  });
}

/**
 * GDAL's own programs and OWSLib read what the service wrote, as strangers would; xmllint holds it to the official schemas;
 * curl runs the commands of the README.
 */
const strangers = [
  { program: 'gdalinfo', package: 'gdal-bin' },
  { program: 'curl', package: 'curl' },
  { program: 'xmllint', package: 'libxml2-utils' },
  { program: '/usr/lib/python3/dist-packages/owslib/__init__.py', package: 'python3-owslib' },
];

/** @returns {boolean} whether the tests find the programs they start */
export function areTestProgramsThere() {
  return Boolean(findChromium()) && strangers.every((need) => findProgram(need.program));
}

/**
 * @param {import('./child.mjs').Runner & { readonly say: (line: string) => void }} runner
 * @returns {Promise<string>} what was done
 */
export async function installTestPrograms(runner) {
  const browser = findChromium() ? [] : [{ program: 'chromium-headless-shell', package: 'chromium-headless-shell' }];
  const installed = await ensurePrograms([...browser, ...strangers], 'The tests start them', runner);
  return `installed ${installed.join(' ')}`;
}
