import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, type JsonObject, objectAt } from '../../../../geodata/bounded-json.ts';
import { type Column, openColumn } from './columns.ts';
import { decodeDraco, DRACO } from './draco.ts';
import type { DracoLibrary } from './draco-library.ts';
import type { GltfParts } from './parts.ts';
import type { GltfViews } from './views.ts';

/** Values of the vertices of a primitive, and its corners. */
export interface Geometry {
  readonly place: Column;
  readonly normal: Column | null;
  readonly texturePlace: Column | null;
  /** Red, green, blue and sometimes alpha: linear shares of 1. */
  readonly colour: Column | null;
  /** Null where the vertices are the corners, in their order. */
  readonly indices: Column | null;
}

/** What values of primitives are read with. */
export interface GeometrySource {
  readonly parts: GltfParts;
  readonly views: GltfViews;
  /** Null if no primitive needs it. */
  readonly draco: DracoLibrary | null;
}

export const usesDraco = (primitive: JsonObject): boolean => Object.hasOwn(objectAt(primitive, 'extensions'), DRACO);

/** @param texCoord number of the texture places that the material uses */
export function openGeometry(
  { parts, views, draco }: GeometrySource,
  primitive: JsonObject,
  texCoord: number,
): Geometry {
  const names = ['POSITION', 'NORMAL', `TEXCOORD_${texCoord}`, 'COLOR_0'];
  const decoded = usesDraco(primitive) && draco !== null ? decodeDraco(draco, parts, views, primitive, names) : null;
  const attributes = objectAt(primitive, 'attributes');
  const attribute = (name: string, widths: readonly number[]): Column | null => {
    const accessor = countOf(attributes[name]);
    const column = decoded?.attribute(name) ?? (accessor === null ? null : openColumn(parts, views, accessor));
    if (column !== null && !widths.includes(column.width))
      throw new OperationRefusal(`It declares ${name} with ${column.width} numbers each.`);
    return column;
  };
  const place = attribute('POSITION', [3]);
  if (place === null) throw new OperationRefusal('It has a part without places of its vertices (POSITION).');
  const geometry = {
    place,
    normal: attribute('NORMAL', [3]),
    texturePlace: attribute(`TEXCOORD_${texCoord}`, [2]),
    colour: attribute('COLOR_0', [3, 4]),
  };
  for (const column of [geometry.normal, geometry.texturePlace, geometry.colour])
    if (column !== null && column.count < place.count)
      throw new OperationRefusal('It declares fewer values than vertices.');
  const accessor = countOf(primitive['indices']);
  const indices = decoded?.indices ?? (accessor === null ? null : openColumn(parts, views, accessor));
  if (indices !== null && indices.width !== 1) throw new OperationRefusal('It declares indices of several numbers.');
  return { ...geometry, indices };
}
