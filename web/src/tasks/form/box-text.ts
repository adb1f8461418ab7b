import type { Position } from '../../map/drawing/drawing.ts';

/** The two corners that a text of west, south, east and north gives; none where it does not hold four numbers. */
export function cornersOf(text: string): readonly Position[] {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return [];
  return [
    [west, south],
    [east, north],
  ];
}

/** West, south, east and north around positions, to the millimetre. */
export function boxTextOf(positions: readonly Position[]): string {
  const [longitudes, latitudes] = [positions.map(([it]) => it), positions.map(([, it]) => it)];
  const box = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  return box.map((degrees) => Number(degrees.toFixed(8))).join(', ');
}
