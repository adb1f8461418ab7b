// Brings the catalogues up to the texts of the pages and of the service: `node tools/run.mjs texts`. Translations of texts that are no longer
// there go. `--add FILE`: a JSON object of translations by English text is added; they take the place of those that are there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readCatalogue, writeCatalogue } from './texts/catalogue.ts';
import { GERMAN, textsOfPages } from './texts/texts-of-pages.ts';
import { textsOfService } from './texts/texts-of-service.ts';

const { messages, bare } = textsOfPages();
const more = process.argv[2] === '--add' ? process.argv[3] : undefined;
const added = more === undefined ? {} : (JSON.parse(readFileSync(more, 'utf8')) as Record<string, string>);

let count = 0;
const missing: string[] = [];
for (const { path, texts } of [{ path: GERMAN, texts: messages }, ...textsOfService()]) {
  const kept = existsSync(path) ? [...readCatalogue(readFileSync(path, 'utf8'))].filter(([, text]) => text !== '') : [];
  const known = new Map([...kept, ...Object.entries(added)]);
  writeFileSync(path, writeCatalogue('de', texts, known));
  count += texts.size;
  missing.push(...[...texts.keys()].filter((text) => !known.has(text)));
}

for (const { path, line, text } of bare) console.log(`${path}:${line}: not in the catalogue: ${text}`);
for (const text of missing) console.log(`Not translated: ${text}`);
console.log(`${count} texts, ${missing.length} without German, ${bare.length} outside of the catalogue.`);
