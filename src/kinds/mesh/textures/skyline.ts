/** Lower borders of what is placed in a picture, from the left to the right. */
export interface Skyline {
  /** Places a rectangle, no wider than the picture, where it reaches down least. */
  add(width: number, height: number): { readonly x: number; readonly y: number };
  /** Height of all that is placed. */
  height(): number;
}

/** A part of the border. */
interface Step {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Choice {
  /** Number of the step at whose left end the rectangle begins. */
  readonly step: number;
  readonly y: number;
  /** What is left free above it. */
  readonly waste: number;
}

export function createSkyline(width: number): Skyline {
  const steps: Step[] = [{ x: 0, y: 0, width }];
  let lowest = 0;
  return {
    add(wide, high) {
      const { step, y } = choose(steps, width, wide);
      const { x } = steps[step]!;
      put(steps, step, { x, y: y + high, width: wide });
      lowest = Math.max(lowest, y + high);
      return { x, y };
    },
    height: () => lowest,
  };
}

function choose(steps: readonly Step[], width: number, wide: number): Choice {
  let best: Choice | undefined;
  for (let step = 0; step < steps.length && steps[step]!.x + wide <= width; step += 1) {
    const y = topAt(steps, step, wide, best?.y ?? Infinity);
    if (best !== undefined && y > best.y) continue;
    const waste = wasteAt(steps, step, wide, y);
    if (best === undefined || y < best.y || waste < best.waste) best = { step, y, waste };
  }
  return best!;
}

/** Where a rectangle begins that stands on the steps from `first` on; `enough` is far enough to know that it is worse than another. */
function topAt(steps: readonly Step[], first: number, wide: number, enough: number): number {
  let y = 0;
  for (let [at, left] = [first, wide]; left > 0 && y <= enough; at += 1) {
    y = Math.max(y, steps[at]!.y);
    left -= steps[at]!.width;
  }
  return y;
}

function wasteAt(steps: readonly Step[], first: number, wide: number, y: number): number {
  let waste = 0;
  for (let [at, left] = [first, wide]; left > 0; at += 1) {
    waste += (y - steps[at]!.y) * Math.min(left, steps[at]!.width);
    left -= steps[at]!.width;
  }
  return waste;
}

/** Puts a step over those from `first` on. */
function put(steps: Step[], first: number, step: Step): void {
  const end = step.x + step.width;
  let next = first;
  while (next < steps.length && steps[next]!.x + steps[next]!.width <= end) next += 1;
  const cut = steps[next];
  if (cut !== undefined && cut.x < end) steps[next] = { x: end, y: cut.y, width: cut.x + cut.width - end };
  steps.splice(first, next - first, step);
  joinWithNext(steps, first);
  if (first > 0) joinWithNext(steps, first - 1);
}

function joinWithNext(steps: Step[], at: number): void {
  const [step, next] = [steps[at]!, steps[at + 1]];
  if (next === undefined || next.y !== step.y) return;
  steps.splice(at, 2, { ...step, width: step.width + next.width });
}
