import { fail } from '../../errors/index.ts';
import type { BoundingBox } from './entry-filter.ts';

/** A number as people write it: neither hexadecimal nor infinite. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * A box of degrees: west, south, east, north, as text with commas or as numbers. Heights, the third and the sixth of six
 * numbers, are not looked at; a west that lies east of the east crosses the antimeridian.
 *
 * @throws `invalid-input` that says what is wrong
 */
export function readBox(input: string | readonly number[]): BoundingBox {
  const numbers =
    typeof input === 'string' ? input.split(',').map((text) => (NUMBER.test(text.trim()) ? Number(text) : NaN)) : input;
  if (numbers.length !== 4 && numbers.length !== 6)
    throw fail(
      'invalid-input',
      `bbox needs 4 numbers (west,south,east,north) or 6 (with heights), not ${numbers.length}.`,
    );
  if (!numbers.every(Number.isFinite)) throw fail('invalid-input', 'bbox must hold finite numbers, divided by commas.');
  const half = numbers.length / 2;
  const [west = 0, south = 0, east = 0, north = 0] = [...numbers.slice(0, 2), ...numbers.slice(half, half + 2)];
  if (south > north)
    throw fail('invalid-input', `bbox is upside down: its south ${south} lies above its north ${north}.`);
  const isOnEarth = [west, east].every((x) => Math.abs(x) <= 180) && [south, north].every((y) => Math.abs(y) <= 90);
  if (!isOnEarth)
    throw fail('invalid-input', 'bbox is not on Earth: longitudes go from -180 to 180, latitudes from -90 to 90.');
  return [west, south, east, north];
}
