import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinEscaped, splitEscaped } from '../escaped-list.ts';
import { mapAddressOf, workspaceAddress } from '../workspace-address.ts';
import { formatLayerStates, type LayerState, parseLayerStates, USUAL_STATE } from './layer-states.ts';

const state: fc.Arbitrary<LayerState> = fc.record({
  isShown: fc.boolean(),
  opacity: fc.integer({ min: 0, max: 100 }),
  look: fc.string({ unit: 'grapheme', maxLength: 30 }),
});
const states = fc
  .array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), state), { maxLength: 20 })
  .map((items) => new Map(items));

test('a list of texts comes back, whatever they hold', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom<',' | ';'>(',', ';'),
      (texts, between) => {
        expect(splitEscaped(joinEscaped(texts, between), between)).toEqual(texts);
      },
    ),
  );
});

describe('states of layers in the address', () => {
  test('come back where they are not as usual', () => {
    fc.assert(
      fc.property(states, state, (all, usual) => {
        const back = parseLayerStates(formatLayerStates(all, () => usual));
        for (const [key, it] of all) expect(back.get(key) ?? usual).toEqual(it);
      }),
    );
  });
  test('are left out where all is as usual', () =>
    expect(formatLayerStates(new Map([['a.tif', USUAL_STATE]]), () => USUAL_STATE)).toBeUndefined());
  test('are short to read', () => {
    const all = new Map([
      ['dtm.tif', { ...USUAL_STATE, isShown: false }],
      ['a;b,c.tif', { isShown: true, opacity: 60, look: 'style=NDVI' }],
    ]);
    expect(formatLayerStates(all, () => USUAL_STATE)).toBe(String.raw`dtm.tif;h,a\\;b\,c.tif;s60;style=NDVI`);
  });
  test.each(['', ';', 'a;x', 'a;h1000', ',,,'])('"%s" changes nothing', (text) => {
    expect(parseLayerStates(text).size).toBe(0);
  });
  test('of more layers than an address holds the first ones count', () => {
    const many = new Map(Array.from({ length: 300 }, (_, at) => [`${at}`, { ...USUAL_STATE, isShown: false }]));
    expect(parseLayerStates(formatLayerStates(many, () => USUAL_STATE)).size).toBe(100);
  });
});

test('an address of before leads to the map, with its file selected and as transparent as it was', () => {
  expect(mapAddressOf({ path: 'a, b.tif', opacity: '40' })).toEqual({
    view: 'map',
    sel: 'a, b.tif',
    layers: String.raw`a\, b.tif;s40`,
    path: undefined,
    token: undefined,
  });
  expect(mapAddressOf({ path: 'a.tif', opacity: 'x', token: 't' })).toMatchObject({ layers: undefined, path: 'a.tif' });
});

test('a view that is not known is left out', () => {
  expect(workspaceAddress({ view: 'globe', sel: 1 })).toEqual({
    view: undefined,
    layers: undefined,
    order: undefined,
    sel: undefined,
  });
});
