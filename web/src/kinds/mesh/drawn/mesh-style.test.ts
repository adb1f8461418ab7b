import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liftOf } from '../../model-placing.ts';
import { SURFACE_LIGHTS } from '../../../scene/style/surface-light.ts';
import { DEFAULT_MESH_STYLE, formatMeshStyle, type MeshStyle, parseMeshStyle } from './mesh-style.ts';

const anyStyle: fc.Arbitrary<MeshStyle> = fc.record({
  light: fc.constantFrom(...SURFACE_LIGHTS),
  isWireframe: fc.boolean(),
  hidesBacks: fc.boolean(),
  opacity: fc.integer({ min: 10, max: 100 }),
  lift: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map(liftOf),
});

test('a style stands in the address as it is', () => {
  fc.assert(
    fc.property(anyStyle, (style) => {
      expect(parseMeshStyle(formatMeshStyle(style))).toEqual(style);
    }),
  );
  expect(formatMeshStyle(DEFAULT_MESH_STYLE)).toBe('');
  expect(formatMeshStyle({ ...DEFAULT_MESH_STYLE, light: 'lit', isWireframe: true, opacity: 50, lift: -12.5 })).toBe(
    'lit/wire/o50/h-12.5',
  );
});

test.each(['', 'rgb/3/2-7', 'o999/h', '/////', 'hx', 'o-5'])('"%s" is a style without what is not known', (text) => {
  expect(parseMeshStyle(text)).toEqual({ ...DEFAULT_MESH_STYLE, opacity: 100 });
});

test('what cannot be seen at all is not possible', () => {
  expect(parseMeshStyle('o0').opacity).toBe(10);
});
