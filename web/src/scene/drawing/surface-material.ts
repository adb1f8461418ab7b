import { GLSL3, type IUniform, ShaderMaterial, type Side, type Texture } from 'three';
import type { Box } from '../geometry/triple.ts';
import { clipUniforms, setClip } from './clip-uniforms.ts';

/** Draws surfaces, each with a picture of its own. */
export type SurfaceMaterial<More> = {
  readonly uniforms: More;
  readonly surface: ShaderMaterial;
  /** What can be seen through shows its nearest surface alone, whatever the order of its triangles: this writes how far that is. */
  readonly depths: ShaderMaterial;
  /** Percent. */
  readonly setOpacity: (opacity: number) => void;
  readonly setSide: (side: Side) => void;
  readonly setClip: (clip: Box | null) => void;
  /** Picture of what is drawn next; null for none. */
  readonly setPicture: (picture: Texture | null) => void;
  readonly dispose: () => void;
};

type Shaders = { readonly vertexShader: string; readonly fragmentShader: string };

/** @param more uniforms of the shaders beside `picture`, `hasPicture`, `opacity`, `clipMin` and `clipMax` */
export function createSurfaceMaterial<More extends Readonly<Record<string, IUniform>>>(
  shaders: Shaders,
  more: More,
): SurfaceMaterial<More> {
  const picture: IUniform<Texture | null> = { value: null };
  const own = { picture, hasPicture: { value: false }, opacity: { value: 1 }, ...clipUniforms() };
  const how = { ...shaders, uniforms: { ...own, ...more }, glslVersion: GLSL3 };
  const [surface, depths] = [new ShaderMaterial(how), new ShaderMaterial({ ...how, colorWrite: false })];
  const both = [surface, depths];
  return {
    uniforms: more,
    surface,
    depths,
    setOpacity(opacity) {
      own.opacity.value = opacity / 100;
      surface.transparent = opacity < 100;
    },
    setSide(side) {
      for (const material of both) material.side = side;
    },
    setClip: (clip) => setClip(own, clip),
    setPicture(next) {
      picture.value = next;
      own.hasPicture.value = next !== null;
      for (const material of both) material.uniformsNeedUpdate = true;
    },
    dispose() {
      for (const material of both) material.dispose();
    },
  };
}
