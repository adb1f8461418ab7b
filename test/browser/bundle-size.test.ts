import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

/** The promise of docs/web.md: everything but the map, over a slow line, in about a second. */
const LIMIT_KB = 250;

const DIST = new URL('../../web/dist/', import.meta.url);
const built = existsSync(new URL('index.html', DIST));
if (!built) console.warn('Skipped: web/dist is not built; node tools/run.mjs prepare builds it.');

describe.skipIf(!built)('size of the built web application', () => {
  test(`all pages without the map are below ${LIMIT_KB} kB gzip`, async () => {
    const names = await readdir(new URL('assets/', DIST));
    const pages = names.filter((name) => /\.(js|css|svg)$/.test(name) && !name.startsWith('raster-map'));
    const sizes = await Promise.all(pages.map((name) => gzipSize(new URL(`assets/${name}`, DIST))));
    const total = sizes.reduce((sum, size) => sum + size, await gzipSize(new URL('index.html', DIST)));
    console.log(`Web application without the map: ${(total / 1000).toFixed(1)} kB gzip in ${pages.length} files`);
    expect(total / 1000).toBeLessThan(LIMIT_KB);
  });

  test('the map is not among what the first page asks for', async () => {
    const shell = await readFile(new URL('index.html', DIST), 'utf8');
    expect(shell).toContain('/assets/');
    expect(shell).not.toMatch(/raster-map|maplibre/);
  });
});

const gzipSize = async (file: URL): Promise<number> => gzipSync(await readFile(file)).length;
