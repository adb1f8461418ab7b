/** "west,south,east,north" in degrees; null for anything else. */
export function parseBox(text: string): readonly [west: number, south: number, east: number, north: number] | null {
  const [west, south, east, north, ...more] = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (west === undefined || south === undefined || east === undefined || north === undefined || more.length > 0)
    return null;
  const isBox = Math.max(Math.abs(west), Math.abs(east)) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isBox && south <= north ? [west, south, east, north] : null;
}
