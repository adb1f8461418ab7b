import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatStyles, parseStyles } from './layer-styles.ts';

const style = fc.constantFrom('', 'lit/wire', 'class/3/2-7', 'back/o60', 'h-12.5');

test('each file has a style of its own, which comes back', () =>
  fc.assert(
    fc.property(fc.array(style, { minLength: 1, maxLength: 5 }), (styles) => {
      expect(parseStyles(formatStyles(styles), styles.length)).toEqual(styles);
    }),
  ));

test.each([
  [['lit'], 'lit'],
  [['', ''], undefined],
  [['lit', 'lit'], 'lit'],
  [['class/3', 'lit/wire'], 'class/3~lit/wire'],
  [['', 'lit', ''], '~lit'],
  [['lit', '', ''], 'lit~'],
])('%j in the address', (styles, text) => expect(formatStyles(styles)).toBe(text));

test('a link with one style, from before files had their own, is for all files', () =>
  expect(parseStyles('class/3', 2)).toEqual(['class/3', 'class/3']));
test('styles of files that are not there are left out', () => expect(parseStyles('a~b~c', 2)).toEqual(['a', 'b']));
