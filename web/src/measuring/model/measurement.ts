import type { Geometry } from 'geojson';
import { isRecord } from '../../format/value.ts';
import { baseOf, type VolumeBase } from './volume-base.ts';
import { i18n } from '../../languages/i18n.ts';

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

export const TOOLS = ['distance', 'area', 'height', 'difference', 'profile', 'volume', 'annotation'] as const;
export type Tool = (typeof TOOLS)[number];

/** A feature of a measurements file. Members that this page does not know stay as they are. */
export type Feature = {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** What the pages read of a feature. */
export type Measurement = {
  readonly id: string;
  /** Null for what another client measured and this page only shows. */
  readonly tool: Tool | null;
  readonly type: string;
  readonly positions: readonly Position[];
  readonly name: string;
  /** Text of an annotation. */
  readonly text: string;
  readonly colour: string;
  readonly hidden: boolean;
  /** File of the heights; null where none are needed. */
  readonly surface: string | null;
  readonly base: VolumeBase;
  readonly createdBy: string | null;
  readonly createdAt: string | null;
  readonly modifiedBy: string | null;
  readonly modifiedAt: string | null;
};

/** Colours to choose from. The first one is that of new measurements. */
export const COLOURS = {
  '#b3261e': i18n.t('Red'),
  '#0b57d0': i18n.t('Blue'),
  '#146c2e': i18n.t('Green'),
  '#8e4ec6': i18n.t('Purple'),
  '#a85400': i18n.t('Orange'),
  '#1f1f1f': i18n.t('Black'),
} as const;
export const FIRST_COLOUR = '#b3261e';

/** `measurementType` of the interface that other clients share. A line on the map is a `length`, an area with a base a `stockpile`. */
export const TYPE_OF: Readonly<Record<Tool, string>> = {
  distance: 'length',
  area: 'area',
  height: 'point',
  difference: 'height',
  profile: 'length',
  volume: 'stockpile',
  annotation: 'annotation',
};

const TOOL_OF: Readonly<Record<string, Tool>> = {
  length: 'distance',
  distance: 'distance',
  area: 'area',
  point: 'height',
  height: 'difference',
  stockpile: 'volume',
  annotation: 'annotation',
};

const SHAPES: Readonly<Record<Tool, Geometry['type']>> = {
  distance: 'LineString',
  area: 'Polygon',
  height: 'Point',
  difference: 'LineString',
  profile: 'LineString',
  volume: 'Polygon',
  annotation: 'Point',
};

/** The kind of shape that a tool draws. */
export const shapeOf = (tool: Tool): Geometry['type'] => SHAPES[tool];

export function measurementOf({ id, geometry, properties }: Feature): Measurement {
  const type = textAt(properties, 'measurementType') ?? '';
  const colour = textAt(properties, 'color') ?? '';
  return {
    id,
    tool: toolOf(geometry, type, properties),
    type,
    positions: positionsOf(geometry),
    name: textAt(properties, 'name') ?? '',
    text: textAt(properties, 'text') ?? '',
    // The colour goes into the style of a map: nothing but a colour may.
    colour: /^#[0-9a-f]{6}$/i.test(colour) ? colour : FIRST_COLOUR,
    hidden: properties['hidden'] === true,
    surface: textAt(properties, 'surface'),
    base: baseOf(properties['base']),
    createdBy: textAt(properties, 'createdBy'),
    createdAt: textAt(properties, 'createdAt'),
    modifiedBy: textAt(properties, 'modifiedBy'),
    modifiedAt: textAt(properties, 'modifiedAt'),
  };
}

function toolOf(geometry: Geometry | null, type: string, properties: Feature['properties']): Tool | null {
  const own = TOOLS.find((tool) => tool === properties['tool']);
  const tool = own ?? (Object.hasOwn(TOOL_OF, type) ? TOOL_OF[type] : undefined);
  return tool !== undefined && geometry?.type === SHAPES[tool] ? tool : null;
}

/** A text with something in it. */
function textAt(properties: Feature['properties'], name: string): string | null {
  const value = properties[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Positions of a simple shape; the corners of an area once each. Empty for all others. */
function positionsOf(geometry: Geometry | null): readonly Position[] {
  switch (geometry?.type) {
    case 'Point':
      return pairs([geometry.coordinates]);
    case 'LineString':
      return pairs(geometry.coordinates);
    case 'Polygon':
      return pairs(geometry.coordinates[0]?.slice(0, -1) ?? []);
    default:
      return [];
  }
}

const pairs = (coordinates: readonly (readonly number[])[]): readonly Position[] =>
  coordinates.map(([longitude = NaN, latitude = NaN]) => [longitude, latitude]);

/** The shape of a tool from what was drawn. */
export function geometryOf(tool: Tool, positions: readonly Position[]): Geometry {
  const coordinates = positions.map((position) => [...position]);
  switch (SHAPES[tool]) {
    case 'Point':
      return { type: 'Point', coordinates: coordinates[0] ?? [] };
    case 'Polygon':
      return { type: 'Polygon', coordinates: [[...coordinates, coordinates[0] ?? []]] };
    default:
      return { type: 'LineString', coordinates };
  }
}

/** True for a feature of GeoJSON whose coordinates are places on earth. */
export const isFeature = (
  value: unknown,
): value is Omit<Feature, 'id' | 'properties'> & Readonly<Record<string, unknown>> =>
  isRecord(value) && value['type'] === 'Feature' && (value['geometry'] === null || isGeometry(value['geometry']));

const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

function isGeometry(value: unknown): boolean {
  if (!isRecord(value) || typeof value['type'] !== 'string') return false;
  if (value['type'] === 'GeometryCollection')
    return Array.isArray(value['geometries']) && value['geometries'].every(isGeometry);
  const depth = Object.hasOwn(DEPTHS, value['type']) ? DEPTHS[value['type']] : undefined;
  return depth !== undefined && areCoordinates(value['coordinates'], depth);
}

function areCoordinates(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false;
  if (depth > 0) return value.every((part) => areCoordinates(part, depth - 1));
  const [longitude, latitude] = value as readonly unknown[];
  return isWithin(longitude, 540) && isWithin(latitude, 90);
}

const isWithin = (value: unknown, limit: number): boolean => typeof value === 'number' && Math.abs(value) <= limit;
