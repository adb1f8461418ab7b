import type { Schema } from '../../api/parameter-schema.ts';
import type { Position } from '../../map/drawing/drawing.ts';
import { isRecord } from '../../format/value.ts';
import { plainShape } from './plain-shape.ts';
import { i18n } from '../../languages/i18n.ts';

export type ShapeKind = 'line' | 'area';

/** A line of a text that is no longitude and latitude. */
export class NoPosition extends Error {}

export const shapeKindOf = (schema: Schema): ShapeKind => (schema['x-input'] === 'area' ? 'area' : 'line');

/** True of a shape that no map shows: it is in the coordinates of a model. */
export const isInModel = (schema: Schema): boolean => schema['x-input'] === 'line-in-model';

/** A shape is written as GeoJSON, or as its positions. */
export const isGeoJson = (text: string): boolean => text.trimStart().startsWith('{');

const IN_DEGREES = i18n.t('a longitude and a latitude: 11.3459, 46.4881');
const IN_MODEL = i18n.t('x and y: 12.5, 30');

/** Positions out of a text with one a line: "11.3459, 46.4881". @throws NoPosition */
export const positionsOf = (text: string, isOfModel = false): readonly Position[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [longitude = NaN, latitude = NaN, ...more] = line
      .trim()
      .split(/[\s,;]+/)
      .map(Number);
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude) || more.length > 0)
      throw new NoPosition(
        i18n.t('Line {value} is to be {value2}', { value: index + 1, value2: isOfModel ? IN_MODEL : IN_DEGREES }),
      );
    return [[longitude, latitude] as const];
  });

/** The eighth digit of a degree is a millimetre. */
export const textOfPositions = (positions: readonly Position[]): string =>
  positions.map((position) => position.map((degrees) => Number(degrees.toFixed(8))).join(', ')).join('\n');

/** GeoJSON of positions; an area is closed where it is not. */
export function shapeOf(kind: ShapeKind, positions: readonly Position[]) {
  if (kind === 'line') return { type: 'LineString', coordinates: positions };
  const [first] = positions;
  const isClosed = positions.length > 1 && isSame(first, positions.at(-1));
  return {
    type: 'Polygon',
    coordinates: [isClosed || first === undefined ? positions : [...positions, first]],
  };
}

/** Why a shape has too few positions to be one; null where it has enough, or is none. */
export function tooFew(shape: unknown): string | null {
  if (!isRecord(shape) || !Array.isArray(shape['coordinates'])) return null;
  const [first] = shape['coordinates'] as readonly unknown[];
  if (shape['type'] === 'LineString' && shape['coordinates'].length < 2)
    return i18n.t('A line has two points or more.');
  if (shape['type'] === 'Polygon' && Array.isArray(first) && first.length < 4)
    return i18n.t('An area has three corners or more.');
  return null;
}

/** What of a text a map shows and changes. */
export type Drawn = {
  readonly positions: readonly Position[];
  /** It cannot be changed by its positions: it has holes, or cannot be read. */
  readonly locked: boolean;
};

/** Positions of a text, as far as it can be read; an area without the last one, which is the first again. */
export function drawnOf(kind: ShapeKind, text: string): Drawn {
  try {
    if (!isGeoJson(text)) return { positions: open(kind, positionsOf(text)), locked: false };
    const shape = plainShape(JSON.parse(text));
    const type = kind === 'line' ? 'LineString' : 'Polygon';
    if (!isRecord(shape) || shape['type'] !== type || !Array.isArray(shape['coordinates'])) return UNREADABLE;
    const rings = (kind === 'line' ? [shape['coordinates']] : shape['coordinates']) as readonly unknown[];
    const [first = []] = rings;
    return isPositions(first) ? { positions: open(kind, first), locked: rings.length > 1 } : UNREADABLE;
  } catch (error) {
    if (error instanceof NoPosition || error instanceof SyntaxError) return UNREADABLE;
    throw error;
  }
}

const UNREADABLE: Drawn = { positions: [], locked: true };

const open = (kind: ShapeKind, positions: readonly Position[]): readonly Position[] =>
  kind === 'area' && positions.length > 1 && isSame(positions[0], positions.at(-1))
    ? positions.slice(0, -1)
    : positions;

const isPositions = (value: unknown): value is readonly Position[] =>
  Array.isArray(value) &&
  value.every((it) => Array.isArray(it) && it.length === 2 && it.every((degrees) => Number.isFinite(degrees)));

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
