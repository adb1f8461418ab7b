import type { Continued, Wait } from '../http/retries.ts';
import { formatBytes } from './format.ts';

/** `flight.tif waits 3.2 s, then tries again (2 of 8): …`. */
export function waitText({ what, ms, next, most, why }: Wait): string {
  const seconds = Number((ms / 1000).toPrecision(2));
  return `${what} waits ${seconds} s, then tries again (${next} of ${most}): ${why}`;
}

/** `flight.tif goes on where it stopped: 1.2 GB of 4.0 GB are there.` */
export function continueText({ what, done, size }: Continued): string {
  return `${what} goes on where it stopped: ${formatBytes(done)} of ${formatBytes(size)} are there.`;
}
