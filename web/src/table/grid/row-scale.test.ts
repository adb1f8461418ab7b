import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heightOf, placeAt, scrolledTo, START, type Place, type Sizes } from './row-scale.ts';

const SHORT: Sizes = { total: 36_000, view: 600 };
const LONG: Sizes = { total: 36_000_000, view: 600 };
const END = heightOf(LONG) - LONG.view;

test('a short list scrolls as it is', () => {
  expect(heightOf(SHORT)).toBe(36_000);
  expect(scrolledTo(START, 1234, SHORT)).toEqual({ top: 1234, offset: 1234 });
  expect(placeAt(START, 99_999, SHORT)).toEqual({ top: 35_400, offset: 35_400 });
});

test('the scroll bar of a long list reaches each of its rows', () => {
  expect(heightOf(LONG)).toBeLessThan(17_000_000);
  expect(scrolledTo(START, END, LONG).offset).toBe(LONG.total - LONG.view);
  expect(scrolledTo(START, END / 2, LONG).offset).toBeCloseTo((LONG.total - LONG.view) / 2, 0);
  expect(scrolledTo({ top: END, offset: LONG.total - LONG.view }, 0, LONG).offset).toBe(0);
});

test('a step of the wheel moves the rows of a long list by as much, and not by its share', () => {
  const middle = scrolledTo(START, END / 2, LONG);
  expect(scrolledTo(middle, middle.top + 100, LONG).offset - middle.offset).toBe(100);
  expect(scrolledTo(middle, middle.top - 100, LONG).offset - middle.offset).toBe(-100);
});

test('steps of the wheel reach both ends of a long list without a jump', () => {
  for (const [from, step] of [
    [900_000, -100],
    [END - 900_000, 100],
  ] as const) {
    let place = scrolledTo(START, from, LONG);
    let most = 0;
    while (place.top > 0 && place.top < END) {
      const next = scrolledTo(place, Math.max(0, Math.min(END, place.top + step)), LONG);
      most = Math.max(most, Math.abs(next.offset - place.offset));
      place = next;
    }
    expect(place.offset).toBe(step < 0 ? 0 : LONG.total - LONG.view);
    // The last ten views are stretched by what the steps before were short of.
    expect(most).toBeLessThan(0.1 * LONG.total);
  }
});

test('wherever somebody scrolls to, the place is within the rows, and rows can be gone to exactly', () => {
  const move = fc.oneof(
    fc.record({ by: fc.integer({ min: -2000, max: 2000 }) }),
    fc.record({ to: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ row: fc.integer({ min: 0, max: 999_999 }) }),
  );
  fc.assert(
    fc.property(fc.array(move, { maxLength: 50 }), (moves) => {
      let place: Place = START;
      for (const each of moves) {
        if ('row' in each) place = placeAt(place, each.row * 36, LONG);
        else {
          const top = 'by' in each ? place.top + each.by : each.to * END;
          place = scrolledTo(place, Math.max(0, Math.min(END, top)), LONG);
        }
        const last = LONG.total - LONG.view;
        // A row that is gone to is at the top of the view; whatever else is scrolled to is within the rows.
        const [least, most] =
          'row' in each ? [Math.min(each.row * 36, last), Math.min(each.row * 36, last)] : [0, last];
        expect(place.offset).toBeGreaterThanOrEqual(least);
        expect(place.offset).toBeLessThanOrEqual(most);
        expect(place.top).toBeGreaterThanOrEqual(0);
        expect(place.top).toBeLessThanOrEqual(END);
      }
    }),
  );
});
