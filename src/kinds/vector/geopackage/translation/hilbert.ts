/** Bits of a side of the grid: a cell is some half metre, and two sides together are exact in a number. */
const BITS = 26;
const CELLS = 2 ** BITS;

/**
 * The place of a position along a curve through the world that stays near what is near (Hilbert's), below 2^52.
 *
 * @param longitude, latitude in degrees; what is beyond the world is at its edge
 */
export function hilbertKey(longitude: number, latitude: number): number {
  let x = cell((longitude + 180) / 360);
  let y = cell((latitude + 90) / 180);
  let key = 0;
  for (let side = CELLS >>> 1; side > 0; side >>>= 1) {
    const [right, up] = [(x & side) === 0 ? 0 : 1, (y & side) === 0 ? 0 : 1];
    key = key * 4 + ((3 * right) ^ up);
    if (up === 1) continue;
    if (right === 1) [x, y] = [CELLS - 1 - x, CELLS - 1 - y];
    [x, y] = [y, x];
  }
  return key;
}

const cell = (share: number): number => Math.max(0, Math.min(CELLS - 1, Math.floor(share * CELLS)));
