import type { Filter, GeoGeometry, GeoPosition } from '../../kinds/vector/index.ts';
import {
  applyOperator,
  conditionOf,
  type Expression,
  invalidFilter,
  MAX_CQL2_DEPTH,
  MAX_CQL2_LENGTH,
  momentOf,
  scalarOf,
} from './cql2-expression.ts';

/**
 * Reads a filter as programs write it: CQL2 JSON (OGC 21-065r2, 8). Positions are left as they are written.
 *
 * @throws InvalidParameterValue
 */
export function readCql2Json(text: string): Filter {
  if (text.length > MAX_CQL2_LENGTH) throw invalidFilter(`it has more than ${MAX_CQL2_LENGTH} characters`);
  return conditionOf(readExpression(parse(text), 0));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidFilter('it is no JSON');
    throw error;
  }
}

type Members = Readonly<Record<string, unknown>>;

function readExpression(value: unknown, depth: number): Expression {
  if (depth > MAX_CQL2_DEPTH) throw invalidFilter(`it is nested deeper than ${MAX_CQL2_DEPTH} levels`);
  if (typeof value === 'string' || typeof value === 'boolean') return scalarOf({ literal: value });
  if (typeof value === 'number' && Number.isFinite(value)) return scalarOf({ literal: value });
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => readExpression(item, depth + 1)) };
  if (typeof value !== 'object' || value === null) throw invalidFilter('null and the like are no values in it');
  const members = value as Members;
  const { op, args, property, date, timestamp, interval, bbox, type } = members;
  if (typeof op === 'string' && Array.isArray(args))
    return applyOperator(
      op,
      args.map((arg) => readExpression(arg, depth + 1)),
    );
  if (typeof property === 'string') return scalarOf({ property });
  if (typeof date === 'string') return scalarOf({ moment: momentOf(date, 'date') });
  if (typeof timestamp === 'string') return scalarOf({ moment: momentOf(timestamp, 'timestamp') });
  if (Array.isArray(interval))
    return applyOperator(
      'interval',
      interval.map((end) => readExpression(end, depth + 1)),
    );
  if (Array.isArray(bbox))
    return applyOperator(
      'bbox',
      bbox.map((number) => readExpression(number, depth + 1)),
    );
  if (typeof type === 'string') return { kind: 'geometry', geometry: readGeometry(members, depth) };
  throw invalidFilter('an object in it is no condition, value or geometry');
}

/** A geometry of GeoJSON. */
function readGeometry({ type, coordinates, geometries }: Members, depth: number): GeoGeometry {
  if (depth > MAX_CQL2_DEPTH) throw invalidFilter(`it is nested deeper than ${MAX_CQL2_DEPTH} levels`);
  switch (type) {
    case 'Point':
      return { type, coordinates: position(coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: list(coordinates, position) };
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: list(coordinates, line) };
    case 'MultiPolygon':
      return { type, coordinates: list(coordinates, (rings) => list(rings, line)) };
    case 'GeometryCollection':
      return { type, geometries: list(geometries, (part) => readGeometry(membersOf(part), depth + 1)) };
  }
  throw invalidFilter('a geometry in it is none');
}

const membersOf = (value: unknown): Members => {
  if (typeof value === 'object' && value !== null) return value as Members;
  throw invalidFilter('a geometry in it is none');
};

function list<T>(value: unknown, read: (item: unknown) => T): T[] {
  if (Array.isArray(value) && value.length > 0) return value.map((item) => read(item));
  throw invalidFilter('a geometry in it has no coordinates');
}

const line = (value: unknown): GeoPosition[] => list(value, position);

function position(value: unknown): GeoPosition {
  const numbers = list(value, (item) => (typeof item === 'number' ? item : NaN));
  if (numbers.length >= 2 && numbers.length <= 3 && numbers.every(Number.isFinite)) return numbers;
  throw invalidFilter('a position in it has not two or three numbers');
}
