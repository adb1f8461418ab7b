import type { Wait } from '../http/retries.ts';

/** `flight.tif waits 3.2 s, then tries again (2 of 8): …`. */
export function waitText({ what, ms, next, most, why }: Wait): string {
  const seconds = Number((ms / 1000).toPrecision(2));
  return `${what} waits ${seconds} s, then tries again (${next} of ${most}): ${why}`;
}
