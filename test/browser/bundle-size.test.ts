import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

/** The promise of docs/web.md: any page but the map itself, opened first and over a slow line, in about a second. */
const LIMIT_KB = 250;
/** Letters beside that, which no text waits for: a browser has its own until they are there. */
const LETTERS_LIMIT_KB = 30;
/** German texts that a German page waits for before it begins, and all that are loaded when they are needed. English needs none. */
const FIRST_TEXTS_LIMIT_KB = 10;
const CATALOGUE_LIMIT_KB = 45;
/** The login page, with its letters. */
const LOGIN_LIMIT_KB = 150;

const DIST = new URL('../../web/dist/', import.meta.url);
const MANIFEST = new URL('.vite/manifest.json', DIST);
const built = existsSync(MANIFEST);
if (!built) console.warn('Skipped: web/dist is not built; node tools/run.mjs prepare builds it.');

/** An output file, by the source it was made of. */
type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY = 'index.html';
const LOGIN = 'login.html';
/** Files of letters, and those of them that every page has; others are asked for by unicode-range. */
const LETTERS = /\.woff2$/;
const LATIN = /-latin-\d+-normal-[\w-]+\.woff2$/;
/** Texts of a language, which only its pages load: languages/i18n.ts. */
const CATALOGUE = /\/[a-z]{2}-[\w-]+\.json$/;
/** The frame of the administrators' pages is a lazy page of its own. */
const SETTINGS_FRAME = 'src/settings/settings-page.tsx';
const IN_SETTINGS = /^src\/(settings|users|roles|system)\//;

describe.skipIf(!built)('size of the built web application', () => {
  test(`every page is loaded first with less than ${LIMIT_KB} kB gzip, without the map`, async () => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const pages = Object.keys(manifest).filter((source) => source.endsWith('-page.tsx'));
    // Every page is a chunk of its own; a page in the entry would burden all others.
    expect(pages.length).toBeGreaterThanOrEqual(15);
    const sizes = await Promise.all(
      pages.map(async (page) => [page, await kilobytesOf(filesOf(manifest, page).filter(isNoLetters))] as const),
    );
    for (const [page, kilobytes] of sizes.toSorted((a, b) => b[1] - a[1])) {
      console.log(`${kilobytes.toFixed(1).padStart(6)} kB gzip  ${page}`);
    }
    const tooLarge = sizes.filter(([, kilobytes]) => kilobytes >= LIMIT_KB);
    expect(tooLarge).toEqual([]);
  });

  test(`the login page is loaded first with less than ${LOGIN_LIMIT_KB} kB gzip, letters included`, async () => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const files = filesOf(manifest, LOGIN).filter((file) => isNoLetters(file) || LATIN.test(file));
    const kilobytes = await kilobytesOf(files);
    console.log(`${kilobytes.toFixed(1).padStart(6)} kB gzip  ${LOGIN}, ${files.length} files`);
    expect(kilobytes).toBeLessThan(LOGIN_LIMIT_KB);
    // Nothing of the application but what it shares with it.
    expect(files.filter((file) => file.startsWith('assets/shared'))).toEqual([]);
  });

  test(`the letters of every page are less than ${LETTERS_LIMIT_KB} kB, and those of other alphabets come when they are needed`, async () => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const letters = filesOf(manifest, 'src/home/home-page.tsx').filter((file) => !isNoLetters(file));
    const latin = letters.filter((file) => LATIN.test(file));
    // Two weights of four alphabets.
    expect([letters.length, latin.length]).toEqual([8, 2]);
    expect(await kilobytesOf(latin)).toBeLessThan(LETTERS_LIMIT_KB);
    for (const document of [ENTRY, LOGIN]) {
      const html = await readFile(new URL(document, DIST), 'utf8');
      const preloaded = [...html.matchAll(/rel="preload"[^>]*href="\/([^"]+)"/g)].map(([, file]) => file);
      expect(new Set(preloaded)).toEqual(new Set(latin));
    }
  });

  test(`a page waits for less than ${FIRST_TEXTS_LIMIT_KB} kB of the texts of a language, which are less than ${CATALOGUE_LIMIT_KB} kB in all`, async () => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const all = Object.values(manifest).flatMap(({ assets = [] }) => assets.filter((it) => CATALOGUE.test(it)));
    const catalogues = [...new Set(all)];
    expect(catalogues.length).toBe(3);
    // Addresses stand in the program in the order in which the files are asked for.
    const start = await readFile(new URL(startOf(manifest), DIST), 'utf8');
    const inOrder = catalogues.toSorted((a, b) => start.indexOf(a) - start.indexOf(b));
    expect(start).toContain(inOrder[0]);
    const first = await kilobytesOf(inOrder.slice(0, 1));
    const whole = await kilobytesOf(inOrder);
    console.log(`${first.toFixed(1).padStart(6)} kB gzip  German at first, ${whole.toFixed(1)} kB in all`);
    expect(first).toBeLessThan(FIRST_TEXTS_LIMIT_KB);
    expect(whole).toBeLessThan(CATALOGUE_LIMIT_KB);
    for (const document of [ENTRY, LOGIN])
      expect(await readFile(new URL(document, DIST), 'utf8')).not.toMatch(/\.json/);
  });

  test('the map is not among what the first page asks for', async () => {
    const shell = await readFile(new URL(ENTRY, DIST), 'utf8');
    expect(shell).toContain('/assets/');
    expect(shell).not.toMatch(/map-view|maplibre/);
  });
});

/** The file that both documents begin with. */
const startOf = (manifest: Manifest): string =>
  Object.values(manifest).find(({ file }) => file.startsWith('assets/start-'))?.file ?? '';

const isNoLetters = (file: string): boolean => !LETTERS.test(file);

/** Everything the browser fetches to show the page, when it is the first one. @param page its module, or its document */
function filesOf(manifest: Manifest, page: string): readonly string[] {
  const document = page.endsWith('.html') ? page : ENTRY;
  const files = new Set([document]);
  for (const source of withImports(manifest, [document, page, ...(IN_SETTINGS.test(page) ? [SETTINGS_FRAME] : [])])) {
    const { file, css = [], assets = [] } = manifest[source] ?? { file: document };
    // A worker begins later, and English pages load no catalogue.
    const first = assets.filter((asset) => !asset.includes('worker') && !CATALOGUE.test(asset));
    for (const each of [file, ...css, ...first]) files.add(each);
  }
  return [...files];
}

async function kilobytesOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => gzipSize(new URL(file, DIST))));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** The sources and all they import at once; what they import later, such as the map, is not loaded with the page. */
function withImports(manifest: Manifest, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (found.has(source)) continue;
    found.add(source);
    open.push(...(manifest[source]?.imports ?? []));
  }
  return found;
}

const gzipSize = async (file: URL): Promise<number> => gzipSync(await readFile(file)).length;
