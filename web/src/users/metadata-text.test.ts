import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMetadata } from './metadata-text.ts';

test('every object survives being shown and saved again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const text = JSON.stringify(object, null, 2);
      expect(JSON.stringify(parseMetadata(text).value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test.each(['', '  \n'])('nothing is an empty object', (text) => {
  expect(parseMetadata(text)).toEqual({ value: {}, problem: null });
});

test.each(['[]', 'null', '3', '"text"'])('%s is no object, and the text says so', (text) => {
  expect(parseMetadata(text).problem).toContain('object');
});

test.each(['{', '{"a":}', "{'a': 1}", '{"a": 1,}'])('%s is no JSON, and the text says so', (text) => {
  expect(parseMetadata(text).problem).toContain('no JSON');
});
