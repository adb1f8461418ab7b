import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Feature } from '../model/measurement.ts';
import { changed, type Change, doAgain, type History, NO_HISTORY, remembered, takeBack } from './history.ts';
import { merge } from './merge.ts';
import { EMPTY, formatSidecar, parseSidecar, type Sidecar } from './sidecar.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'] as const;
type Values = Readonly<Record<string, number>>;

/** A file that says of each id a number. */
const sidecarOf = (values: Values): Sidecar => ({
  ...EMPTY,
  features: Object.entries(values).map(([id, value]) => featureOf(id, value)),
});
const featureOf = (id: string, value: number): Feature => ({
  type: 'Feature',
  id,
  geometry: null,
  properties: { value },
});
const valueOf = (feature: Feature | null | undefined): unknown => feature?.properties['value'];
const valuesOf = ({ features }: Sidecar): Values =>
  Object.fromEntries(features.map((feature) => [feature.id, valueOf(feature) as number]));

const values = fc.dictionary(fc.constantFrom(...IDS), fc.integer({ min: 0, max: 3 }));

describe('two writers of one file', () => {
  test('lose nothing: what one changed is there, and what both changed is told with both', () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const { sidecar, conflicts } = merge(sidecarOf(base), sidecarOf(mine), sidecarOf(theirs));
        const merged = valuesOf(sidecar);
        for (const id of IDS) {
          const conflict = conflicts.find((one) => one.id === id);
          const [was, own, other] = [base[id], mine[id], theirs[id]];
          const isConflict = own !== was && other !== was && own !== other;
          const told = { mine: valueOf(conflict?.mine), theirs: valueOf(conflict?.theirs) };
          expect(merged[id]).toBe(own === was ? other : own);
          expect([conflict !== undefined, told]).toEqual([
            isConflict,
            isConflict ? { mine: own, theirs: other } : { mine: undefined, theirs: undefined },
          ]);
        }
      }),
    );
  });

  test('come to the same features, no matter who is second', () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const [first, second] = [
          merge(sidecarOf(base), sidecarOf(mine), sidecarOf(theirs)),
          merge(sidecarOf(base), sidecarOf(theirs), sidecarOf(mine)),
        ];
        const without = ({ sidecar, conflicts }: typeof first): Values =>
          Object.fromEntries(
            Object.entries(valuesOf(sidecar)).filter(([id]) => conflicts.every((one) => one.id !== id)),
          );
        expect(without(first)).toEqual(without(second));
        expect(new Set(first.conflicts.map(({ id }) => id))).toEqual(new Set(second.conflicts.map(({ id }) => id)));
      }),
    );
  });
});

test('steps that are taken back and done again lead where they led', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...IDS), fc.option(fc.integer({ min: 0, max: 9 }))), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(values, steps, (start, list) => {
      const first = sidecarOf(start).features;
      let features = first;
      let history: History = NO_HISTORY;
      for (const [id, value] of list) {
        const index = features.findIndex((feature) => feature.id === id);
        const after = value === null ? null : featureOf(id, value);
        const step: readonly Change[] = [
          { id, before: features[index] ?? null, after, index: index < 0 ? features.length : index },
        ];
        features = changed(features, step);
        history = remembered(history, step);
      }
      const last = features;
      for (let back = takeBack(history); back !== null; back = takeBack(history)) {
        features = changed(features, back.step);
        history = back.history;
      }
      expect(features).toEqual(first);
      for (let again = doAgain(history); again !== null; again = doAgain(history)) {
        features = changed(features, again.step);
        history = again.history;
      }
      expect(features).toEqual(last);
    }),
  );
});

describe('a file', () => {
  test('keeps what this page does not know, and gives features without an id always the same', () => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      metadata: { groups: [{ name: 'Pits' }] },
      features: [1, 1, 2].map((radius) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [11, 46, 5] },
        properties: { measurementType: 'circle', radius },
        bbox: [11, 46, 11, 46],
      })),
    });
    const sidecar = parseSidecar(text);
    const ids = sidecar.features.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(parseSidecar(text)).toEqual(sidecar);
    expect(parseSidecar(formatSidecar(sidecar))).toEqual(sidecar);
    const written: unknown = JSON.parse(formatSidecar(sidecar));
    expect(written).toMatchObject({
      metadata: { groups: [{ name: 'Pits' }] },
      features: [{ bbox: [11, 46, 11, 46] }, {}, {}],
    });
  });

  test.each(['', '[]', '{"type":"Feature"}', '{"type":"FeatureCollection","features":[1]}'])('"%s" is none', (text) =>
    expect(() => parseSidecar(text)).toThrow(/no GeoJSON of measurements/),
  );

  test('of too many features is refused', () => {
    const features = Array(5001).fill({ type: 'Feature', geometry: null, properties: {} });
    expect(() => parseSidecar(JSON.stringify({ type: 'FeatureCollection', features }))).toThrow(/more than 5000/);
  });
});
