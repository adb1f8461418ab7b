import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

/** The promise of docs/web.md: any page but the map itself, opened first and over a slow line, in about a second. */
const LIMIT_KB = 250;

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
/** The frame of the administrators' pages is a lazy page of its own. */
const SETTINGS_FRAME = 'src/settings/settings-page.tsx';
const IN_SETTINGS = /^src\/(settings|users|roles|system)\//;

describe.skipIf(!built)('size of the built web application', () => {
  test(`every page is loaded first with less than ${LIMIT_KB} kB gzip, without the map`, async () => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const pages = Object.keys(manifest).filter((source) => source.endsWith('-page.tsx'));
    // Every page is a chunk of its own; a page in the entry would burden all others.
    expect(pages.length).toBeGreaterThanOrEqual(15);
    const sizes = await Promise.all(pages.map(async (page) => [page, await firstLoad(manifest, page)] as const));
    for (const [page, kilobytes] of sizes.toSorted((a, b) => b[1] - a[1])) {
      console.log(`${kilobytes.toFixed(1).padStart(6)} kB gzip  ${page}`);
    }
    const tooLarge = sizes.filter(([, kilobytes]) => kilobytes >= LIMIT_KB);
    expect(tooLarge).toEqual([]);
  });

  test('the map is not among what the first page asks for', async () => {
    const shell = await readFile(new URL(ENTRY, DIST), 'utf8');
    expect(shell).toContain('/assets/');
    expect(shell).not.toMatch(/raster-map|maplibre/);
  });
});

/** Kilobytes of everything the browser fetches to show the page, when it is the first one. */
async function firstLoad(manifest: Manifest, page: string): Promise<number> {
  const roots = [ENTRY, page, ...(IN_SETTINGS.test(page) ? [SETTINGS_FRAME] : [])];
  const files = new Set([ENTRY]);
  for (const source of withImports(manifest, roots)) {
    const { file, css = [], assets = [] } = manifest[source] ?? { file: ENTRY };
    for (const each of [file, ...css, ...assets]) files.add(each);
  }
  const sizes = await Promise.all([...files].map((file) => gzipSize(new URL(file, DIST))));
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
