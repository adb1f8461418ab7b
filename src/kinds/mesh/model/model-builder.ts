import { OperationRefusal } from '../../../engine/for-children.ts';
import { growingArray } from './growing-array.ts';
import { fillMissingNormals } from './missing-normals.ts';
import { cutPolygon } from './polygon.ts';
import type { Material, TriangleModel } from './triangle-model.ts';
import { keepUsedVertices } from './used-vertices.ts';
import { createVertexTable, NO_VERTEX, type VertexTable } from './vertex-table.ts';

/** Makes a model of vertices and faces as a reader finds them. */
export interface ModelBuilder {
  /** Where values of the next vertex are set and where it gets its number. */
  readonly vertices: VertexTable;
  readonly triangles: number;
  /** Adds a triangle, unless two of its corners are at one place or one is at none. All corners are of the material. */
  addTriangle(a: number, b: number, c: number, material: number): void;
  /** Adds a polygon of the first `count` corners: three at least. */
  addFace(corners: Int32Array, count: number, material: number): void;
  /** @throws OperationRefusal if there is no triangle */
  finish(parts: ModelParts): TriangleModel;
}

interface ModelParts {
  readonly materials: readonly Material[];
  /** Which values of vertices the file has; texture places without a texture are left out. */
  readonly hasNormals: boolean;
  readonly hasColours: boolean;
  readonly hasTexturePlaces: boolean;
  readonly warnings: readonly string[];
  /** Why it may have no triangle. */
  readonly ifEmpty?: string;
}

/** With all else some 2 GB. */
const MOST_TRIANGLES = 50_000_000;

export function createModelBuilder(): ModelBuilder {
  const vertices = createVertexTable();
  const triangles = growingArray((length) => new Uint32Array(length));
  const materialOf = growingArray((length) => new Uint32Array(length));
  let withoutPlace = 0;
  let faceMaterial = 0;

  const isAtPlaceOf = (a: number, b: number): boolean =>
    a === b ||
    (vertices.coordinate(a, 0) === vertices.coordinate(b, 0) &&
      vertices.coordinate(a, 1) === vertices.coordinate(b, 1) &&
      vertices.coordinate(a, 2) === vertices.coordinate(b, 2));
  const addTriangle = (a: number, b: number, c: number, material: number): void => {
    if (a === NO_VERTEX || b === NO_VERTEX || c === NO_VERTEX) {
      withoutPlace += 1;
      return;
    }
    if (isAtPlaceOf(a, b) || isAtPlaceOf(b, c) || isAtPlaceOf(c, a)) return;
    if (materialOf.length === MOST_TRIANGLES)
      throw new OperationRefusal(`It has more than ${MOST_TRIANGLES} triangles.`, 'too-large');
    triangles.push(a);
    triangles.push(b);
    triangles.push(c);
    materialOf.push(material);
  };
  const addPart = (a: number, b: number, c: number): void => addTriangle(a, b, c, faceMaterial);
  return {
    vertices,
    get triangles() {
      return materialOf.length;
    },
    addTriangle,
    addFace(corners, count, material) {
      if (count === 3) return addTriangle(corners[0]!, corners[1]!, corners[2]!, material);
      for (let index = 0; index < count; index += 1) {
        if (corners[index] !== NO_VERTEX) continue;
        withoutPlace += 1;
        return;
      }
      faceMaterial = material;
      cutPolygon(corners, count, vertices.coordinate, addPart);
    },
    finish({ materials, hasNormals, hasColours, hasTexturePlaces, warnings, ifEmpty }) {
      const leftOut =
        withoutPlace === 0
          ? []
          : [`${withoutPlace} of its faces have corners that are not finite numbers; they are left out.`];
      if (materialOf.length === 0)
        throw new OperationRefusal(
          withoutPlace > 0 ? 'All its faces have corners that are not finite numbers.' : (ifEmpty ?? 'It has no face.'),
        );
      const hasTexture = materials.some(({ texture }) => texture !== null);
      const faces = triangles.take();
      const numbers = keepUsedVertices(faces, vertices.count);
      const values = {
        origin: vertices.origin,
        positions: vertices.column('place', numbers),
        normals: hasNormals ? vertices.column('normal', numbers) : null,
        colours: hasColours ? vertices.colours(numbers) : null,
        uvs: hasTexturePlaces && hasTexture ? vertices.column('texturePlace', numbers) : null,
      };
      vertices.clear();
      if (values.normals !== null) fillMissingNormals(values.normals, values.positions, faces);
      return {
        ...values,
        triangles: faces,
        materialOf: materialOf.take(),
        materials,
        warnings: [...warnings, ...leftOut],
      };
    },
  };
}
