import { DoubleSide, FrontSide, type Material, type Texture } from 'three';
import type { SceneView } from '../../../scene/core/layer-view.ts';
import { createSurfaceMaterial } from '../../../scene/drawing/surface-material.ts';
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

export function createMeshMaterial(): MeshMaterial {
  const shaders = { vertexShader: MESH_VERTEX_SHADER, fragmentShader: MESH_FRAGMENT_SHADER };
  const shared = createSurfaceMaterial(shaders, {
    hasColours: { value: false },
    hasNormals: { value: false },
    isLit: { value: true },
  });
  const { uniforms, surface, depths, setPicture, dispose } = shared;
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
      surface.wireframe = isWireframe;
      shared.setOpacity(opacity);
      shared.setSide(hidesBacks ? FrontSide : DoubleSide);
      isSeenThrough = opacity < 100 && !isWireframe;
    },
    setView: ({ clip }) => shared.setClip(clip),
    setPicture,
    dispose,
  };
}
