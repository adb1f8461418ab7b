// Bundles the service and the client into a folder: `node tools/bundle-server.mjs FOLDER`. 3,000 modules become some hundred
// files, three of which are most of a start.
import { dirname, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './bootstrap/paths.mjs';

const sources = resolve(root, 'src');

/** Packages with native code, or with files that they look for beside themselves. */
const EXTERNAL = [
  '@electric-sql/pglite',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  'draco3dgltf',
  'gdal-async',
  'laz-perf',
  'pg-native',
  // Its threads load it once more, and share its state with the modules that they run.
  'piscina',
  'sharp',
];

/** How a module names another one, or itself, that runs in a thread or a process of its own. */
const MODULE = /\bimport\.meta\.resolve\('(\.[^']+\.ts)'\)|\bnew URL\('([^']+\.ts)', import\.meta\.url\)/g;
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)/;

/**
 * Modules find others and their files by their own address, which a bundle takes from them. So each module that is named by its
 * address becomes a file of the bundle, at the same place below its root, and any other address is that of the source file.
 * @returns {import('rolldown').Plugin}
 */
function keepAddresses() {
  /** @type {Map<string, string>} what the bundler calls the file of a module that is named by its address */
  const references = new Map();
  return {
    name: 'keep-addresses',
    transform: {
      filter: { code: 'import.meta' },
      handler(code, id) {
        if (!id.startsWith(sources)) return undefined;
        const file = relative(root, id);
        /** @param {string} specifier */
        const addressOf = (specifier) => {
          const target = resolve(dirname(id), specifier);
          const fileName = relative(sources, target).replace(/ts$/, 'js');
          const reference = references.get(target) ?? this.emitFile({ type: 'chunk', id: target, fileName });
          references.set(target, reference);
          return `import.meta.ROLLUP_FILE_URL_${reference}`;
        };
        /** @param {string} line */
        const withAddresses = (line) =>
          line
            .replace(MODULE, (_, address, url) => (address ? addressOf(address) : `new URL(${addressOf(url)})`))
            .replace(/\bimport\.meta\.url\b/g, `new URL(toRoot + '${file}', import.meta.url).href`)
            .replace(/\bimport\.meta\.dirname\b/g, `(import.meta.dirname + '/' + toRoot + '${dirname(file)}')`);
        const lines = code.split('\n').map((line) => (COMMENT_LINE.test(line) ? line : withAddresses(line)));
        // No line moves: positions stay right without a map.
        return { code: lines.join('\n'), map: null };
      },
    },
  };
}

/**
 * @param {string} folder
 * @returns {Promise<void>}
 */
async function bundle(folder) {
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    input: { main: resolve(sources, 'main.ts') },
    external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
    // Threads and children are asked for their exports by name.
    preserveEntrySignatures: 'allow-extension',
    plugins: [keepAddresses()],
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // Without a hash: a changed file replaces what is kept of it in the compile cache.
    chunkFileNames: 'shared/[name].js',
    // Not named in the files: Node.js would keep all maps in memory (75 MB). `src/errors/source-lines.ts` reads them for a fault.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    banner: ({ fileName }) => `const toRoot = '${posix.relative(posix.dirname(fileName), '..') || '.'}/';`,
  });
  await build.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('Usage: node tools/bundle-server.mjs FOLDER');
  await bundle(folder);
}
