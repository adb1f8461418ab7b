import type { ProgramVoice } from '../../../engine/for-children.ts';

/** Interval of progress lines. One a minute keeps the log of an hour at 60 lines. */
const EVERY_MS = 60_000;
/** The first line comes sooner. */
const FIRST_MS = 5000;

/** Tells how fast a phase of a build goes. */
export interface Pace {
  /** @param share 0 to 1 of the phase that is done */
  step(share: number): void;
  /** Says what the whole phase took. */
  done(): void;
}

/**
 * @param phase a word for what is done, such as `Read`
 * @param points of the cloud
 */
export function createPace({ tell }: Pick<ProgramVoice, 'tell'>, phase: string, points: number, now = Date.now): Pace {
  const began = now();
  let next = began + FIRST_MS;
  const speed = (share: number, ms: number): string =>
    `${(((points * share) / Math.max(ms, 1)) * 0.001).toFixed(2)} million points a second`;
  return {
    step(share) {
      const at = now();
      if (at < next || share <= 0) return;
      next = at + EVERY_MS;
      const left = Math.ceil((((at - began) / share) * (1 - share)) / 1000);
      tell(`${phase} ${Math.floor(share * 100)} %, ${speed(share, at - began)}, ${left} s left.`);
    },
    done() {
      const ms = now() - began;
      tell(`${phase} ${points} points in ${(ms / 1000).toFixed(1)} s, ${speed(1, ms)}.`);
    },
  };
}
