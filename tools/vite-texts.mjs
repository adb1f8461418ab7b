// Catalogues of texts (web/src/languages). A module of one is the addresses of files with the translations as Lingui's compiler reads
// them, so that the pages need no compiler for them, in parts: what the first pages need, what a dataset needs later, all else.
import { readFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parsePo } from 'pofile-ts';
import { keyOf } from '../web/src/languages/key-of.ts';

const ROOT = join(import.meta.dirname, '..');

/** What is opened first nearly always: its texts are loaded before anything is shown. */
const FIRST = [
  'main.tsx',
  'session/login-document.tsx',
  'home/home-page.tsx',
  'workspace/workspace-page.tsx',
  'workspace/map/map-view.tsx',
  'files/file-list.tsx',
];

/** Pages and views with texts of their own: few of those who open a dataset open one of them. */
const ALONE = /\/(?:scene|table|settings|users|roles|system|activity|organizations)\//;

/** Texts of the service have values, and nothing to be compiled: what stands in braces can be an example of JSON. */
const OF_SERVICE = /\/languages\/service\//;

const moduleOf = (/** @type {string} */ expression) => ({
  code: `export default ${expression};`,
  map: null,
  moduleType: 'js',
});

/** @returns {import('vite').Plugin} */
export function textsPlugin() {
  let building = false;
  return {
    name: 'texts',
    configResolved({ command }) {
      building = command === 'build';
    },
    async load(id) {
      if (!id.endsWith('.po')) return null;
      const text = await readFile(id, 'utf8');
      const addressOf = (/** @type {object} */ catalogue) => {
        const source = JSON.stringify(catalogue);
        if (!building) return JSON.stringify(`data:application/json,${encodeURIComponent(source)}`);
        const file = this.emitFile({ type: 'asset', name: `${basename(id, '.po')}.json`, source });
        return `import.meta.ROLLUP_FILE_URL_${file}`;
      };
      if (OF_SERVICE.test(id)) return moduleOf(addressOf(plainCatalogue(text)));
      const { slots, parts } = partsOf(text);
      return moduleOf(`{ slots: ${slots}, parts: [${parts.map(addressOf).join(', ')}] }`);
    },
  };
}

/**
 * Workers show nothing, and have no catalogue.
 *
 * @returns {import('vite').Plugin}
 */
export const workerTextsPlugin = () => ({
  name: 'no-texts',
  load: (id) => (id.endsWith('.po') ? moduleOf('{ slots: 1, parts: [] }') : null),
});

/**
 * @param {string} text
 * @returns {Record<string, string>} translations, by the English text
 */
export function plainCatalogue(text) {
  const translated = parsePo(text).items.map(({ msgid, msgstr: [translation = ''] }) => [msgid, translation]);
  return Object.fromEntries(translated.filter(([msgid, translation]) => msgid !== '' && translation !== ''));
}

/** @typedef {Record<string, import('@lingui/message-utils/compileMessage').CompiledMessage | string>} Catalogue */

/**
 * @param {string} text of a catalogue
 * @returns {{ slots: number, parts: readonly Catalogue[] }} compiled translations by the keys of the English texts: a part after the other
 */
export function partsOf(text) {
  const translated = parsePo(text).items.filter(
    ({ msgid, msgstr: [translation = ''] }) => msgid !== '' && translation !== '',
  );
  const slots = slotsFor(translated.map(({ msgid }) => msgid));
  const first = reached(FIRST, false);
  const later = reached(FIRST, true);
  /** @type {[Catalogue, Catalogue, Catalogue]} */
  const parts = [{}, {}, {}];
  for (const {
    msgid,
    msgstr: [translation = ''],
    references,
  } of translated) {
    const isIn = (/** @type {ReadonlySet<string>} */ files) => references.some((file) => files.has(file));
    const part = parts[isIn(first) ? 0 : isIn(later) ? 1 : 2];
    part[keyOf(msgid, slots)] = /[{']/.test(translation) ? compileMessageOrThrow(translation) : translation;
  }
  return { slots, parts };
}

/** Few, as keys are short then. */
const LEAST_SLOTS = 1_000_000;

/**
 * @param {readonly string[]} texts
 * @returns {number} slots with which each has a key of its own
 */
function slotsFor(texts) {
  for (let slots = LEAST_SLOTS; ; slots += 1) {
    if (new Set(texts.map((text) => keyOf(text, slots))).size === texts.length) return slots;
  }
}

/** What a module imports, and what it imports later. */
const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gms;
const LATER = /\bimport\(\s*'(\.[^']+)'/g;

/**
 * @param {readonly string[]} from modules, by their paths in the sources of the pages
 * @param {boolean} all also what is loaded later, but for what is opened alone
 * @returns {ReadonlySet<string>} paths in the project
 */
function reached(from, all) {
  const found = new Set(from.map((path) => join(ROOT, 'web/src', path)));
  // What is added while a set is read is read as well.
  for (const path of found) {
    const source = readFileSync(path, 'utf8');
    const later = all
      ? [...source.matchAll(LATER)].filter(([, name = '']) => !ALONE.test(join(dirname(path), name)))
      : [];
    for (const [, one, other] of [...source.matchAll(IMPORT), ...later]) {
      const next = join(dirname(path), one ?? other ?? '');
      if (/\.tsx?$/.test(next) && existsSync(next)) found.add(next);
    }
  }
  return new Set([...found].map((path) => relative(ROOT, path)));
}
