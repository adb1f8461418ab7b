// Bundles the client into dist/, which is a package of its own: it needs Node.js and nothing else. Node.js strips no types
// within node_modules, and the packages of the server are not for those who only want to send files.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version, license, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** What `npm pack ./dist` makes a package of. */
const manifest = {
  name,
  version,
  license,
  description,
  type: 'module',
  bin: { alidade: 'alidade.mjs' },
  engines: { node: '>=24' },
};

export default {
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/client/standalone.ts',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      output: { entryFileNames: 'client.mjs', codeSplitting: false },
    },
  },
  plugins: [
    {
      name: 'package-files',
      /** @this {{ emitFile(file: object): string }} */
      generateBundle() {
        this.emitFile({
          type: 'asset',
          fileName: 'alidade.mjs',
          source: readFileSync(new URL('client-launcher.mjs', import.meta.url), 'utf8'),
        });
        this.emitFile({
          type: 'asset',
          fileName: 'package.json',
          source: `${JSON.stringify(manifest, undefined, 2)}\n`,
        });
      },
    },
  ],
};
