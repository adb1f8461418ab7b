import { DoubleSide, GLSL3, type Material, ShaderMaterial, type Texture, Vector3 } from 'three';
import type { Box } from '../../../scene/geometry/triple.ts';
import { TERRAIN_FRAGMENT_SHADER, TERRAIN_VERTEX_SHADER } from './terrain-shader.ts';

export type TerrainMaterial = {
  /** In the order in which they are drawn. */
  readonly passes: Material[];
  /** Percent. */
  readonly setOpacity: (opacity: number) => void;
  readonly setClip: (clip: Box | null) => void;
  /** Picture of what is drawn next; null for none. */
  readonly setPicture: (picture: Texture | null) => void;
  readonly dispose: () => void;
};

const EVERYWHERE: Box = { min: [-1e30, -1e30, -1e30], max: [1e30, 1e30, 1e30] };

/** @param hasGround what the picture does not show is grey; else nothing is there */
export function createTerrainMaterial(hasGround: boolean): TerrainMaterial {
  const uniforms = {
    picture: { value: null as Texture | null },
    hasPicture: { value: false },
    hasGround: { value: hasGround },
    opacity: { value: 1 },
    clipMin: { value: new Vector3(...EVERYWHERE.min) },
    clipMax: { value: new Vector3(...EVERYWHERE.max) },
  };
  const shader = {
    uniforms,
    vertexShader: TERRAIN_VERTEX_SHADER,
    fragmentShader: TERRAIN_FRAGMENT_SHADER,
    glslVersion: GLSL3,
    side: DoubleSide,
  };
  const surface = new ShaderMaterial(shader);
  // What can be seen through shows its nearest surface alone.
  const depths = new ShaderMaterial({ ...shader, colorWrite: false });
  depths.visible = false;
  return {
    passes: [depths, surface],
    setOpacity(opacity) {
      uniforms.opacity.value = opacity / 100;
      surface.transparent = opacity < 100;
      depths.visible = opacity < 100;
    },
    setClip(clip) {
      uniforms.clipMin.value.set(...(clip ?? EVERYWHERE).min);
      uniforms.clipMax.value.set(...(clip ?? EVERYWHERE).max);
    },
    setPicture(picture) {
      uniforms.picture.value = picture;
      uniforms.hasPicture.value = picture !== null;
      for (const material of [surface, depths]) material.uniformsNeedUpdate = true;
    },
    dispose() {
      surface.dispose();
      depths.dispose();
    },
  };
}
