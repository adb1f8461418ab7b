import type { Vector3 } from '../../../geodata/place/box.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { byMaterial, type MaterialPart } from './by-material.ts';
import type { Glb, GlbMesh } from './glb.ts';
import { embeddedPicture, eachPicture } from './pictures.ts';

/** z up turned to y up. */
export const turned = ([x, y, z]: Vector3): Vector3 => [x, z, 0 - y];

/**
 * A model as it is written into a GLB.
 *
 * @param offset what is added to its positions, in doubles
 */
export async function glbOfModel(
  model: TriangleModel,
  offset: Vector3,
): Promise<{ readonly glb: Glb; readonly warnings: readonly string[] }> {
  const { colours, normals } = model;
  const pictures = await eachPicture(model.materials, embeddedPicture);
  const materials = model.materials.map(({ name, colour }, number) => {
    const picture = pictures.of[number] ?? null;
    // Pictures of photogrammetry have the light in them; without directions nothing can be lit smoothly.
    const isUnlit = picture !== null || (colours !== null && normals === null);
    return { name, colour, picture, isUnlit, isTwoSided: true };
  });
  const meshes = [...byMaterial(model)].map((part) => meshOf(model, part, materials[part.material]!.picture !== null));
  const translation = offset.every((value) => value === 0) ? undefined : turned(offset);
  return { glb: { meshes, materials, translation }, warnings: pictures.warnings };
}

function meshOf(
  { positions, normals, colours, uvs }: TriangleModel,
  { material, vertices, triangles }: MaterialPart,
  hasPicture: boolean,
): GlbMesh {
  return {
    positions: turnedVectors(positions, vertices),
    normals: normals && turnedVectors(normals, vertices),
    colours: colours && coloursOf(colours, vertices),
    uvs: uvs !== null && hasPicture ? fromTheTop(uvs, vertices) : null,
    triangles,
    material,
  };
}

function turnedVectors(vectors: Float32Array, vertices: Uint32Array): Float32Array {
  const made = new Float32Array(3 * vertices.length);
  vertices.forEach((vertex, at) => {
    made[3 * at] = vectors[3 * vertex]!;
    made[3 * at + 1] = vectors[3 * vertex + 2]!;
    made[3 * at + 2] = 0 - vectors[3 * vertex + 1]!;
  });
  return made;
}

function coloursOf(colours: Uint8Array, vertices: Uint32Array): Uint8Array {
  const made = new Uint8Array(4 * vertices.length);
  vertices.forEach((vertex, at) => made.set(colours.subarray(4 * vertex, 4 * vertex + 4), 4 * at));
  return made;
}

function fromTheTop(uvs: Float32Array, vertices: Uint32Array): Float32Array {
  const made = new Float32Array(2 * vertices.length);
  vertices.forEach((vertex, at) => {
    made[2 * at] = uvs[2 * vertex]!;
    made[2 * at + 1] = 1 - uvs[2 * vertex + 1]!;
  });
  return made;
}
