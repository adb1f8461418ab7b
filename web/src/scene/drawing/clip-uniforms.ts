import { Vector3 } from 'three';
import type { Box } from '../geometry/triple.ts';

const EVERYWHERE: Box = { min: [-1e30, -1e30, -1e30], max: [1e30, 1e30, 1e30] };

/** What shaders call the box that alone is drawn. */
export type ClipUniforms = { readonly clipMin: { value: Vector3 }; readonly clipMax: { value: Vector3 } };

export const clipUniforms = (): ClipUniforms => ({
  clipMin: { value: new Vector3(...EVERYWHERE.min) },
  clipMax: { value: new Vector3(...EVERYWHERE.max) },
});

/** @param clip null: everything is drawn */
export function setClip({ clipMin, clipMax }: ClipUniforms, clip: Box | null): void {
  clipMin.value.set(...(clip ?? EVERYWHERE).min);
  clipMax.value.set(...(clip ?? EVERYWHERE).max);
}
