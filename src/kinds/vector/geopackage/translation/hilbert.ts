/** Bits of a side of the grid: a cell of the world is some half metre, and two sides together are exact in a number. */
const BITS = 26;
const CELLS = 2 ** BITS;

/**
 * Gives positions their places along a curve through a box that stays near what is near (Hilbert's), below 2^52.
 *
 * @param box west, south, east, north; what is beyond it is at its edge
 */
export function hilbertPlace([west, south, east, north]: readonly [number, number, number, number]): (
  x: number,
  y: number,
) => number {
  // A box without a width has one place.
  const [width, height] = [east - west || 1, north - south || 1];
  return (x, y) => keyOf(cell((x - west) / width), cell((y - south) / height));
}

function keyOf(column: number, row: number): number {
  let [x, y, key] = [column, row, 0];
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
