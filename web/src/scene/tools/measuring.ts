import type { SceneLayer } from '../core/scene-layer.ts';
import type { Triple } from '../geometry/triple.ts';
import { type MeasureTool, POINTS_OF } from './measure.ts';

export type Measurement = {
  readonly tool: MeasureTool;
  readonly points: readonly Triple[];
  /** The layer whose points count. Default: all of them */
  readonly of?: SceneLayer | undefined;
};

/** Measurements of a scene: the finished ones, and the one that is being made. */
export type Measuring = {
  readonly open: Measurement | null;
  readonly done: readonly Measurement[];
};

export type MeasuringStep =
  | { readonly does: 'choose'; readonly tool: MeasureTool | null; readonly of?: SceneLayer }
  | { readonly does: 'add'; readonly point: Triple }
  | { readonly does: 'remove-last' }
  | { readonly does: 'finish' }
  | { readonly does: 'remove'; readonly index: number };

export const NOTHING_MEASURED: Measuring = { open: null, done: [] };

/** Points without which a tool tells nothing. */
const LEAST_POINTS: Readonly<Record<MeasureTool, number>> = {
  distance: 2,
  height: 2,
  area: 3,
  angle: 3,
  profile: 2,
  calibration: 2,
};
/** A new one takes the place of the one before. */
const SINGLE: readonly MeasureTool[] = ['profile', 'calibration'];

export function measuringAfter(state: Measuring, step: MeasuringStep): Measuring {
  const { open, done } = state;
  switch (step.does) {
    case 'choose':
      return { done: keepOpen(state), open: step.tool === null ? null : { tool: step.tool, points: [], of: step.of } };
    case 'add': {
      // The second press of a double click is at the same place.
      if (open === null || isSame(open.points.at(-1), step.point)) return state;
      const points = [...open.points, step.point];
      const next = { done, open: { ...open, points } };
      return points.length >= POINTS_OF[open.tool] ? measuringAfter(next, { does: 'finish' }) : next;
    }
    case 'remove-last':
      return open === null ? state : { done, open: { ...open, points: open.points.slice(0, -1) } };
    case 'finish':
      if (open === null) return state;
      // Other tools stay: people measure several things in a row.
      return { done: keepOpen(state), open: open.tool === 'calibration' ? null : { ...open, points: [] } };
    case 'remove':
      return { open, done: done.filter((_, index) => index !== step.index) };
  }
}

const keepOpen = ({ open, done }: Measuring): readonly Measurement[] =>
  open !== null && open.points.length >= LEAST_POINTS[open.tool]
    ? [...done.filter(({ tool }) => tool !== open.tool || !SINGLE.includes(tool)), open]
    : done;

const isSame = (one: Triple | undefined, other: Triple): boolean =>
  one !== undefined && one.every((value, axis) => value === other[axis]);
