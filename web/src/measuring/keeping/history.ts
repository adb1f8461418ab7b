import type { Feature } from '../model/measurement.ts';

/** One feature before and after. Null: not there. */
export type Change = {
  readonly id: string;
  readonly before: Feature | null;
  readonly after: Feature | null;
  /** Its place in the list, for one that comes back. */
  readonly index: number;
};

/** What a person did in one step. */
export type Step = readonly Change[];

/** Steps to take back, and those that were taken back. Others' changes are no steps: taking one back leaves them alone. */
export type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

export const NO_HISTORY: History = { done: [], undone: [] };

/** Nobody goes further back, and each holds features. */
const MOST_STEPS = 100;

export const remembered = ({ done }: History, step: Step): History => ({
  done: [...done, step].slice(-MOST_STEPS),
  undone: [],
});

/** The step that takes back the last one; null without any. */
export function takeBack({ done, undone }: History): { readonly step: Step; readonly history: History } | null {
  const last = done.at(-1);
  if (last === undefined) return null;
  return { step: reversed(last), history: { done: done.slice(0, -1), undone: [...undone, last] } };
}

export function doAgain({ done, undone }: History): { readonly step: Step; readonly history: History } | null {
  const last = undone.at(-1);
  if (last === undefined) return null;
  return { step: last, history: { done: [...done, last], undone: undone.slice(0, -1) } };
}

const reversed = (step: Step): Step =>
  step.map((change) => ({ ...change, before: change.after, after: change.before })).toReversed();

/** Features after a step. */
export const changed = (features: readonly Feature[], step: Step): readonly Feature[] =>
  step.reduce(changedBy, features);

function changedBy(features: readonly Feature[], { id, after, index }: Change): readonly Feature[] {
  const at = features.findIndex((feature) => feature.id === id);
  if (after === null) return at < 0 ? features : features.toSpliced(at, 1);
  return at < 0 ? features.toSpliced(Math.min(index, features.length), 0, after) : features.with(at, after);
}

/** A history in which features are others. */
export function mapped({ done, undone }: History, swap: (feature: Feature | null) => Feature | null): History {
  const inStep = (step: Step): Step =>
    step.map((change) => ({ ...change, before: swap(change.before), after: swap(change.after) }));
  return { done: done.map(inStep), undone: undone.map(inStep) };
}
