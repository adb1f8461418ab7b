import { expect, test } from 'vitest';
import { DEFAULT_TILE_STYLE, formatTileStyle, parseTileStyle, type TileStyle } from './tile-style.ts';

test.each<[string, Partial<TileStyle>]>([
  ['', {}],
  ['lit', { light: 'lit' }],
  ['unlit/wire/back/o60', { light: 'unlit', wireframe: true, backFaces: true, opacity: 60 }],
])('"%s" in the address', (text, style) => {
  const whole = { ...DEFAULT_TILE_STYLE, ...style };
  expect(parseTileStyle(text)).toEqual(whole);
  expect(formatTileStyle(whole)).toBe(text);
});

test.each(['height/3/7-18', 'o', 'o1000', 'front/h12', 'LIT'])('"%s" is of something else', (text) =>
  expect(parseTileStyle(text)).toEqual(DEFAULT_TILE_STYLE),
);

test('nothing is wholly unseen', () => expect(parseTileStyle('o0').opacity).toBe(10));
