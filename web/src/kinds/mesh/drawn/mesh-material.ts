import { DoubleSide, FrontSide, GLSL3, type Material, ShaderMaterial, type Texture, Vector3 } from 'three';
import type { SceneView } from '../../../scene/core/scene-layer.ts';
import type { Box } from '../../../scene/geometry/triple.ts';
import { MESH_FRAGMENT_SHADER, MESH_VERTEX_SHADER } from './mesh-shader.ts';
import type { MeshStyle } from './mesh-style.ts';

/** Draws all nodes of a model. */
export type MeshMaterial = {
  /** In the order in which they are drawn: all triangles are drawn with each. */
  readonly passes: () => readonly Material[];
  readonly setModel: (model: { readonly hasNormals: boolean; readonly hasColours: boolean }) => void;
  readonly setStyle: (style: MeshStyle, isLit: boolean) => void;
  readonly setView: (view: Pick<SceneView, 'clip'>) => void;
  /** Picture of what is drawn next; null for none. */
  readonly setPicture: (picture: Texture | null) => void;
  readonly dispose: () => void;
};

const EVERYWHERE: Box = { min: [-1e30, -1e30, -1e30], max: [1e30, 1e30, 1e30] };

export function createMeshMaterial(): MeshMaterial {
  const uniforms = {
    picture: { value: null as Texture | null },
    hasPicture: { value: false },
    hasColours: { value: false },
    hasNormals: { value: false },
    isLit: { value: true },
    opacity: { value: 1 },
    clipMin: { value: new Vector3(...EVERYWHERE.min) },
    clipMax: { value: new Vector3(...EVERYWHERE.max) },
  };
  const shader = {
    uniforms,
    vertexShader: MESH_VERTEX_SHADER,
    fragmentShader: MESH_FRAGMENT_SHADER,
    glslVersion: GLSL3,
  };
  const surface = new ShaderMaterial(shader);
  // What can be seen through shows its nearest surface alone, whatever the order of its triangles.
  const depths = new ShaderMaterial({ ...shader, colorWrite: false });
  let isSeenThrough = false;
  return {
    passes: () => (isSeenThrough ? [depths, surface] : [surface]),
    setModel({ hasNormals, hasColours }) {
      uniforms.hasNormals.value = hasNormals;
      uniforms.hasColours.value = hasColours;
    },
    setStyle({ isWireframe, hidesBacks, opacity }, isLit) {
      // Lines have no direction that light could fall on.
      uniforms.isLit.value = isLit && !isWireframe;
      uniforms.opacity.value = opacity / 100;
      surface.wireframe = isWireframe;
      surface.transparent = opacity < 100;
      for (const material of [surface, depths]) material.side = hidesBacks ? FrontSide : DoubleSide;
      isSeenThrough = opacity < 100 && !isWireframe;
    },
    setView({ clip }) {
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
