import type * as Gdal from 'gdal-async';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { GeoPosition } from '../../../geodata/geometry.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { crsOfWkt, metresPerHeight } from '../../../geodata/place/crs.ts';
import { fromLocal, type Geodetic, toEarthCentred, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { boxOfModel } from '../model/model-facts.ts';
import { readModel } from '../model/read-model.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import type { ModelSource } from '../model-source.ts';
import { earthFrame, type ModelPlace } from '../place/model-place.ts';
import { placeOfModel } from '../place/place-of-model.ts';
import type { LengthUnit } from './request.ts';

/** A model in memory, with z up, and where it lies. */
export interface Mesh {
  readonly model: TriangleModel;
  /** Null: nothing says where it lies, or nothing that fits. */
  readonly place: ModelPlace | null;
  /** What its owner should know, in whole sentences. */
  readonly warnings: readonly string[];
}

/** @throws OperationRefusal for a model that cannot be read */
export async function openMesh(
  { model: request, place }: ModelSource,
  progress: (share: number) => void,
): Promise<Mesh> {
  const model = await readModel(request, progress);
  const found = placeOfModel({ ...place, bounds: boxOfModel(model), up: 'z' });
  return { model, place: found.place, warnings: [...model.warnings, ...found.problems] };
}

/** How coordinates of a model become metres, and places on Earth. */
export interface Measure {
  readonly unit: LengthUnit;
  /** Metres of a unit of x, y and z. */
  readonly metres: Vector3;
  /** The CRS of its coordinates and `shift` together; null: they are local ones. */
  readonly crs: Gdal.SpatialReference | null;
  /** x and y of a model at a longitude and latitude. @throws OperationRefusal for a model without a place */
  ofDegrees(position: GeoPosition): readonly [number, number];
  /** Longitude, latitude and height in metres of a position of the model. @throws OperationRefusal */
  toDegrees(position: Vector3): Geodetic;
}

/** @throws OperationRefusal for a model whose z does not lead up */
export function measureOf(place: ModelPlace | null): Measure {
  if (place === null) return { unit: 'units', metres: [1, 1, 1], crs: null, ofDegrees: nowhere, toDegrees: nowhere };
  return place.projection === null ? localMeasure(place.origin) : crsMeasure(place, place.projection);
}

function nowhere(): never {
  throw new OperationRefusal(
    'The model has no place on Earth, so degrees have no place in it. Give the place in the coordinates of the model.',
  );
}

function localMeasure(origin: Geodetic): Measure {
  const frame = earthFrame(origin);
  return {
    unit: 'm',
    metres: [1, 1, 1],
    crs: null,
    ofDegrees([longitude = NaN, latitude = NaN]) {
      const away = toEarthCentred([longitude, latitude, origin[2]]).map((value, axis) => value - frame[12 + axis]!);
      const along = (axis: number): number => away.reduce((sum, value, row) => sum + frame[4 * axis + row]! * value, 0);
      return [along(0), along(1)];
    },
    toDegrees(position) {
      const found = toGeodetic(fromLocal(origin, position));
      if (found === null) throw new OperationRefusal('The model reaches too far from its place on Earth.');
      return found;
    },
  };
}

function crsMeasure({ shift, metres }: ModelPlace, wkt: string): Measure {
  const crs = crsOfWkt(wkt);
  if (crs === null) throw new Error('The CRS of a place is one that was read before.');
  if (crs.isGeocentric())
    throw new OperationRefusal('The coordinates of the model are Earth-centred, so its heights do not lie along z.');
  const plane = crs.isGeographic() ? null : crs.getLinearUnits().value;
  const height = metresPerHeight(crs);
  const fromDegrees = new gdal.CoordinateTransformation(gdal.SpatialReference.fromEPSG(4326), crs);
  const way = toDegrees(crs);
  return {
    unit: 'm',
    // Metres of a degree in the middle of the model.
    metres: [plane ?? metres[0]![0]!, plane ?? metres[1]![1]!, height],
    crs,
    ofDegrees([longitude = NaN, latitude = NaN]) {
      const { x, y } = transformed(fromDegrees, longitude, latitude);
      return [x - shift[0], y - shift[1]];
    },
    toDegrees([x, y, z]) {
      const found = transformed(way, x + shift[0], y + shift[1]);
      return [found.x, found.y, (z + shift[2]) * height];
    },
  };
}

function transformed(way: Gdal.CoordinateTransformation, x: number, y: number): { x: number; y: number } {
  try {
    const found = way.transformPoint(x, y);
    if (Number.isFinite(found.x) && Number.isFinite(found.y)) return found;
  } catch {
    // PROJ reports a position without an image by an error: it is refused below as well.
  }
  throw new OperationRefusal('A chosen place lies outside of the coordinate reference system of the model.');
}
