import { IconMap } from '@tabler/icons-react';
import fc from 'fast-check';
import type { SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { describe, expect, test } from 'vitest';
import { entryOf } from '../../files/entry-for-tests.ts';
import type { MapLayer } from '../../kinds/map-kind.ts';
import { droppedOrder, movedOrder, orderedLayers } from './layer-order.ts';
import { usualState } from './usual-state.ts';
import { withOwnOf } from './drawn-style.ts';

const layer = (key: string, change: Partial<MapLayer> = {}): MapLayer => ({
  key,
  kind: 'raster',
  title: key,
  group: 'orthophotos',
  Icon: IconMap,
  bounds: [0, 0, 1, 1],
  entry: entryOf(key, 4),
  opensScene: false,
  ...change,
});
const keysOf = (layers: readonly MapLayer[]): readonly string[] => layers.map(({ key }) => key);

describe('order of layers', () => {
  const layers = ['a', 'b', 'c', 'd'].map((key) => layer(key));
  test('is the usual one without a word in the address', () =>
    expect(keysOf(orderedLayers(layers, undefined))).toEqual(['a', 'b', 'c', 'd']));
  test('has those first that the address names; what is not there is left out', () =>
    expect(keysOf(orderedLayers(layers, 'c,x,a,c'))).toEqual(['c', 'a', 'b', 'd']));
  test('a layer moves by one and all others stay', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 }), fc.boolean(), (upper, isDown) => {
        const from = isDown ? upper : upper + 1;
        const key = layers[from]?.key ?? '';
        const keys = keysOf(orderedLayers(layers, movedOrder(layers, key, isDown ? 1 : -1) ?? ''));
        expect(keys.indexOf(key)).toBe(isDown ? upper + 1 : upper);
        expect(keys.filter((it) => it !== key)).toEqual(keysOf(layers).filter((it) => it !== key));
      }),
    );
  });
  test.each([
    ['a', 'c', true, 'b,c,a,d'],
    ['a', 'c', false, 'b,a,c,d'],
    ['d', 'a', false, 'd,a,b,c'],
    ['d', 'b', true, 'a,b,d,c'],
  ])('%s dropped at %s (below: %s) gives %s', (key, target, isBelow, keys) =>
    expect(keysOf(orderedLayers(layers, droppedOrder(layers, key, { target, isBelow }) ?? '')).join()).toBe(keys),
  );
  test('one that is dropped where it is, on itself or on none changes nothing', () =>
    expect(
      [
        { target: 'b', isBelow: false },
        { target: 'a', isBelow: true },
        { target: 'x', isBelow: true },
      ].map((drop) => droppedOrder(layers, 'a', drop)),
    ).toEqual([null, null, null]));
  test('the first one goes no further up, the last one no further down', () => {
    expect([movedOrder(layers, 'a', -1), movedOrder(layers, 'd', 1), movedOrder(layers, 'x', 1)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

test('the first layers of a group are shown, so that a dataset of many opens at all', () => {
  const many = Array.from({ length: 20 }, (_, at) => layer(`${at}`));
  const shown = many.filter((it) => usualState(it, many).isShown);
  expect(keysOf(shown)).toEqual(keysOf(many.slice(0, 12)));
});

test('what stands on the map beside the layers stays when they change', () => {
  const source: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
  const before: StyleSpecification = {
    version: 8,
    sources: { 'own/line': source, 'layer/a': source },
    layers: [
      { id: 'layer/a', type: 'line', source: 'layer/a' },
      { id: 'own/line', type: 'line', source: 'own/line' },
    ],
  };
  const next = withOwnOf(before, {
    version: 8,
    sources: { b: source },
    layers: [{ id: 'b', type: 'line', source: 'b' }],
  });
  expect(Object.keys(next.sources)).toEqual(['b', 'own/line']);
  expect(next.layers.map(({ id }) => id)).toEqual(['b', 'own/line']);
});
