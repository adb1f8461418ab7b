import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_MESH_STYLE,
  formatMeshStyle,
  liftOf,
  MESH_LIGHTS,
  type MeshStyle,
  parseMeshStyle,
  withMeshStyle,
} from './mesh-style.ts';

const anyStyle: fc.Arbitrary<MeshStyle> = fc.record({
  light: fc.constantFrom(...MESH_LIGHTS),
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

test('styles of other kinds stay, in front of that of models', () => {
  const wire = { ...DEFAULT_MESH_STYLE, isWireframe: true };
  expect(withMeshStyle('height/3/2-7', wire)).toBe('height/3/2-7/wire');
  expect(withMeshStyle('height/3/2-7/lit/o50/h-3', wire)).toBe('height/3/2-7/wire');
  expect(withMeshStyle('back/lit', DEFAULT_MESH_STYLE)).toBe('back');
});

test.each(['', 'rgb/3/2-7', 'o999/h', '/////', 'hx', 'o-5'])('"%s" is a style without what is not known', (text) => {
  expect(parseMeshStyle(text)).toEqual({ ...DEFAULT_MESH_STYLE, opacity: 100 });
});

test('what cannot be seen at all is not possible', () => {
  expect(parseMeshStyle('o0').opacity).toBe(10);
});
