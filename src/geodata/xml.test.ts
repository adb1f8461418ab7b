import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { writeXml, writeXmlInTurns, xml, type XmlElement } from './xml.ts';

/** The text with the line ends around the root element, and the attribute `a`. */
function parse(text: string): { readonly text: string; readonly attribute: string } {
  const parser = new SaxesParser();
  const found = { text: '', attribute: '' };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (piece) => (found.text += piece));
  parser.on('opentag', ({ attributes }) => (found.attribute = attributes['a'] ?? found.attribute));
  parser.write(text).close();
  return found;
}

it('writes a document that a person can read', () => {
  const document = xml('a', { x: 1, y: undefined }, null, 'text & <more>', false);
  expect(writeXml(xml('root', {}, document, [xml('b'), [xml('c', { q: '"' }, 0)]]))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<root>\n  <a x="1">text &amp; &lt;more&gt;</a>\n  <b/>\n  <c q="&quot;">0</c>\n</root>\n',
  );
});

it('any text comes back from a reader, but for what XML cannot hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const expected = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
      expect(parse(writeXml(xml('r', { a: text }, text)))).toEqual({ text: `\n${expected}\n`, attribute: expected });
    }),
    { examples: [[']]>'], ['<!DOCTYPE x [<!ENTITY e "">]>&e;'], ['\uD800'], ['\0'], [' \n\t\r ']] },
  );
});

it('writes the same in turns, and others have theirs meanwhile', async () => {
  const layer = (at: number): XmlElement => xml('layer', { at }, xml('title', {}, `Layer <${at}>`));
  const tree = xml('root', {}, 'words', xml('list', {}, [[layer(1)], () => layer(2)], 'more', null), xml('empty'));
  expect(await writeXmlInTurns(tree, '<!DOCTYPE root>')).toBe(writeXml(tree, '<!DOCTYPE root>'));

  const numbers = Array.from({ length: 50_000 }, (_, at) => at);
  const long = xml(
    'root',
    {},
    xml(
      'list',
      {},
      numbers.map((at) => () => layer(at)),
    ),
  );
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 1);
  const text = await writeXmlInTurns(long).finally(() => clearInterval(clock));
  expect(turns).toBeGreaterThan(1);
  expect(text === writeXml(long)).toBe(true);
});
