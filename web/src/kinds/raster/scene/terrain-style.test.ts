import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTerrainStyle, parseTerrainStyle, USUAL_TERRAIN } from './terrain-style.ts';

test('styles go into the address and come back, whatever a path is', () => {
  const pictures = fc.oneof(
    fc.constant({ kind: 'auto' as const }),
    fc.constant({ kind: 'heights' as const }),
    fc.string({ minLength: 1, unit: 'grapheme' }).map((path) => ({ kind: 'raster' as const, path })),
  );
  fc.assert(
    fc.property(
      pictures,
      fc.integer({ min: 10, max: 100 }),
      fc.integer({ min: -10_000, max: 10_000 }),
      (picture, opacity, height) => {
        const text = formatTerrainStyle({ picture, opacity, height });
        expect(text).not.toContain('~');
        expect(parseTerrainStyle(text)).toEqual({ picture, opacity, height });
      },
    ),
  );
});

test('what is not understood is left out', () => {
  expect(formatTerrainStyle(USUAL_TERRAIN)).toBe('');
  expect(parseTerrainStyle('lit/o5/hello/p%E0%A4%A/h1e9')).toEqual({ ...USUAL_TERRAIN, opacity: 10 });
});
