import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressAssets } from './vite-compressed.mjs';

test('texts of the build lie there compressed as well, but what is small or compressed already', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-compressed-'));
  try {
    await mkdir(join(folder, 'assets'));
    const program = 'const answer = 42;\n'.repeat(200);
    const files = {
      'assets/a.js': program,
      'assets/small.js': '1;',
      'assets/letters.woff2': program,
      'b.html': program,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await compressAssets(folder, Object.keys(files));
    expect((await readdir(folder)).toSorted()).toEqual(['assets', 'b.html']);
    const assets = (await readdir(join(folder, 'assets'))).toSorted();
    expect(assets).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'letters.woff2', 'small.js']);
    expect(brotliDecompressSync(await readFile(join(folder, 'assets/a.js.br'))).toString()).toBe(program);
    expect(gunzipSync(await readFile(join(folder, 'assets/a.js.gz'))).toString()).toBe(program);
  } finally {
    await rm(folder, { recursive: true });
  }
});
