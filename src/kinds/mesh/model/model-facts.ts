import { growingBox, isFarFromZero, type Box3, type Vector3 } from '../../../geodata/place/box.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import { localMetres, type ModelPlace } from '../place/model-place.ts';
import { shifted } from '../place/metres-of-plane.ts';
import type { MeshPlacement } from '../place/place-of-model.ts';
import type { TriangleModel } from './triangle-model.ts';

/** What is known of a model when all of it was read. Stored with its Nexus. */
export interface ModelFacts {
  readonly triangles: number;
  readonly vertices: number;
  readonly materials: number;
  readonly pictures: number;
  /** In the coordinates of the file. */
  readonly min: Vector3;
  readonly max: Vector3;
  /** Metres east, north and up that it takes. Where it has no place, its units are taken for metres. */
  readonly extent: Vector3;
  /** WKT of the CRS that it lies in; null: none. */
  readonly projection: string | null;
  /** Its box in that CRS, where that is another one than in the coordinates of the file. */
  readonly projectedBounds?: Box3;
  /** Where its box lies on Earth; null: nowhere that is known. */
  readonly place: SpatialPlace | null;
  /** How its coordinates, with z up, lie there; null: nowhere that is known. */
  readonly placing: ModelPlace | null;
  /** Whether its coordinates are those of a CRS that nothing names. */
  readonly needsSystem: boolean;
  /** What its owner should know, in some sentences. */
  readonly warning?: string;
}

/** As many sentences are told. */
const MOST_TOLD = 10;

const NEEDS_SYSTEM =
  'Its coordinates are those of a coordinate reference system that nothing names, so it has no place on the map. ' +
  'Set the metadata “projection” of the file, such as EPSG:32632 or the text of a .prj file, and build it again.';

/** The box of a model with z up, in the coordinates of its file. @throws Error for one without vertices */
export function boxOfModel({ positions, origin }: Pick<TriangleModel, 'positions' | 'origin'>): Box3 {
  const growing = growingBox();
  for (let at = 0; at < positions.length; at += 3)
    growing.add(positions[at]! + origin[0], positions[at + 1]! + origin[1], positions[at + 2]! + origin[2]);
  const box = growing.box();
  if (box === null) throw new Error('A model without vertices has no box');
  return box;
}

/**
 * @param box of the model with z up
 * @param up the axis of its file that leads up
 * @param problems what went wrong while it was built, in whole sentences
 */
export function modelFacts(
  { positions, triangles, materials, warnings }: TriangleModel,
  box: Box3,
  up: 'y' | 'z',
  { place, isTold, problems: placing }: MeshPlacement,
  problems: readonly string[] = [],
): ModelFacts {
  const needsSystem = !isTold && isFarFromZero(box);
  const sentences = [...warnings, ...problems, ...placing, ...(needsSystem ? [NEEDS_SYSTEM] : [])];
  const rest = sentences.length - MOST_TOLD;
  const told = [...sentences.slice(0, MOST_TOLD), ...(rest > 0 ? [`${rest} more warnings are in the log.`] : [])];
  return {
    triangles: triangles.length / 3,
    vertices: positions.length / 3,
    materials: materials.length,
    pictures: new Set(materials.flatMap(({ texture }) => pictureOf(texture))).size,
    ...(up === 'z' ? box : lying(box)),
    extent: extentOf(box, place),
    projection: place?.projection ?? null,
    ...(place !== null && place.projection !== null && (up === 'y' || place.shift.some((value) => value !== 0))
      ? { projectedBounds: shifted(box, place.shift) }
      : {}),
    place: place?.footprint ?? null,
    placing: place,
    needsSystem,
    ...(told.length === 0 ? {} : { warning: told.join(' ') }),
  };
}

const pictureOf = (texture: TriangleModel['materials'][number]['texture']): readonly unknown[] =>
  texture === null ? [] : ['path' in texture ? texture.path : texture.bytes];

/** A box with z up in the coordinates of a file whose y leads up. */
const lying = ({ min, max }: Box3): Box3 => ({ min: [min[0], min[2], 0 - max[1]], max: [max[0], max[2], 0 - min[1]] });

function extentOf({ min, max }: Box3, place: ModelPlace | null): Vector3 {
  const size: Vector3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  if (place === null) return size;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    localMetres(place, [corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]),
  );
  const along = (axis: number): number => {
    const values = corners.map((corner) => corner[axis]!);
    return Math.max(...values) - Math.min(...values);
  };
  return [along(0), along(1), along(2)];
}
