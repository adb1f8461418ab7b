import type { Projections } from '../../projections/index.ts';
import type { GeoGeometry, GeoPosition } from '../../kinds/vector/index.ts';
import { findNamedCrs, type NamedCrs } from '../named-crs.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { type BoxLiteral, projectBox, projectGeometry } from './project-literal.ts';
import type { XmlNode } from './xml-tree.ts';

/** What geometries of filters are read with. */
export interface LiteralContext {
  readonly projections: Projections;
  /** CRS of a geometry that names none. */
  readonly fallback: NamedCrs;
  readonly signal?: AbortSignal | undefined;
}

const BOXES = ['Envelope', 'Box'];
export const GML_OPERANDS = [
  'Envelope',
  'Point',
  'MultiPoint',
  'LineString',
  'Curve',
  'MultiCurve',
  'MultiLineString',
  'Polygon',
  'Surface',
  'MultiSurface',
  'MultiPolygon',
  'MultiGeometry',
] as const;

export const isLiteral = ({ name, namespace }: XmlNode): boolean =>
  namespace.startsWith('http://www.opengis.net/gml') && (BOXES.includes(name) || Object.hasOwn(KINDS, name));

/** Reads a geometry of GML 3.2, 3.1.1 or 2. @throws InvalidParameterValue */
export async function readLiteral(node: XmlNode, context: LiteralContext): Promise<BoxLiteral> {
  const { projections, signal } = context;
  const name = srsNameOf(node);
  const crs = name === undefined ? context.fallback : await findNamedCrs(projections, name, signal);
  if (crs === undefined) throw invalid(`The coordinate reference system ${quoteInput(name ?? '')} is not known.`);
  const turn = crs.isNorthFirst;
  if (BOXES.includes(node.name)) {
    const [lower, upper] = cornersOf(node);
    const order = ([a = NaN, b = NaN]: GeoPosition): GeoPosition => (turn ? [b, a] : [a, b]);
    const [[west = NaN, south = NaN], [east = NaN, north = NaN]] = [order(lower), order(upper)];
    return projectBox([west, south, east, north], crs.crs, projections, signal);
  }
  const geometry = Object.hasOwn(KINDS, node.name) ? KINDS[node.name]?.(node) : undefined;
  if (geometry === undefined) throw invalid(`Geometries such as ${quoteInput(node.name)} are not read.`);
  return { geometry: await projectGeometry(geometry, { turn, code: crs.crs.code }, projections, signal) };
}

/** That of the geometry, or of the first part of it that has one. */
function srsNameOf(node: XmlNode): string | undefined {
  const own = node.attributes['srsName'];
  if (own !== undefined) return own;
  for (const child of node.children) {
    const name = srsNameOf(child);
    if (name !== undefined) return name;
  }
  return undefined;
}

const invalid = (message: string): Error => failOgc('InvalidParameterValue', message, 'FILTER');

const KINDS: Readonly<Record<string, (node: XmlNode) => GeoGeometry>> = {
  Point: (node) => ({ type: 'Point', coordinates: positionsOf(node, 1)[0]! }),
  MultiPoint: (node) => ({
    type: 'MultiPoint',
    coordinates: partsOf(node, ['Point']).map((part) => positionsOf(part, 1)[0]!),
  }),
  LineString: (node) => ({ type: 'LineString', coordinates: positionsOf(node, 2) }),
  Curve: (node) => ({ type: 'LineString', coordinates: positionsOf(node, 2) }),
  MultiCurve: lines,
  MultiLineString: lines,
  Polygon: (node) => ({ type: 'Polygon', coordinates: ringsOf(node) }),
  Surface: areas,
  MultiSurface: areas,
  MultiPolygon: areas,
  MultiGeometry: (node) => ({
    type: 'GeometryCollection',
    geometries: partsOf(node, Object.keys(KINDS)).map((part) => KINDS[part.name]!(part)),
  }),
};

function lines(node: XmlNode): GeoGeometry {
  const parts = partsOf(node, ['LineString', 'Curve']);
  return { type: 'MultiLineString', coordinates: parts.map((part) => positionsOf(part, 2)) };
}

function areas(node: XmlNode): GeoGeometry {
  const parts = partsOf(node, ['Polygon', 'PolygonPatch']);
  return { type: 'MultiPolygon', coordinates: parts.map(ringsOf) };
}

/** The outermost descendants of some kinds. */
function partsOf(node: XmlNode, kinds: readonly string[]): readonly XmlNode[] {
  const parts = node.children.flatMap((child) => (kinds.includes(child.name) ? [child] : partsOf(child, kinds)));
  return parts;
}

function ringsOf(node: XmlNode): readonly (readonly GeoPosition[])[] {
  const rings = partsOf(node, ['LinearRing', 'Ring']).map((ring) => positionsOf(ring, 4));
  if (rings.length === 0) throw invalid('A polygon of the filter has no ring.');
  for (const ring of rings) {
    const [first, last] = [ring[0]!, ring.at(-1)!];
    if (first[0] !== last[0] || first[1] !== last[1])
      throw invalid('A ring of the filter does not end where it begins.');
  }
  return rings;
}

function cornersOf(node: XmlNode): readonly [GeoPosition, GeoPosition] {
  const [lower, upper] = positionsOf(node, 2);
  return [lower!, upper!];
}

/** Elements that hold positions, in all versions of GML. */
const HOLDERS = ['pos', 'posList', 'coordinates', 'lowerCorner', 'upperCorner', 'coord'];

/** All positions of a geometry, in the order in which they stand. @throws InvalidParameterValue for fewer than `least` */
function positionsOf(node: XmlNode, least: number): readonly GeoPosition[] {
  const positions = partsOf(node, HOLDERS).flatMap((holder) => {
    const dimension = Number(
      holder.attributes['srsDimension'] ?? holder.attributes['dimension'] ?? node.attributes['srsDimension'] ?? 2,
    );
    return holder.name === 'coordinates' || holder.name === 'coord' ? tuplesOf(holder) : groupsOf(holder, dimension);
  });
  if (positions.length < least) throw invalid(`A ${node.name} of the filter has too few positions.`);
  return positions;
}

/** GML 2: `1,2 3,4`. */
function tuplesOf(holder: XmlNode): readonly GeoPosition[] {
  if (holder.name === 'coord') return [[number(holder.children[0]?.text), number(holder.children[1]?.text)]];
  return words(holder.text).map((tuple) => {
    const [x, y] = tuple.split(',');
    return [number(x), number(y)];
  });
}

function groupsOf(holder: XmlNode, dimension: number): readonly GeoPosition[] {
  const numbers = words(holder.text).map(number);
  // One position tells how many numbers it has; heights are of no use to relations of the plane.
  const size = holder.name === 'posList' ? dimension : numbers.length;
  if (size < 2 || size > 3 || numbers.length % size !== 0)
    throw invalid('Positions of the filter have two or three numbers.');
  return Array.from({ length: numbers.length / size }, (_, at) => [numbers[at * size]!, numbers[at * size + 1]!]);
}

const words = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');

function number(text: string | undefined): number {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) throw invalid(`${quoteInput(text ?? '')} is no coordinate.`);
  return value;
}
