import { type Material, PLAIN, type TriangleModel } from '../model/triangle-model.ts';
import { firstAlike } from './alike.ts';
import { islandsOf } from './islands.ts';
import { positionStep } from './position-step.ts';
import { sharedBytes, sharedFloats, sharedNumbers } from './shared-arrays.ts';
import { smoothNormals } from './smooth-normals.ts';

/** A model as its levels are made of it: plain data, with arrays in shared memory. */
export interface Surface {
  /** Multiples of `step`. */
  readonly positions: Float32Array;
  readonly step: number;
  /** By vertex, the first vertex at the same place. */
  readonly places: Uint32Array;
  /** Unit vectors; null where the model has pictures. */
  readonly normals: Float32Array | null;
  /** Red, green, blue, alpha by vertex; null where the model has pictures, and where all is plain. */
  readonly colours: Uint8Array | null;
  /** Null where the model has no pictures. */
  readonly uvs: Float32Array | null;
  /** By vertex; null where the model has no pictures. */
  readonly materialOf: Uint32Array | null;
  /** By vertex, the part of a picture that it belongs to; null where the model has no pictures. */
  readonly islands: Uint32Array | null;
  /** Three vertices each, at three places. */
  readonly triangles: Uint32Array;
}

/**
 * Prepares a model: rounds positions, joins vertices that do not differ in what is kept, leaves out triangles without three places, and
 * gives a model without pictures normals and colours.
 *
 * @param hasPicture whether the picture of a material can be drawn
 */
export function surfaceOf(model: TriangleModel, hasPicture: (material: number) => boolean): Surface {
  const step = positionStep(model.positions, model.triangles);
  const positions = rounded(model.positions, step);
  const places = firstAlike(positions.length / 3, [{ values: positions, width: 3 }]);
  const triangles = withThreePlaces(model.triangles, places);
  const base = { positions, step, places };
  const isTextured = model.uvs !== null && model.materials.some((_, material) => hasPicture(material));
  return isTextured ? texturedSurface(base, model, triangles) : paintedSurface(base, model, triangles);
}

type Base = Pick<Surface, 'positions' | 'step' | 'places'>;

function rounded(values: Float32Array, step: number): Float32Array {
  const result = sharedFloats(values.length);
  for (let at = 0; at < values.length; at += 1) result[at] = plain(Math.round(values[at]! / step) * step);
  return result;
}

/** Finite, and one zero instead of two: vertices are told apart by their bits. */
const plain = (value: number): number => (Number.isFinite(value) ? value + 0 : 0);

interface Faces {
  readonly triangles: Uint32Array;
  /** The number in the model, for each triangle. */
  readonly numbers: Uint32Array;
}

function withThreePlaces(triangles: Uint32Array, places: Uint32Array): Faces {
  const kept = new Uint32Array(triangles.length);
  const numbers = new Uint32Array(triangles.length / 3);
  let count = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [places[triangles[at]!]!, places[triangles[at + 1]!]!, places[triangles[at + 2]!]!];
    if (a === b || b === c || c === a) continue;
    for (let corner = 0; corner < 3; corner += 1) kept[3 * count + corner] = triangles[at + corner]!;
    numbers[count] = at / 3;
    count += 1;
  }
  return { triangles: kept.subarray(0, 3 * count), numbers: numbers.subarray(0, count) };
}

function texturedSurface(base: Base, { uvs, materialOf }: TriangleModel, { triangles, numbers }: Faces): Surface {
  const materials = materialsByVertex(base.places.length, materialOf, triangles, numbers);
  const own = sharedFloats(uvs!.length);
  for (let at = 0; at < own.length; at += 1) own[at] = plain(uvs![at]!);
  const same = firstAlike(base.places.length, [
    { values: base.places, width: 1 },
    { values: own, width: 2 },
    { values: materials, width: 1 },
  ]);
  const joined = renamed(triangles, same);
  const islands = islandsOf(joined, base.places.length);
  return { ...base, normals: null, colours: null, uvs: own, materialOf: materials, islands, triangles: joined };
}

function materialsByVertex(
  count: number,
  materialOf: Uint32Array,
  triangles: Uint32Array,
  numbers: Uint32Array,
): Uint32Array {
  const materials = sharedNumbers(count);
  for (let corner = 0; corner < triangles.length; corner += 1)
    materials[triangles[corner]!] = materialOf[numbers[Math.floor(corner / 3)]!]!;
  return materials;
}

function renamed(triangles: Uint32Array, names: Uint32Array): Uint32Array {
  const result = sharedNumbers(triangles.length);
  for (let corner = 0; corner < triangles.length; corner += 1) result[corner] = names[triangles[corner]!]!;
  return result;
}

const WITHOUT_PICTURES = { uvs: null, materialOf: null, islands: null } as const;

/** Vertices with so many normals a place are lit face by face, which nothing can be made coarser of. */
const MOST_NORMALS = 2;

function paintedSurface(base: Base, model: TriangleModel, { triangles, numbers }: Faces): Surface {
  const count = base.places.length;
  const colours = coloursOf(model, materialsByVertex(count, model.materialOf, triangles, numbers));
  const paint = colours === null ? [] : [{ values: colours, width: 1 }];
  const place = { values: base.places, width: 1 };
  if (model.normals !== null) {
    const normals = sharedFloats(model.normals.length);
    for (let at = 0; at < normals.length; at += 1) normals[at] = plain(model.normals[at]!);
    const same = firstAlike(count, [place, ...paint, { values: normals, width: 3 }]);
    const own = renamed(triangles, same);
    if (isLitSmoothly(own, base.places, normals))
      return { ...base, ...WITHOUT_PICTURES, normals, colours, triangles: own };
  }
  const same = firstAlike(count, [place, ...paint]);
  return withNormals({ ...base, colours }, renamed(triangles, same));
}

/** Whether every vertex has a normal, and places have few of them. */
function isLitSmoothly(triangles: Uint32Array, places: Uint32Array, normals: Float32Array): boolean {
  const seen = new Uint8Array(places.length);
  let [vertices, found] = [0, 0];
  for (const vertex of triangles) {
    if ((seen[vertex]! & 1) === 0) {
      seen[vertex]! |= 1;
      vertices += 1;
      if (normals[3 * vertex] === 0 && normals[3 * vertex + 1] === 0 && normals[3 * vertex + 2] === 0) return false;
    }
    const place = places[vertex]!;
    if ((seen[place]! & 2) === 0) {
      seen[place]! |= 2;
      found += 1;
    }
  }
  return vertices <= MOST_NORMALS * found;
}

function withNormals(
  { positions, step, places, colours }: Base & { readonly colours: Uint8Array | null },
  triangles: Uint32Array,
): Surface {
  const smooth = smoothNormals(positions, triangles, places);
  const { from } = smooth;
  const own = sharedFloats(3 * from.length);
  const normals = sharedFloats(3 * from.length);
  normals.set(smooth.normals);
  const paint = colours === null ? null : sharedBytes(4 * from.length);
  const ownTriangles = sharedNumbers(smooth.triangles.length);
  ownTriangles.set(smooth.triangles);
  for (let vertex = 0; vertex < from.length; vertex += 1) {
    for (let axis = 0; axis < 3; axis += 1) own[3 * vertex + axis] = positions[3 * from[vertex]! + axis]!;
    if (paint !== null)
      for (let part = 0; part < 4; part += 1) paint[4 * vertex + part] = colours![4 * from[vertex]! + part]!;
  }
  return {
    positions: own,
    step,
    places: firstAlike(from.length, [{ values: own, width: 3 }]),
    normals,
    colours: paint,
    ...WITHOUT_PICTURES,
    triangles: ownTriangles,
  };
}

/** Colours of the vertices and of their materials; null where all are plain. */
function coloursOf({ colours, materials }: TriangleModel, materialOf: Uint32Array): Uint8Array | null {
  const isPlain = materials.every(({ colour }) => isSame(colour, PLAIN.colour));
  if (colours === null && isPlain) return null;
  const result = sharedBytes(4 * materialOf.length);
  for (let vertex = 0; vertex < materialOf.length; vertex += 1) {
    const { colour } = materials[materialOf[vertex]!]!;
    // What has a colour of its own is not darkened by that of nothing.
    const tint = colours !== null && isSame(colour, PLAIN.colour) ? WHITE : colour;
    for (let part = 0; part < 4; part += 1)
      result[4 * vertex + part] =
        colours === null ? tint[part]! : Math.round((colours[4 * vertex + part]! * tint[part]!) / 255);
  }
  return result;
}

const WHITE: Material['colour'] = [255, 255, 255, 255];

const isSame = (one: Material['colour'], other: Material['colour']): boolean =>
  one.every((value, part) => value === other[part]);
