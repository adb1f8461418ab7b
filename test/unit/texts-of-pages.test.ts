import { readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../tools/texts/catalogue.ts';
import { GERMAN, textsOfPages } from '../../tools/texts/texts-of-pages.ts';
import { compileMessage } from '../../web/src/languages/compile-message.ts';

const { messages, bare } = textsOfPages();
const german = readCatalogue(readFileSync(GERMAN, 'utf8'));

describe('texts of the pages', () => {
  test('none stands outside of the catalogue', () => {
    expect(messages.size).toBeGreaterThan(1000);
    expect(bare.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });

  test('each has a German one, and no German one is left over: `node tools/run.mjs texts`', () => {
    const translated = [...german].filter(([, text]) => text !== '').map(([message]) => message);
    expect(translated.toSorted()).toEqual([...messages.keys()].toSorted());
  });

  test('translations have the same values and tags, and begin and end as the text does', () => {
    const differing = [...german].filter(([message, text]) => shapeOf(message) !== shapeOf(text));
    expect(differing).toEqual([]);
  });

  test('the small compiler of the pages reads every text as Lingui does', () => {
    for (const message of [...messages.keys(), ...german.values()]) {
      expect(compileMessage(message)).toEqual(compileMessageOrThrow(message));
    }
  });
});

/** Values, tags, and blanks at the ends: what has to be the same in all languages. */
function shapeOf(message: string): string {
  const tags = message.match(/<\/?\d+\/?>/g) ?? [];
  return JSON.stringify([
    [...valuesOf(compileMessageOrThrow(message))].toSorted(),
    tags.toSorted(),
    message.startsWith(' '),
    message.endsWith(' '),
  ]);
}

function valuesOf(tokens: unknown): ReadonlySet<string> {
  if (!Array.isArray(tokens)) return new Set();
  const values = tokens.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [];
    const [name, , cases = {}] = token as [string, string?, Record<string, unknown>?];
    return [name, ...Object.values(cases).flatMap((each) => [...valuesOf(each)])];
  });
  return new Set(values);
}
