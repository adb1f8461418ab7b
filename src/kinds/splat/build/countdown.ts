import type { ProgramVoice } from '../../../engine/for-children.ts';

/** Interval of progress lines. One in half a minute keeps the log of an hour at 120 lines. */
const EVERY_MS = 30_000;
/** Delay of the first line, which comes sooner than the others. */
const FIRST_MS = 5000;

/** Share below which the rest is not estimated: the first merges wait for the splats to be sorted, and would tell hours. */
const LEAST_SHARE = 0.01;

/** Tells how far a phase of a build has come and how long it will take. */
interface Countdown {
  /** @param share of the phase that is done, 0 to 1. @param done describes it in words */
  step(share: number, done: string): void;
}

/** Creates a countdown for one phase. @param verb such as `Merged` */
export function createCountdown({ tell }: Pick<ProgramVoice, 'tell'>, verb: string, now = Date.now): Countdown {
  const began = now();
  let next = began + FIRST_MS;
  return {
    step(share, done) {
      const at = now();
      if (at < next || share <= 0) return;
      next = at + EVERY_MS;
      const left = Math.ceil((((at - began) / share) * (1 - share)) / 1000);
      tell(share < LEAST_SHARE ? `${verb} ${done}.` : `${verb} ${done}, ${left} s left.`);
    },
  };
}
