// Catalogues of texts (web/src/languages/*.po): each module is the address of a file with all translations as Lingui's compiler reads them,
// so that the pages need no compiler for them.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parsePo } from 'pofile-ts';

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
      const source = JSON.stringify(compiledCatalogue(await readFile(id, 'utf8')));
      if (!building) return moduleOf(JSON.stringify(`data:application/json,${encodeURIComponent(source)}`));
      const file = this.emitFile({ type: 'asset', name: `${basename(id, '.po')}.json`, source });
      return moduleOf(`import.meta.ROLLUP_FILE_URL_${file}`);
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
  load: (id) => (id.endsWith('.po') ? moduleOf('""') : null),
});

/**
 * @param {string} text
 * @returns {Record<string, import('@lingui/message-utils/compileMessage').CompiledMessage | string>} compiled translations, by the English text
 */
export function compiledCatalogue(text) {
  const translated = parsePo(text).items.filter(
    ({ msgid, msgstr: [translation = ''] }) => msgid !== '' && translation !== '',
  );
  return Object.fromEntries(
    translated.map(({ msgid, msgstr: [translation = ''] }) => [
      msgid,
      /[{']/.test(translation) ? compileMessageOrThrow(translation) : translation,
    ]),
  );
}
