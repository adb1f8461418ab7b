/** Where a position lies in the Web Mercator tile grid; EPSG 1024 gives the formulas. */
function world(
  [longitude, latitude]: readonly [number, number],
  z: number,
): { readonly x: number; readonly y: number } {
  const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  return { x: ((longitude + 180) / 360) * 2 ** z, y: y * 2 ** z };
}

/** The tile that shows a position (longitude, latitude) at a zoom. */
export function tileOf(
  position: readonly [number, number],
  z: number,
): { readonly z: number; readonly x: number; readonly y: number } {
  const { x, y } = world(position, z);
  return { z, x: Math.floor(x), y: Math.floor(y) };
}

/** The pixel within that tile, of 256. */
export function tilePixel(
  position: readonly [number, number],
  z: number,
): { readonly column: number; readonly row: number } {
  const { x, y } = world(position, z);
  return { column: Math.floor((x % 1) * 256), row: Math.floor((y % 1) * 256) };
}
