// Brings the catalogues up to the texts of the pages: `node tools/run.mjs texts`. Translations of texts that are no longer there go.
// `--add FILE`: a JSON object of translations by English text is added; they take the place of those that are there.
import { readFileSync, writeFileSync } from 'node:fs';
import { readCatalogue, writeCatalogue } from './texts/catalogue.ts';
import { GERMAN, textsOfPages } from './texts/texts-of-pages.ts';

const { messages, bare } = textsOfPages();
const more = process.argv[2] === '--add' ? process.argv[3] : undefined;
const added = more === undefined ? {} : (JSON.parse(readFileSync(more, 'utf8')) as Record<string, string>);
const known = new Map([
  ...[...readCatalogue(readFileSync(GERMAN, 'utf8'))].filter(([, text]) => text !== ''),
  ...Object.entries(added),
]);
writeFileSync(GERMAN, writeCatalogue('de', messages, known));

for (const { path, line, text } of bare) console.log(`${path}:${line}: not in the catalogue: ${text}`);
const missing = [...messages.keys()].filter((message) => !known.has(message));
for (const message of missing) console.log(`Not translated: ${message}`);
console.log(`${messages.size} texts, ${missing.length} without German, ${bare.length} outside of the catalogue.`);
