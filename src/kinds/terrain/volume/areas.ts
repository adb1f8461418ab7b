import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { openVector } from '../../vector/read/open-vector.ts';
import { toPixel } from '../../../geodata/surface/affine.ts';
import type { Heights } from '../../../geodata/surface/heights.ts';
import { type Ring, signedArea } from './coverage.ts';
import type { AreaSource } from './request.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** An area to be measured, in columns and rows of pixels. */
export interface Area {
  readonly name: string;
  /** By parts: an outer ring, which runs as the axes do, then holes, which run the other way. */
  readonly parts: readonly (readonly Ring[])[];
}

/** Each is a row of a report, and takes its own fit. */
const MAX_AREAS = 1000;
const MAX_POSITIONS = 200_000;
/** Fields of a feature that name it, in this order. */
const NAMES = ['name', 'title', 'id', 'label'];

/** @throws OperationRefusal for what is no area, crosses itself, or is too much */
export async function readAreas(source: AreaSource, grid: Heights): Promise<readonly Area[]> {
  const shapes = 'polygon' in source ? [drawn(source.polygon)] : await shapesOf(source.vector);
  if (shapes.length === 0) throw new OperationRefusal('The file holds no polygon.');
  if (shapes.length > MAX_AREAS) throw new OperationRefusal(`More than ${MAX_AREAS} areas.`, 'too-large');
  let positions = 0;
  return shapes.map(({ name, geometry, crs }) => {
    geometry.closeRings();
    if (!geometry.isValid()) throw new OperationRefusal(`The area ${name} crosses itself. Mend it first.`);
    const way = new gdal.CoordinateTransformation(crs, grid.crs);
    try {
      geometry.transform(way);
    } catch {
      throw new OperationRefusal(`The area ${name} has no place in the coordinate reference system of the terrain.`);
    }
    const parts = polygonsOf(geometry).map((rings) => rings.map((ring, at) => pixelRing(ring, grid, at > 0)));
    positions += parts.flat().reduce((sum, ring) => sum + ring.length / 2, 0);
    if (positions > MAX_POSITIONS) throw new OperationRefusal(`More than ${MAX_POSITIONS} corners.`, 'too-large');
    return { name, parts };
  });
}

interface Shape {
  readonly name: string;
  readonly geometry: Gdal.Geometry;
  readonly crs: Gdal.SpatialReference;
}

const drawn = (polygon: object): Shape => ({
  name: 'area',
  geometry: gdal.Geometry.fromGeoJson(polygon),
  crs: gdal.SpatialReference.fromEPSG(4326),
});

/** Shapes live on when the file is closed: they are copies. */
async function shapesOf(source: Parameters<typeof openVector>[0]): Promise<Shape[]> {
  const { dataset, isView } = await openVector(source);
  try {
    const shapes: Shape[] = [];
    for (const layer of dataset.layers.map((each) => each)) {
      if (isView(layer.name) || layer.srs === null) continue;
      const fields = layer.fields.getNames();
      const named = NAMES.map((name) => fields.find((field) => field.toLowerCase() === name)).find(Boolean);
      for (let feature = layer.features.first(); feature !== null; feature = layer.features.next()) {
        const geometry = feature.getGeometry();
        if (geometry === null || !/^Multi ?Polygon|^Polygon/i.test(geometry.name)) continue;
        const given: unknown = named === undefined ? null : feature.fields.get(named);
        const name = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
        shapes.push({
          name: name.slice(0, 100).toWellFormed() || `${layer.name} ${feature.fid}`,
          geometry: geometry.clone(),
          crs: layer.srs,
        });
        if (shapes.length > MAX_AREAS) return shapes;
      }
    }
    return shapes;
  } finally {
    dataset.close();
  }
}

type Polygon = readonly (readonly (readonly number[])[])[];

function polygonsOf(geometry: Gdal.Geometry): readonly Polygon[] {
  const { type, coordinates } = JSON.parse(geometry.toJSON()) as { type: string; coordinates: unknown };
  return type === 'Polygon' ? [coordinates as Polygon] : (coordinates as readonly Polygon[]);
}

function pixelRing(ring: readonly (readonly number[])[], { affine }: Heights, isHole: boolean): Ring {
  const flat = ring.flatMap(([x = NaN, y = NaN]) => [...toPixel(affine, x, y)]);
  if (!flat.every(Number.isFinite)) throw new OperationRefusal('A corner of an area has no place in the terrain.');
  const isTurned = signedArea(flat) < 0 !== isHole;
  if (!isTurned) return flat;
  return Array.from({ length: flat.length / 2 }, (_, at) =>
    flat.slice(flat.length - 2 * at - 2, flat.length - 2 * at),
  ).flat();
}
