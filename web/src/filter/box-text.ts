/** In degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** "west,south,east,north" in degrees; null for anything else. */
export function parseBox(text: string): Box | null {
  const [west, south, east, north, ...more] = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (west === undefined || south === undefined || east === undefined || north === undefined || more.length > 0)
    return null;
  const isBox = Math.max(Math.abs(west), Math.abs(east)) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isBox && south <= north ? [west, south, east, north] : null;
}

/** Places after the point: some decimetres. */
const DIGITS = 6;

export const formatBox = (box: Box): string =>
  box.map((value) => String(Math.round(value * 10 ** DIGITS) / 10 ** DIGITS)).join(',');

/** The box that a map shows, whose longitudes go on beyond the edge of the world; one of all longitudes is the whole world. */
export function boxOfView(west: number, south: number, east: number, north: number): Box {
  const [low, high] = [Math.max(-90, south), Math.min(90, north)];
  return east - west >= 360 ? [-180, low, 180, high] : [onEarth(west), low, onEarth(east), high];
}

const onEarth = (longitude: number): number => {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
};
