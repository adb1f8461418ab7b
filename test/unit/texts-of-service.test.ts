import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../tools/texts/catalogue.ts';
import { GERMAN } from '../../tools/texts/texts-of-pages.ts';
import { textsOfService } from '../../tools/texts/texts-of-service.ts';
import { translated, WORDED } from '../../web/src/languages/service/answers.ts';
import { readTranslations, translate } from '../../web/src/languages/service/translations.ts';

const catalogues = textsOfService().map(({ path, texts }) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  texts,
  german: readCatalogue(readFileSync(path, 'utf8')),
}));
const [names, problems] = catalogues.map(({ german }) => readTranslations(Object.fromEntries(german)));
const valuesOf = (text: string): readonly string[] => (text.match(/\{\d+\}/g) ?? []).toSorted();

describe.each(catalogues)('German of what the service says: $name', ({ texts, german }) => {
  test('each text has one, and no German one is left over: `node tools/run.mjs texts`', () => {
    const translated = [...german].filter(([, text]) => text !== '').map(([text]) => text);
    expect(texts.size).toBeGreaterThan(500);
    expect(translated.toSorted()).toEqual([...texts.keys()].toSorted());
  });

  test('translations have the same values, and begin and end as the text does', () => {
    const shapeOf = (text: string): string =>
      JSON.stringify([valuesOf(text), text.startsWith(' '), text.endsWith(' '), (text.match(/`/g) ?? []).length]);
    expect([...german].filter(([text, translation]) => shapeOf(text) !== shapeOf(translation))).toEqual([]);
  });

  test('each is found again with anything for its values', () => {
    const known = readTranslations(Object.fromEntries(german));
    const filled = (text: string): string => text.replaceAll(/\{(\d+)\}/g, (_, number: string) => `§${number}§`);
    const wrong = [...german]
      .map(([text, translation]) => [translate(filled(text), known), filled(translation), text])
      .filter(([written, wanted]) => written !== wanted);
    expect(wrong).toEqual([]);
  });
});

test('a tool is offered in German, with its parameters and choices, and nothing of what it takes is changed', () => {
  const text = (it: string): string => translate(it, names!);
  expect(text('Contours')).toBe('Höhenlinien');
  expect(text('{0} files checked'.replace('{0}', '12'))).toBe('12 Dateien geprüft');
  expect(text('A tool of another service')).toBe('A tool of another service');
});

test.each([
  ['There is no entry a b.tif in the dataset.', 'Es gibt keinen Eintrag a b.tif im Datensatz.'],
  [
    'This file cannot be read as TIFF. It holds no image.',
    'Diese Datei ist nicht als TIFF lesbar. Die Datei enthält kein Bild.',
  ],
  [
    'The disk is full. What is this? There is no role x.',
    'Der Datenträger ist voll. What is this? Es gibt keine Rolle x.',
  ],
  ['params.paths.0: The file is missing.', 'params.paths.0: Die Datei fehlt.'],
  ['The file is missing.\nThe line has no length.', 'Die Datei fehlt.\nDie Linie hat keine Länge.'],
  ['Cancelled by ann.', 'Abgebrochen von ann.'],
  ['Nobody has ever said this.', 'Nobody has ever said this.'],
  ['', ''],
])('%s', (english, german) => expect(translate(english, problems!)).toBe(german));

test('a cancelled build is known by its reason in German, too: api/entries.ts', () => {
  const begin = readCatalogue(readFileSync(GERMAN, 'utf8')).get('Cancelled by ');
  expect(translate('Cancelled by ann.', problems!)).toBe(`${begin}ann.`);
});

test('a text that somebody has chosen takes no time', () => {
  const begin = performance.now();
  const name = ' is a; a cannot take its place. There is no '.repeat(400);
  expect(translate(`There is no entry ${name} in the dataset.`, problems!)).toContain('Es gibt keinen Eintrag');
  expect(performance.now() - begin).toBeLessThan(2000);
});

test('without a catalogue, and where nothing of the service stands, an answer stays what it is', async () => {
  const answer = { errorText: 'The disk is full.', params: { title: 'Contours' } };
  expect(await translated('GET /users/me', answer)).toBe(answer);
  expect(await translated('GET /sys/tasks', answer)).toEqual(answer);
});

test('the warning of an entry is worded alike, whether a list has it or it is asked for alone', () => {
  const inDataset = '/orgs/{orgSlug}/ds/{dsSlug}';
  const listed = WORDED[`GET ${inDataset}/list`];
  expect(listed?.problems).toContain('warning');
  expect(WORDED[`GET ${inDataset}/obj`]).toBe(listed);
  expect(WORDED[`POST ${inDataset}/search`]).toBe(listed);
});
