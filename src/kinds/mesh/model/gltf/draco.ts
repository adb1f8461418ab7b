import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, type JsonObject, objectAt } from '../../../../geodata/bounded-json.ts';
import { COMPONENT_BYTES } from '../../read/gltf-accessors.ts';
import { type Column, columnOf } from './columns.ts';
import { componentReader } from './components.ts';
import type { DracoDecoder, DracoLibrary, DracoMesh } from './draco-library.ts';
import type { GltfParts } from './parts.ts';
import type { GltfViews } from './views.ts';

export const DRACO = 'KHR_draco_mesh_compression';

export interface DracoGeometry {
  /** Null for an attribute that is not compressed. */
  attribute(name: string): Column | null;
  readonly indices: Column;
}

/** A few bytes can declare billions. */
const MOST_POINTS = 50_000_000;
/** Largest decoded attribute, in bytes. The library counts bytes with 32 bits, and would write beyond the end of its buffer. */
const MOST_BYTES = 2 ** 30;
/** Names of types in the library, by their numbers in glTF. */
const TYPES = {
  5120: 'DT_INT8',
  5121: 'DT_UINT8',
  5122: 'DT_INT16',
  5123: 'DT_UINT16',
  5125: 'DT_UINT32',
  5126: 'DT_FLOAT32',
} as const;

/**
 * Decodes the compressed values of a primitive.
 *
 * @param names of the attributes that are wanted: a file may list others by the thousand
 * @throws OperationRefusal if they are not what it declares
 */
export function decodeDraco(
  library: DracoLibrary,
  parts: GltfParts,
  views: GltfViews,
  primitive: JsonObject,
  names: readonly string[],
): DracoGeometry {
  const compressed = objectAt(objectAt(primitive, 'extensions'), DRACO);
  const view = countOf(compressed['bufferView']);
  if (view === null) throw new OperationRefusal('It does not describe its Draco data soundly.');
  const bytes = views.bytes(view, 0, views.length(view));
  const [decoder, mesh] = [new library.Decoder(), new library.Mesh()];
  try {
    const status = decoder.DecodeArrayToMesh(bytes, bytes.length, mesh);
    if (!status.ok()) throw new OperationRefusal(`Its Draco data cannot be decoded: ${status.error_msg()}`);
    checkCounts(mesh, parts, primitive);
    const ids = Object.entries(objectAt(compressed, 'attributes')).filter(([name]) => names.includes(name));
    return readAll({ library, decoder, mesh }, parts, primitive, ids);
  } catch (error) {
    if (error instanceof OperationRefusal) throw error;
    // The decoder ends with an error of its own where it runs out of memory or meets what cannot be.
    throw new OperationRefusal(`Its Draco data cannot be decoded: ${String(error).slice(0, 200)}.`);
  } finally {
    library.destroy(mesh);
    library.destroy(decoder);
  }
}

function checkCounts(mesh: DracoMesh, parts: GltfParts, primitive: JsonObject): void {
  const declared = (accessor: unknown): number => countOf(parts.accessors[countOf(accessor) ?? -1]?.['count']) ?? 0;
  const [points, corners] = [mesh.num_points(), 3 * mesh.num_faces()];
  // The numbers of the library have a sign.
  if (points < 0 || points > MOST_POINTS || corners < 0 || corners > 6 * MOST_POINTS)
    throw new OperationRefusal('Its Draco data declare more than can be read.', 'too-large');
  if (points > declared(objectAt(primitive, 'attributes')['POSITION']))
    throw new OperationRefusal('Its Draco data have more vertices than it declares.');
}

interface Decoded {
  readonly library: DracoLibrary;
  readonly decoder: DracoDecoder;
  readonly mesh: DracoMesh;
}

function readAll(
  decoded: Decoded,
  parts: GltfParts,
  primitive: JsonObject,
  ids: readonly (readonly [string, unknown])[],
): DracoGeometry {
  const { decoder, mesh } = decoded;
  const attributes = new Map<string, Column>();
  for (const [name, id] of ids) {
    const accessor = parts.accessors[countOf(objectAt(primitive, 'attributes')[name]) ?? -1];
    if (accessor !== undefined) attributes.set(name, readAttribute(decoded, Number(id), accessor));
  }
  const corners = 3 * mesh.num_faces();
  const indices = copied(decoded, 4 * corners, (bytes, place) => decoder.GetTrianglesUInt32Array(mesh, bytes, place));
  return {
    attribute: (name) => attributes.get(name) ?? null,
    indices: columnOf(Float64Array.from(new Uint32Array(indices.buffer)), 1),
  };
}

function readAttribute(decoded: Decoded, id: number, accessor: JsonObject): Column {
  const { library, decoder, mesh } = decoded;
  const type = Number(accessor['componentType']) as keyof typeof TYPES;
  const attribute = decoder.GetAttributeByUniqueId(mesh, id);
  if (attribute.ptr === 0 || !Object.hasOwn(TYPES, type))
    throw new OperationRefusal(`Its Draco data lack the attribute ${id}.`);
  const [points, width, size] = [mesh.num_points(), attribute.num_components(), COMPONENT_BYTES[type]!];
  const bytes = copied(decoded, points * width * size, (length, place) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, library[TYPES[type]], length, place),
  );
  const numbers = new Float32Array(points * width);
  const layout = { length: points, stride: width * size, width };
  componentReader(type, accessor['normalized'] === true)(new DataView(bytes.buffer), layout, numbers, 0);
  return columnOf(numbers, width);
}

/** Copies what the library writes out of its memory. */
function copied({ library }: Decoded, bytes: number, write: (bytes: number, place: number) => boolean): Uint8Array {
  if (bytes > MOST_BYTES)
    throw new OperationRefusal(`Its Draco data have more than ${MOST_BYTES} bytes in one list.`, 'too-large');
  const place = library._malloc(bytes);
  try {
    if (place === 0 || !write(bytes, place)) throw new OperationRefusal('Its Draco data are not what it declares.');
    return library.HEAPU8.slice(place, place + bytes);
  } finally {
    library._free(place);
  }
}
