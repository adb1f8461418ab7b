import { gdal } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import type { AlignAnswer, AlignRequest } from './request.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

type Move = (x: number, y: number) => readonly [x: number, y: number];

/** Places along a side of the outline: between them it bends by less than a pixel. */
const LOOKS = 32;

/**
 * The place of a raster that is moved in EPSG:3857, in its own CRS: exact in three corners. Elsewhere it is off by the shift
 * times the change of scale between the two, a millimetre for ten metres in a survey of a kilometre.
 */
export function movedPlace(
  { width, height, geotransform, crs }: AlignRequest['place'],
  move: Move,
): Pick<AlignAnswer, 'geotransform' | 'box'> {
  const own = crsOfWkt(crs);
  if (own === null) throw new OperationRefusal('The coordinate reference system of the source cannot be read.');
  const mercator = gdal.SpatialReference.fromEPSG(3857);
  const [there, back] = [
    new gdal.CoordinateTransformation(own, mercator),
    new gdal.CoordinateTransformation(mercator, own),
  ];
  const [x0 = 0, xColumn = 0, xRow = 0, y0 = 0, yColumn = 0, yRow = 0] = geotransform;
  const inMercator = (column: number, row: number): readonly [number, number] => {
    const { x, y } = there.transformPoint(x0 + column * xColumn + row * xRow, y0 + column * yColumn + row * yRow);
    return move(x, y);
  };
  const inOwn = (column: number, row: number): readonly [number, number] => {
    const { x, y } = back.transformPoint(...inMercator(column, row));
    return [x, y];
  };
  const [corner, right, below] = [inOwn(0, 0), inOwn(width, 0), inOwn(0, height)];
  const sides = (axis: 0 | 1): readonly number[] => [
    corner[axis],
    (right[axis] - corner[axis]) / width,
    (below[axis] - corner[axis]) / height,
  ];
  const outline = Array.from({ length: LOOKS + 1 }, (_, at) => at / LOOKS).flatMap((share) => [
    inMercator(share * width, 0),
    inMercator(share * width, height),
    inMercator(0, share * height),
    inMercator(width, share * height),
  ]);
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return {
    geotransform: [...sides(0), ...sides(1)],
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}
