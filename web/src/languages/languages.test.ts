import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { compileMessage } from './compile-message.ts';
import { i18n } from './i18n.ts';
import { languageOf, localeOf } from './language.ts';

describe('the language of the pages', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de-DE', 'en'], 'de'],
    [['fr'], 'en'],
    [[null, 'DE'], 'de'],
    [['en', 'de'], 'en'],
    [['constructor', 'de'], 'de'],
    [[], 'en'],
  ])('%j is %s', (wanted, language) => expect(languageOf(wanted)).toBe(language));

  test('numbers are written as in the country of the browser, if it speaks the language of the page', () => {
    expect(localeOf('de', ['en-GB', 'de-CH'])).toBe('de-CH');
    expect(localeOf('de', ['en-GB'])).toBe('de');
    expect(localeOf('en', ['english', 'en-GB'])).toBe('en-GB');
  });
});

describe('texts', () => {
  test.each([
    ['Nothing to fill in', 'Nothing to fill in'],
    ['Delete {name}', 'Delete a {b} <0>'],
    ['{count, plural, one {# file} other {# files}} of {name}', '1,204 files of a {b} <0>'],
    ['{count, plural, one {one} other {not {name}}}', 'not a {b} <0>'],
    ["It starts with '{' and ends with '}', and that''s it", "It starts with { and ends with }, and that's it"],
  ])('%s', (message, text) => {
    expect(i18n.t(message, { name: 'a {b} <0>', count: 1204 })).toBe(text);
    expect(compileMessage(message)).toEqual(compileMessageOrThrow(message));
  });

  test.each(['{', 'a {b', '{a, plural, one {b}', '{a, b, c}'])('%s is no message', (message) =>
    expect(() => compileMessage(message)).toThrow('Not a message'),
  );
});
