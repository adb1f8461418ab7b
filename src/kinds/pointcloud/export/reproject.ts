import { crsOfName } from '../../../geodata/crs-of-name.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt, metresPerHeight } from '../../../geodata/place/crs.ts';
import { transformPositions } from '../../../geodata/place/transform-positions.ts';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { outlineOf } from '../cloud-input/area.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { type PointLayout, recordBytesOf } from '../copc-build/point-layout.ts';

/** The way of a cloud into another CRS. */
export interface Reprojection {
  readonly layout: PointLayout;
  readonly wkt: string;
  /** Changes the coordinates of records in place. @throws OperationRefusal where a point has no place in the other CRS */
  move(records: Uint8Array): void;
}

/** Coordinates are 32-bit integers; a quarter of them is left for what the outline of the bounds does not show. */
const MOST_STEPS = 2 ** 31 * 0.75;
/** Metres of a degree of latitude. */
const DEGREE_METRES = 111_320;

/**
 * @param wkt CRS of the cloud. @param target code of the other one
 * @throws OperationRefusal where the cloud has no CRS, or there is no way
 */
export function createReprojection(
  layout: PointLayout,
  wkt: string | null,
  bounds: Box3,
  target: string,
): Reprojection {
  const [from, to] = [wkt === null ? null : crsOfWkt(wkt), crsOfName(target)];
  if (from === null)
    throw new OperationRefusal(
      'The cloud has no coordinate reference system, so it cannot be brought into another one. Leave the coordinate system of the new file empty.',
    );
  if (to === null) throw new OperationRefusal(`There is no coordinate reference system ${target}.`);
  const way = new gdal.CoordinateTransformation(from, to);
  const heightRatio = metresPerHeight(from) / metresPerHeight(to);
  const box = movedBox(bounds, way, heightRatio);
  const unit = (crs: typeof from): number => (crs.isGeographic() ? DEGREE_METRES : crs.getLinearUnits().value);
  const planeRatio = unit(from) / unit(to);
  const steps = [0, 1, 2].map((axis) =>
    stepOf(layout.scale[axis]! * (axis < 2 ? planeRatio : heightRatio), box.min[axis]!, box.max[axis]!),
  );
  const moved: PointLayout = {
    ...layout,
    scale: steps.map(({ scale }) => scale) as unknown as Vector3,
    offset: steps.map(({ offset }) => offset) as unknown as Vector3,
  };
  return { layout: moved, wkt: to.toWKT(), move: (records) => moveRecords(records, layout, moved, way, heightRatio) };
}

/** A step that is not coarser than one of the cloud, unless 32 bits are too few for it. */
function stepOf(wanted: number, low: number, high: number): { readonly scale: number; readonly offset: number } {
  const fine = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const least = (high - low) / 2 / MOST_STEPS;
  const scale = Number(
    `1e${Math.round(Math.log10(Math.max(fine, 10 ** Math.ceil(Math.log10(least + Number.MIN_VALUE)))))}`,
  );
  return { scale, offset: Math.round((low + high) / 2 / scale / 1000) * scale * 1000 };
}

type Way = InstanceType<typeof gdal.CoordinateTransformation>;

function movedBox({ min, max }: Box3, way: Way, heightRatio: number): Box3 {
  const moved = transform(outlineOf(min, max), way);
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < moved.length; at += 2) {
    [lowX, highX] = [Math.min(lowX, moved[at]!), Math.max(highX, moved[at]!)];
    [lowY, highY] = [Math.min(lowY, moved[at + 1]!), Math.max(highY, moved[at + 1]!)];
  }
  return { min: [lowX, lowY, min[2] * heightRatio], max: [highX, highY, max[2] * heightRatio] };
}

function moveRecords(records: Uint8Array, from: PointLayout, to: PointLayout, way: Way, heightRatio: number): void {
  const recordBytes = recordBytesOf(from);
  const count = records.length / recordBytes;
  if (count === 0) return;
  const view = viewOf(records);
  const positions = new Float64Array(2 * count);
  for (let index = 0; index < count; index += 1)
    for (let axis = 0; axis < 2; axis += 1)
      positions[2 * index + axis] =
        view.getInt32(index * recordBytes + 4 * axis, true) * from.scale[axis]! + from.offset[axis]!;
  const moved = transform(positions, way);
  for (let index = 0; index < count; index += 1) {
    const at = index * recordBytes;
    const height = (view.getInt32(at + 8, true) * from.scale[2] + from.offset[2]) * heightRatio;
    setStored(view, at, moved[2 * index]!, to, 0);
    setStored(view, at, moved[2 * index + 1]!, to, 1);
    setStored(view, at, height, to, 2);
  }
}

function setStored(view: DataView, at: number, value: number, { scale, offset }: PointLayout, axis: number): void {
  const stored = Math.round((value - offset[axis]!) / scale[axis]!);
  if (!(Math.abs(stored) < 2 ** 31))
    throw new OperationRefusal(
      'Points of the cloud lie too far apart in the coordinate reference system that was asked for.',
    );
  view.setInt32(at + 4 * axis, stored, true);
}

/** @throws OperationRefusal where a position has no place in the other CRS */
function transform(positions: Float64Array, way: Way): Float64Array {
  const moved = transformPositions(positions, way);
  if (moved.every(Number.isFinite)) return moved;
  throw new OperationRefusal(
    'Points of the cloud have no place in the coordinate reference system that was asked for.',
  );
}
