import type { LayerHeights } from '../heights/height-reference.ts';
import type { Box } from '../geometry/triple.ts';
import type { LayerState, SceneLayer } from './scene-layer.ts';
import type { SceneFrame } from '../geometry/scene-frame.ts';

export type ShownLayer = {
  readonly path: string;
  readonly layer: SceneLayer;
  readonly state: LayerState;
  readonly points: number;
  /** What its heights are above; null for a layer without heights, and for one that has no place yet. */
  readonly heights: LayerHeights | null;
  readonly isHidden: boolean;
  /** Style that it has, as its kind writes it. */
  readonly style: string;
};

/** What the page shows beside the picture. A new object whenever something changed. */
export type SceneSnapshot = {
  /** `loading`: nothing is drawn yet. The others hold once a frame with it was drawn. */
  readonly phase: LayerState['kind'];
  readonly layers: readonly ShownLayer[];
  readonly frame: SceneFrame | null;
  readonly bounds: Box | null;
};

type SnapshotParts = Pick<SceneSnapshot, 'layers' | 'frame' | 'bounds'>;

/** @returns the one before where nothing changed */
export function nextSnapshot(before: SceneSnapshot, { layers, frame, bounds }: SnapshotParts): SceneSnapshot {
  // What is hidden loads nothing more.
  const seen = layers.filter(({ isHidden, state }) => !isHidden || state.kind === 'loading');
  const phase = seen.length === 0 ? 'ready' : phaseOf(seen.map(({ state }) => state));
  const next: SceneSnapshot = { phase, layers, frame, bounds };
  return isSame(before, next) ? before : next;
}

/** Failed only when nothing can be shown; partial while anything is missing. */
function phaseOf(states: readonly LayerState[]): LayerState['kind'] {
  const kinds = states.map(({ kind }) => kind);
  if (kinds.every((kind) => kind === 'failed')) return 'failed';
  if (kinds.every((kind) => kind === 'failed' || kind === 'loading')) return 'loading';
  return kinds.every((kind) => kind === 'ready' || kind === 'failed') ? 'ready' : 'partial';
}

const isSame = (one: SceneSnapshot, other: SceneSnapshot): boolean =>
  one.phase === other.phase &&
  one.frame === other.frame &&
  one.layers.length === other.layers.length &&
  one.layers.every((layer, index) => {
    const now = other.layers[index];
    return (
      layer.state.kind === now?.state.kind &&
      causeOf(layer.state) === causeOf(now.state) &&
      layer.points === now.points &&
      layer.heights === now.heights &&
      layer.isHidden === now.isHidden &&
      layer.style === now.style
    );
  });

const causeOf = (state: LayerState): string | undefined => ('cause' in state ? state.cause : undefined);
