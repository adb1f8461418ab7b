import { areaOf, lengthOf } from '../model/geodesy.ts';
import { type Feature, measurementOf, type Position, shapeOf, type Tool } from '../model/measurement.ts';
import { storedHeights, storedVolume } from '../model/stored-heights.ts';
import { csvOf } from './csv.ts';

const COLUMNS = [
  'id', 'type', 'name', 'text', 'length_m', 'area_m2', 'perimeter_m', 'height_m', 'height_to_m', 'cut_m3', 'fill_m3', 'net_m3',
  'surface', 'created_by', 'created_at', 'modified_by', 'modified_at', 'wkt',
] as const; // oxfmt-ignore

/** Measurements as a table, in metres. */
export const measurementsCsv = (features: readonly Feature[]): string => csvOf(COLUMNS, features.map(rowOf));

function rowOf(feature: Feature): readonly (string | number | null)[] {
  const it = measurementOf(feature);
  const isArea = it.tool !== null && shapeOf(it.tool) === 'Polygon';
  const isLine = it.tool !== null && shapeOf(it.tool) === 'LineString';
  const size = isArea ? areaOf(it.positions) : null;
  const [first = null, second = null] = storedHeights(feature.properties);
  const volume = storedVolume(feature.properties);
  return [
    it.id,
    it.tool ?? it.type,
    it.name,
    it.text,
    isLine ? rounded(lengthOf(it.positions)) : null,
    size && rounded(size.area),
    size && rounded(size.perimeter),
    first,
    second,
    volume?.cut ?? null,
    volume?.fill ?? null,
    volume?.net ?? null,
    it.surface,
    it.createdBy,
    it.createdAt,
    it.modifiedBy,
    it.modifiedAt,
    it.tool === null ? null : wktOf(it.tool, it.positions),
  ];
}

const rounded = (value: number): number => Number(value.toFixed(3));

function wktOf(tool: Tool, positions: readonly Position[]): string {
  const list = (all: readonly Position[]): string => all.map(([x, y]) => `${x} ${y}`).join(', ');
  switch (shapeOf(tool)) {
    case 'Point':
      return `POINT (${list(positions)})`;
    case 'Polygon':
      return `POLYGON ((${list([...positions, ...positions.slice(0, 1)])}))`;
    default:
      return `LINESTRING (${list(positions)})`;
  }
}
