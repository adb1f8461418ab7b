// Compresses the built files once, and better than there is time for while somebody waits: beside each one that is a text lies the same
// for browsers that take Brotli (over https and from this machine) and for those that take gzip. The service hands them out as they are.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(?:m?js|css|svg|json|wasm)$/;
/** Bytes of a packet of the network, of which nothing is saved: src/http/compression.ts. */
const SMALLEST = 1400;
/** The best takes five times as long, for a thirtieth less. */
const QUALITY = 9;

/** @returns {import('vite').Plugin} */
export function compressedPlugin() {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await compressAssets(dir, Object.keys(bundle));
    },
  };
}

/**
 * @param {string} folder
 * @param {readonly string[]} names of what was built into it
 * @returns {Promise<void>}
 */
export async function compressAssets(folder, names) {
  const texts = names.filter((name) => name.startsWith('assets/') && TEXTS.test(name));
  await Promise.all(texts.map((name) => compress(join(folder, name))));
}

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
