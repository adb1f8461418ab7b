import { DoubleSide, type Material } from 'three';
import { createSurfaceMaterial, type SurfaceMaterial } from '../../../scene/drawing/surface-material.ts';
import { TERRAIN_FRAGMENT_SHADER, TERRAIN_VERTEX_SHADER } from './terrain-shader.ts';

export type TerrainMaterial = Pick<SurfaceMaterial<unknown>, 'setOpacity' | 'setClip' | 'setPicture' | 'dispose'> & {
  /** In the order in which they are drawn. */
  readonly passes: Material[];
};

/** @param hasGround what the picture does not show is grey; else nothing is there */
export function createTerrainMaterial(hasGround: boolean): TerrainMaterial {
  const shaders = { vertexShader: TERRAIN_VERTEX_SHADER, fragmentShader: TERRAIN_FRAGMENT_SHADER };
  const shared = createSurfaceMaterial(shaders, { hasGround: { value: hasGround } });
  const { surface, depths } = shared;
  shared.setSide(DoubleSide);
  depths.visible = false;
  return {
    ...shared,
    passes: [depths, surface],
    setOpacity(opacity) {
      shared.setOpacity(opacity);
      depths.visible = opacity < 100;
    },
  };
}
