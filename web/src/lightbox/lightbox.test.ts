import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeAfterKey, placeIn } from './lightbox-items.ts';
import { turned, type Turn } from './sphere-turn.ts';
import { panned, WHOLE, zoomed } from './zoom-state.ts';

const SIZE = { width: 400, height: 300 };

test('what is below the pointer stays there while it is enlarged', () => {
  const zoom = zoomed(WHOLE, 2, { x: 50, y: -20 }, SIZE);
  // (50 - x) / scale is where the point was.
  expect([(50 - zoom.x) / zoom.scale, (-20 - zoom.y) / zoom.scale]).toEqual([50, -20]);
  expect(zoomed(zoom, 0.001, { x: 9, y: 9 }, SIZE)).toEqual(WHOLE);
});

test('a picture never leaves the stage', () => {
  const steps = fc.array(
    fc.record({ by: fc.double({ min: 0.2, max: 5, noNaN: true }), dx: fc.integer(), dy: fc.integer() }),
  );
  fc.assert(
    fc.property(steps, (all) => {
      let zoom = WHOLE;
      for (const { by, dx, dy } of all)
        zoom = panned(zoomed(zoom, by, { x: dx % 200, y: dy % 150 }, SIZE), dx, dy, SIZE);
      expect(Math.abs(zoom.x)).toBeLessThanOrEqual(((zoom.scale - 1) * SIZE.width) / 2 + 1e-6);
      expect(Math.abs(zoom.y)).toBeLessThanOrEqual(((zoom.scale - 1) * SIZE.height) / 2 + 1e-6);
    }),
  );
});

test('keys lead to the next file and stop at the ends', () => {
  expect(['ArrowRight', 'ArrowLeft', 'End', 'Home', 'x', 'toString'].map((key) => placeAfterKey(key, 0, 3))).toEqual([
    1,
    0,
    2,
    0,
    null,
    null,
  ]);
  expect(placeAfterKey('PageDown', 2, 3)).toBe(2);
  expect(placeIn([{ path: 'a', version: null }], 'b')).toBe(0);
});

test('a panorama turns around and neither over its top nor beyond its zoom', () => {
  let turn: Turn = { yaw: 0, pitch: 0, field: 75 };
  turn = turned(turn, { yaw: -30, pitch: 200, zoom: 100 });
  expect(turn).toEqual({ yaw: 330, pitch: 89, field: 20 });
  expect(turned(turn, { yaw: 60, pitch: -400, zoom: 0.001 })).toEqual({ yaw: 30, pitch: -89, field: 100 });
});
