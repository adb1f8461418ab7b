import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dialogFiles, startFiles } from '../tools/vite-chunks.mjs';
import { compressedPlugin } from '../tools/vite-compressed.mjs';
import { sparkPlugin } from '../tools/vite-spark.mjs';
import { textsPlugin, workerTextsPlugin } from '../tools/vite-texts.mjs';

/** `vite` serves the pages for development and hands the service's own paths to a running `npm start`. */
const service = process.env['ALIDADE_URL'] ?? 'http://127.0.0.1:8080';

const at = (path: string): string => join(import.meta.dirname, path);

/** What the login page has and nearly all other pages have, too, beside what both documents begin with. */
const LOGIN_PARTS = [
  /\/@mantine\/core\/esm\/core\//,
  /\/@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|InputBase|Paper|Stack|Text|TextInput|Title)\/\1\.mjs$/,
  /\/@tabler\/icons-react\/.*\/Icon(?:AlertCircle|InfoCircle|DeviceDesktop|Moon|Sun)\.mjs$/,
  /\/src\/api\/with-retries\.ts$/,
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), sparkPlugin(), textsPlugin(), compressedPlugin()],
  // Workers of the scene are modules with imports of their own.
  worker: { format: 'es', plugins: () => [workerTextsPlugin()] },
  build: {
    outDir: 'dist',
    // Which file needs which: test/browser/bundle-size.test.ts adds up what a page loads.
    manifest: true,
    emptyOutDir: true,
    // The content security policy of the service lets images come from data: addresses, but a file of its own is cached.
    assetsInlineLimit: 0,
    // The page's policy allows no inline script; every supported browser knows modulepreload.
    modulePreload: { polyfill: false },
    // MapLibre alone is above Vite's 500 kB warning; test/browser/bundle-size.test.ts holds the real limit.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: [at('index.html'), at('login.html')],
      output: {
        // What many pages and dialogs share is one file. As files of their own its seventy modules are compressed worse, which
        // was up to 15 kB of a page, and asked for one by one.
        codeSplitting: {
          groups: [
            // What the login page needs of the application: it loads no more, and its files are there for the page after it.
            {
              name: startFiles(at('login.html'), at('index.html'), LOGIN_PARTS),
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Long lists: for the pages that have one.
            {
              name: 'rows',
              test: /@tanstack\/(?:virtual-core|react-virtual)\/|\/src\/rows\/(?:virtual-rows|scrolled-rows|row-focus)\.ts$/,
              priority: 1,
            },
            { name: 'shared', minShareCount: 12 },
            // Some hundred bytes each: as files of their own they have more in their headers, and a page waits for a dozen of them.
            { name: 'icons', test: /@tabler\/icons-react\/.*\/Icon/, minShareCount: 4 },
            {
              name: 'small',
              test: /\/src\/(?:api|format|home|parts|rows|uploads)\//,
              minShareCount: 5,
              maxModuleSize: 1500,
            },
            // Beside the dialogs, for which nobody is to wait who only needs these.
            { name: 'missing-text', test: /\/src\/files\/missing-text\.ts$/, includeDependenciesRecursively: false },
            {
              name: 'users',
              test: /\/src\/(?:api\/admin\/users\.ts|rows\/sort-head\.tsx)$/,
              includeDependenciesRecursively: false,
            },
            // Not what those need in turn: the page would wait for it.
            {
              name: dialogFiles(at('index.html'), at('src/workspace/workspace-page.tsx')),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // The decoder of points is built beside web/ (tools/bootstrap/wasm.mjs).
  server: { fs: { allow: ['..'] }, proxy: { '/orgs': service, '/users': service, '/sys': service } },
});
