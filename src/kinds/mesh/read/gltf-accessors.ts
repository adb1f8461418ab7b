import { countOf, type JsonObject, objectAt, objectsAt } from '../../../geodata/bounded-json.ts';
import type { GltfDocument } from './gltf-document.ts';
import { embeddedText } from './gltf-embedded.ts';

/** Bytes of a component, and components of a type, as glTF 2.0 numbers and names them. */
export const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
export const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** What is wrong with what the description says of its numbers, in plain words; null when all of it fits together. */
export function accessorProblem(document: GltfDocument): string | null {
  const { json } = document;
  const [buffers, views, accessors] = ['buffers', 'bufferViews', 'accessors'].map((key) => objectsAt(json, key));
  if (buffers === undefined || views === undefined || accessors === undefined) return null;
  if (!buffers.every((buffer, index) => holdsItsBytes(buffer, index, document)))
    return 'It declares more bytes than its data hold.';
  if (!views.every((view) => fitsBuffer(view, buffers))) return 'It declares data beyond the end of a buffer.';
  if (!accessors.every((accessor) => fitsView(accessor, views)))
    return 'It declares numbers beyond the end of its data.';
  return indicesProblem(json, accessors);
}

/** Embedded bytes are as many as declared; those of other files are not looked at. */
function holdsItsBytes({ uri, byteLength }: JsonObject, index: number, document: GltfDocument): boolean {
  const declared = countOf(byteLength);
  if (declared === null) return false;
  const { binary } = document;
  if (typeof uri !== 'string') return index > 0 || binary === null || declared <= binary.length;
  if (!/^data:/i.test(uri)) return true;
  const payload = embeddedText(uri, document)?.length ?? uri.length - uri.indexOf(',') - 1;
  return declared <= (/;base64,/i.test(uri) ? Math.ceil(payload * 0.75) : payload);
}

function fitsBuffer(view: JsonObject, buffers: readonly JsonObject[]): boolean {
  const length = countOf(buffers[countOf(view['buffer']) ?? -1]?.['byteLength']);
  const [offset, bytes] = [countOf(view['byteOffset'] ?? 0), countOf(view['byteLength'])];
  return length !== null && offset !== null && bytes !== null && offset + bytes <= length;
}

function fitsView(accessor: JsonObject, views: readonly JsonObject[]): boolean {
  const count = countOf(accessor['count']);
  const one =
    (COMPONENT_BYTES[Number(accessor['componentType'])] ?? NaN) * (COMPONENTS[String(accessor['type'])] ?? NaN);
  if (count === null || Number.isNaN(one)) return false;
  // Without a view it is zeros, or compressed data that its extension describes.
  if (accessor['bufferView'] === undefined) return true;
  const view = views[countOf(accessor['bufferView']) ?? -1];
  if (view === undefined) return false;
  const stride = countOf(view['byteStride']) || one;
  const offset = countOf(accessor['byteOffset'] ?? 0);
  const needed = count === 0 ? 0 : stride * (count - 1) + one;
  return offset !== null && offset + needed <= (countOf(view['byteLength']) ?? 0);
}

/** Every primitive names accessors that are there, and its indices vertices that are there. */
function indicesProblem(json: JsonObject, accessors: readonly JsonObject[]): string | null {
  for (const primitive of objectsAt(json, 'meshes').flatMap((mesh) => objectsAt(mesh, 'primitives'))) {
    const named = [...Object.values(objectAt(primitive, 'attributes')), primitive['indices'] ?? 0];
    if (accessors.length === 0 || named.some((index) => accessors[countOf(index) ?? -1] === undefined))
      return 'It names numbers that it does not describe.';
    if (primitive['indices'] === undefined) continue;
    const vertices = countOf(accessors[Number(objectAt(primitive, 'attributes')['POSITION'])]?.['count']);
    const highest: unknown = (accessors[Number(primitive['indices'])]?.['max'] as readonly unknown[] | undefined)?.[0];
    if (typeof highest === 'number' && vertices !== null && highest >= vertices)
      return `Its triangles name vertex ${highest}, but it has ${vertices} vertices.`;
  }
  return null;
}
