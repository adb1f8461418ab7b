import { describe, expect, test } from 'vitest';
import { entryOf } from '../../files/entry-for-tests.ts';
import { pointFacts } from './point-facts.ts';

const METRES = 'PROJCS["UTM 32N",GEOGCS["WGS 84"],UNIT["metre",1]]';
const FEET = 'PROJCS["State plane",GEOGCS["NAD83"],UNIT["foot",0.3048]]';
const factsOf = (properties: object) => pointFacts(entryOf('a.las', 5, { properties: { ...properties } }));

describe('facts of points', () => {
  test('are classes, density and returns', () =>
    expect(
      factsOf({
        projection: METRES,
        density: 12.345,
        classes: [
          { class: 2, name: 'Ground', points: 5000 },
          { class: 6, name: 'Building', points: 1 },
        ],
        returns: [4000, 0, 1001, 0, 0],
      }),
    ).toEqual({
      hasSystem: true,
      rows: [
        ['Classes', '2 Ground: 5,000\n6 Building: 1'],
        ['Density', '12.3 per square m'],
        ['Returns', 'Return 1: 4,000\nReturn 2: 0\nReturn 3: 1,001'],
      ],
    }));

  test.each([
    [METRES, 0.01234, '0.012 per square m'],
    [FEET, 3, '3 per square ft'],
    [null, 1234.5, '1,234.5 per square unit'],
  ])('have the unit of %s', (projection, density, text) =>
    expect(factsOf({ projection, density }).rows).toEqual([['Density', text]]),
  );

  test('are left out where they are not known', () => {
    expect(factsOf({}).rows).toEqual([]);
    expect(factsOf({ classes: [], density: null, returns: [0, 0], warning: 'No system.', projection: null })).toEqual({
      hasSystem: false,
      rows: [],
    });
  });
});
