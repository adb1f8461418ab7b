import { OperationRefusal } from '../../../../engine/for-children.ts';
import type { ModelBuilder } from '../model-builder.ts';
import type { Geometry } from './geometry.ts';
import type { GltfMaterial } from './materials.ts';
import type { ScenePlace } from './place-in-scene.ts';
import { assembleTriangles, type TakeCorner } from '../triangle-assembler.ts';
import { loadVertices, vertexAdder } from './vertices.ts';

/** Corners that are read at a time: a multiple of three. */
const PIECE = 3 * 2 ** 15;
const UNSEEN = -2;

export interface PrimitiveRequest {
  readonly geometry: Geometry;
  readonly mode: number;
  readonly material: GltfMaterial;
  /** Number of the material in the model. */
  readonly number: number;
  /** Where nodes show it. */
  readonly places: readonly ScenePlace[];
  /** Called with the corners that were read; throws if they are too many. */
  readonly taken: (corners: number) => void;
}

/** Adds the triangles of a primitive to the model, once for each node that shows it. */
export function addPrimitive(builder: ModelBuilder, request: PrimitiveRequest): void {
  const { geometry, mode, number, places } = request;
  const { indices } = geometry;
  const loaded = indices === null ? null : loadVertices(geometry, 0, geometry.place.count);
  for (const place of places) {
    const assemble = assembleTriangles(mode, (a, b, c) => {
      if (place.mirrors) builder.addTriangle(a, c, b, number);
      else builder.addTriangle(a, b, c, number);
    });
    const add = vertexAdder(builder.vertices, place, request.material, number);
    if (indices === null || loaded === null) addInOrder(request, add, assemble);
    else {
      const numbers = new Int32Array(loaded.count).fill(UNSEEN);
      eachCorner(request, indices.count, (first, count) => {
        const corners = indices.read(first, count);
        for (let corner = 0; corner < count; corner += 1) {
          const vertex = corners[corner]!;
          if (numbers[vertex] === UNSEEN) numbers[vertex] = add(loaded, vertex);
          else if (numbers[vertex] === undefined) throw outOfRange(vertex, loaded.count);
          assemble(numbers[vertex]!);
        }
      });
    }
  }
}

const outOfRange = (vertex: number, count: number): OperationRefusal =>
  new OperationRefusal(`Its triangles name vertex ${vertex}, but it has ${count} vertices.`);

function addInOrder(request: PrimitiveRequest, add: ReturnType<typeof vertexAdder>, assemble: TakeCorner): void {
  const { geometry } = request;
  eachCorner(request, geometry.place.count, (first, count) => {
    const loaded = loadVertices(geometry, first, count);
    for (let vertex = first; vertex < first + count; vertex += 1) assemble(add(loaded, vertex));
  });
}

function eachCorner({ taken }: PrimitiveRequest, all: number, read: (first: number, count: number) => void): void {
  for (let first = 0; first < all; first += PIECE) {
    const count = Math.min(PIECE, all - first);
    read(first, count);
    taken(count);
  }
}
