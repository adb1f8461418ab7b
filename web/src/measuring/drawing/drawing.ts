import { type Position, shapeOf, type Tool } from '../model/measurement.ts';
import { unwrapped } from '../model/geodesy.ts';

/** What is being drawn. */
export type Drawing = { readonly tool: Tool; readonly positions: readonly Position[] };

/** Points without which a tool measures nothing. */
const LEAST: Readonly<Record<Tool, number>> = {
  distance: 2,
  area: 3,
  height: 1,
  difference: 2,
  profile: 2,
  volume: 3,
  annotation: 1,
};

/** The service takes a thousand positions. */
const MOST_POSITIONS = 1000;

/** Points with which a tool is done by itself. */
const MOST: Partial<Record<Tool, number>> = { height: 1, difference: 2, annotation: 1 };

export const isClosed = (tool: Tool): boolean => shapeOf(tool) === 'Polygon';

/** True when there is enough to measure. */
export const isEnough = ({ tool, positions }: Drawing): boolean => positions.length >= LEAST[tool];

/** True when another point would be one too many. */
export const isFull = ({ tool, positions }: Drawing): boolean => positions.length >= (MOST[tool] ?? MOST_POSITIONS - 1);

export const missingPoints = ({ tool, positions }: Drawing): number => Math.max(0, LEAST[tool] - positions.length);

/** With another point. A line over the 180th meridian goes on where it is; the same place twice is one point. */
export function withPosition(drawing: Drawing, [longitude, latitude]: Position): Drawing {
  const last = drawing.positions.at(-1);
  const next: Position = [rounded(last === undefined ? longitude : unwrapped(longitude, last[0])), rounded(latitude)];
  if (last !== undefined && last[0] === next[0] && last[1] === next[1]) return drawing;
  return isFull(drawing) ? drawing : { ...drawing, positions: [...drawing.positions, next] };
}

export const withoutLast = (drawing: Drawing): Drawing => ({ ...drawing, positions: drawing.positions.slice(0, -1) });

/** A tenth of a millimetre on the ground. */
const rounded = (degrees: number): number => Number(degrees.toFixed(9));

/** What is drawn as far as it is, with the place under the pointer as its next point. */
export function withPointer({ tool, positions }: Drawing, pointer: Position | null): readonly Position[] {
  const last = positions.at(-1);
  if (pointer === null || isFull({ tool, positions })) return positions;
  return [...positions, last === undefined ? pointer : [unwrapped(pointer[0], last[0]), pointer[1]]];
}

/** Where a press ends the drawing: at the first corner of an area, at the last point of a line. */
export function endsAt(drawing: Drawing): Position | null {
  if (!isEnough(drawing)) return null;
  return (isClosed(drawing.tool) ? drawing.positions[0] : drawing.positions.at(-1)) ?? null;
}
