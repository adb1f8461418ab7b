import { expect, test } from 'vitest';
import { dialogFiles, startFiles } from './vite-chunks.mjs';

/**
 * Modules with what they import, and what they load later.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const GRAPH = {
  '/index.html': [['/button.tsx'], ['/files-page.tsx', '/tasks-page.tsx']],
  '/files-page.tsx': [['/row.tsx'], ['/share-dialog.tsx', '/map/map-view.tsx']],
  '/row.tsx': [['/button.tsx'], ['/details.ts']],
  '/details.ts': [['/row.tsx', '/fact-list.tsx'], []],
  '/share-dialog.tsx': [['/button.tsx', '/fact-list.tsx', '/checkbox.tsx'], []],
  '/tasks-page.tsx': [['/checkbox.tsx'], ['/log-dialog.tsx']],
  '/map/map-view.tsx': [['/tiles.ts', '/details.ts'], []],
};
const getModuleInfo = (/** @type {string} */ id) => {
  const [importedIds = [], dynamicallyImportedIds = []] = GRAPH[id] ?? [];
  return { importedIds, dynamicallyImportedIds };
};

test('dialogs of a page and what only they need are one file, what other pages need at once another', () => {
  const nameOf = dialogFiles('/index.html', '/files-page.tsx');
  const names = (/** @type {string[]} */ ...ids) => ids.map((id) => nameOf(id, { getModuleInfo }));
  expect(names('/share-dialog.tsx')).toEqual(['dialogs']);
  expect(names('/details.ts', '/fact-list.tsx')).toEqual(['views', 'views']);
  expect(names('/checkbox.tsx')).toEqual(['parts']);
  // The page itself, what it shows at once, other pages, their dialogs, and views that are opened alone.
  expect(
    names(
      '/files-page.tsx',
      '/row.tsx',
      '/button.tsx',
      '/tasks-page.tsx',
      '/log-dialog.tsx',
      '/map/map-view.tsx',
      '/tiles.ts',
    ),
  ).toEqual(Array.from({ length: 7 }, () => null));
});

/** @type {Readonly<Record<string, readonly string[]>>} */
const DOCUMENTS = {
  '/index.html': ['/main.css', '/react.mjs', '/library/index.mjs', '/router.mjs', '/theme.ts'],
  '/login.html': ['/main.css', '/react.mjs', '/library/index.mjs', '/login.tsx', '/theme.ts'],
  // A module that passes on a whole library.
  '/library/index.mjs': ['/library/button.mjs', ...Array.from({ length: 200 }, (_, at) => `/library/${at}.mjs`)],
  '/library/button.mjs': ['/library/box.mjs', '/react.mjs'],
};

test('what two documents begin with is one file: not their styles, and of a library the parts that are named', () => {
  const nameOf = startFiles('/login.html', '/index.html', [/\/button\.mjs$/]);
  const graph = {
    getModuleInfo: (/** @type {string} */ id) => ({ importedIds: DOCUMENTS[id] ?? [], dynamicallyImportedIds: [] }),
  };
  const both = ['/react.mjs', '/theme.ts', '/library/index.mjs', '/library/button.mjs', '/library/box.mjs'];
  const names = (/** @type {readonly string[]} */ ids) => ids.map((id) => nameOf(id, graph));
  expect(names(both)).toEqual(both.map(() => 'start'));
  const others = ['/main.css', '/router.mjs', '/login.tsx', '/library/7.mjs'];
  expect(names(others)).toEqual(others.map(() => null));
});

test('modules that the bundler does not know lead nowhere', () => {
  expect(dialogFiles('/a', '/b')('/c', { getModuleInfo: () => null })).toBeNull();
});
