import type { Quaternion } from 'three';
import type { Box, Triple } from '../geometry/triple.ts';

export type Held = { readonly points: number; readonly bytes: number };

export type SceneView = {
  /** Position of the camera, in scene coordinates. */
  readonly eye: Triple;
  readonly forward: Triple;
  readonly turn: Quaternion;
  /** True if a ball can be seen. */
  readonly sees: (middle: Triple, radius: number) => boolean;
  /** Pixels of the picture that a length of 1 has at a distance of 1. */
  readonly pixelsAtOne: number;
  /** Pixels of the picture for one of the page. */
  readonly pixelRatio: number;
  readonly clip: Box | null;
  /** Share of the layer in the budget of the scene. */
  readonly budget: Held;
};

export type PickRay = {
  readonly origin: Triple;
  /** Unit vector. */
  readonly direction: Triple;
  /** Width of a pixel of the page at a distance of 1. */
  readonly pixel: number;
  readonly clip: Box | null;
};

/** A vertical slab around a line on the ground. */
export type Corridor = {
  readonly from: Triple;
  readonly to: Triple;
  readonly width: number;
  readonly clip: Box | null;
};

export type CorridorVisitor = (along: number, height: number, red: number, green: number, blue: number) => void;
