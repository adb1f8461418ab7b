import { DoubleSide, FrontSide, type ShaderMaterial } from 'three';
import { expect, test } from 'vitest';
import { createMeshMaterial } from './mesh-material.ts';
import { DEFAULT_MESH_STYLE, type MeshStyle } from './mesh-style.ts';

function passesOf(style: Partial<MeshStyle>, isLit = true) {
  const material = createMeshMaterial();
  material.setStyle({ ...DEFAULT_MESH_STYLE, ...style }, isLit);
  return material.passes() as readonly ShaderMaterial[];
}

test('a surface is drawn once, from both sides', () => {
  const [surface, ...more] = passesOf({});
  expect([surface!.side, surface!.transparent, surface!.uniforms['isLit']!.value, more]).toEqual([
    DoubleSide,
    false,
    true,
    [],
  ]);
  expect(passesOf({ hidesBacks: true })[0]!.side).toBe(FrontSide);
});

test('what can be seen through is drawn after its depths', () => {
  const [depths, surface] = passesOf({ opacity: 40 });
  expect([depths!.colorWrite, depths!.transparent]).toEqual([false, false]);
  expect([surface!.transparent, surface!.uniforms['opacity']!.value]).toEqual([true, 0.4]);
  expect(passesOf({ opacity: 40, isWireframe: true })).toHaveLength(1);
});

test('light falls on surfaces, not on lines', () => {
  const [lines] = passesOf({ isWireframe: true });
  expect([lines!.wireframe, lines!.uniforms['isLit']!.value]).toEqual([true, false]);
});
