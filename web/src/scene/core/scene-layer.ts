import type { Object3D } from 'three';
import type { Box, Triple } from '../geometry/triple.ts';
import type { Corridor, CorridorVisitor, Held, PickRay, SceneView } from './layer-view.ts';

/**
 * What a scene shows of one file. The kinds of data implement it; the scene knows nothing else of them.
 *
 * Coordinates of the scene are 32-bit offsets: (place in the CRS - origin) × scale of its frame.
 */
export interface SceneLayer {
  /** What is drawn, in coordinates of the scene. */
  readonly object: Object3D;
  readonly state: LayerState;
  /** In coordinates of the scene; null until it is loaded. */
  readonly bounds: Box | null;
  /** What it holds on the graphics card now. */
  readonly held: Held;
  /** What `held.points` counts. Default: points */
  readonly counts?: 'point' | 'triangle' | 'splat' | 'photo';
  /** How its owner gives it a coordinate system, for a layer without one. Default: by the metadata `projection` */
  readonly placeHelp?: string | null;
  /** Reads what the first picture needs. Failures become its state. */
  load(signal: AbortSignal): Promise<void>;
  /** Chooses what to show, and asks for what is missing. Called before each frame. @param budgetMs time it may take */
  update(view: SceneView, budgetMs: number): void;
  /** The part that a ray meets first; null where it meets nothing. */
  pick(ray: PickRay): Picked | null;
  /** Shows what of it is below the pointer; null: the pointer is elsewhere. */
  point?(ray: PickRay | null): void;
  /** Takes a new style, as the address has it. */
  setStyle(style: string): void;
  /** Everything that is stored of what was picked. */
  inspect?(picked: Picked, signal: AbortSignal): Promise<readonly (readonly [name: string, value: string])[]>;
  /** Calls `visit` for the shown points in a corridor, with their distance along its line. */
  visitCorridor?(corridor: Corridor, visit: CorridorVisitor): void;
  /** Height of the ground at a place, all in coordinates of the scene; null where it has none. */
  heightAt?(x: number, y: number): number | null;
  /** Frees graphics memory, ends workers and requests. */
  dispose(): void;
}

export type LayerState =
  | { readonly kind: 'loading' }
  /** Something is shown, and more is to come; with a cause, parts of it failed. */
  | { readonly kind: 'partial'; readonly cause?: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly cause: string };

export type Picked = {
  /** In coordinates of the scene. */
  readonly at: Triple;
  /** From the eye along the ray. */
  readonly distance: number;
  /** Pixels of the page between the ray and what was picked. */
  readonly offPixels: number;
  readonly layer: SceneLayer;
  /** What the layer needs to find it again. */
  readonly part: unknown;
};
