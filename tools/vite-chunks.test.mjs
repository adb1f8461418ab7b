import { expect, test } from 'vitest';
import { dialogFiles } from './vite-chunks.mjs';

/**
 * Modules with what they import, and what they load later.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const GRAPH = {
  '/index.html': [['/button.tsx'], ['/files-page.tsx', '/tasks-page.tsx']],
  '/files-page.tsx': [['/row.tsx'], ['/share-dialog.tsx', '/map/raster-map.tsx']],
  '/row.tsx': [['/button.tsx'], ['/details.ts']],
  '/details.ts': [['/row.tsx', '/fact-list.tsx'], []],
  '/share-dialog.tsx': [['/button.tsx', '/fact-list.tsx', '/checkbox.tsx'], ['/qr-code.tsx']],
  '/qr-code.tsx': [['/squares.ts'], []],
  '/tasks-page.tsx': [['/checkbox.tsx'], ['/log-dialog.tsx']],
  '/map/raster-map.tsx': [['/tiles.ts'], []],
};
const getModuleInfo = (/** @type {string} */ id) => {
  const [importedIds = [], dynamicallyImportedIds = []] = GRAPH[id] ?? [];
  return { importedIds, dynamicallyImportedIds };
};

test('dialogs of a page and what only they need are one file, what other pages need at once another', () => {
  const nameOf = dialogFiles('/index.html', '/files-page.tsx');
  const names = (/** @type {string[]} */ ...ids) => ids.map((id) => nameOf(id, { getModuleInfo }));
  expect(names('/share-dialog.tsx', '/details.ts', '/fact-list.tsx', '/qr-code.tsx', '/squares.ts')).toEqual(
    Array.from({ length: 5 }, () => 'dialogs'),
  );
  expect(names('/checkbox.tsx')).toEqual(['parts']);
  // The page itself, what it shows at once, other pages, their dialogs, and views that are opened alone.
  expect(
    names(
      '/files-page.tsx',
      '/row.tsx',
      '/button.tsx',
      '/tasks-page.tsx',
      '/log-dialog.tsx',
      '/map/raster-map.tsx',
      '/tiles.ts',
    ),
  ).toEqual(Array.from({ length: 7 }, () => null));
});

test('modules that the bundler does not know lead nowhere', () => {
  expect(dialogFiles('/a', '/b')('/c', { getModuleInfo: () => null })).toBeNull();
});
