import type * as Gdal from 'gdal-async';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import {
  countOf,
  finiteNumbers,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  parseObject,
} from '../../../geodata/bounded-json.ts';
import { type Box3, isSoundBox } from '../../../geodata/place/box.ts';
import { crsOfEpsg, crsOfWkt, placeBox } from '../../../geodata/place/crs.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { MAX_POINTS, type PointCloudFacts } from './facts.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** A schema of a thousand dimensions and a CRS take less. */
const MAX_JSON = 2 ** 20;
const MAX_DIMENSIONS = 1024;

/**
 * Facts of an Entwine point tile by its `ept.json` alone: neither the hierarchy nor any data file is looked at. Throws
 * OperationRefusal when the JSON is of something else.
 */
export function eptFacts(path: string): PointCloudFacts {
  const root = readRoot(path);
  const pointCount = countOf(root['points']);
  if (pointCount === null || root['hierarchyType'] !== 'json' || !Array.isArray(root['schema']))
    throw new OperationRefusal('It does not describe an Entwine point tile.');
  const bounds = readBounds(root);
  const { crs, problem } = readCrs(root);
  const placed = crs !== null && bounds !== null ? placeBox(crs, bounds) : { place: null, problem: null };
  const problems = [bounds === null ? 'Its bounds are not a box of finite numbers.' : null, problem, placed.problem];
  return {
    pointCount: Math.min(pointCount, MAX_POINTS),
    estimated: false,
    dimensions: objectsAt(root, 'schema')
      .slice(0, MAX_DIMENSIONS)
      .flatMap(({ name }) => (typeof name === 'string' ? [plainText(name, 64)] : [])),
    bounds,
    projection: crs?.toWKT() ?? null,
    place: placed.place,
    details: {
      ept: true,
      ...(typeof root['version'] === 'string' ? { version: plainText(root['version'], 32) } : {}),
    },
    problems: problems.filter((one) => one !== null),
  };
}

/** The description of an Entwine point tile, as a build reads it. @throws OperationRefusal */
export function readEpt(path: string): {
  readonly root: JsonObject;
  readonly bounds: Box3 | null;
  readonly crs: Gdal.SpatialReference | null;
} {
  const root = readRoot(path);
  return { root, bounds: readBounds(root), crs: readCrs(root).crs };
}

function readRoot(path: string): JsonObject {
  const window = openWindow(path);
  try {
    const bytes = window.size <= MAX_JSON ? window.bytes(0, window.size) : null;
    if (bytes === null) throw new OperationRefusal('It is larger than any description of an Entwine point tile.');
    return parseObject(bytes);
  } finally {
    window.close();
  }
}

function readBounds(root: JsonObject): Box3 | null {
  const numbers = finiteNumbers(root['boundsConforming'], 6) ?? finiteNumbers(root['bounds'], 6);
  if (numbers === null) return null;
  const [minX = NaN, minY = NaN, minZ = NaN, maxX = NaN, maxY = NaN, maxZ = NaN] = numbers;
  const box: Box3 = { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] };
  return isSoundBox(box) ? box : null;
}

function readCrs(root: JsonObject): { readonly crs: Gdal.SpatialReference | null; readonly problem: string | null } {
  if (!isObject(root['srs']) || Object.keys(root['srs']).length === 0) return { crs: null, problem: null };
  const { wkt, authority, horizontal } = objectAt(root, 'srs');
  const named = authority === 'EPSG' ? crsOfEpsg(Number(horizontal)) : null;
  const crs = (typeof wkt === 'string' ? crsOfWkt(wkt) : null) ?? named;
  return { crs, problem: crs === null ? 'Its coordinate reference system cannot be read.' : null };
}
