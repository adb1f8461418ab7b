import { readBits } from './bit-reader.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { CortoError, type CortoMesh, ENTROPY_TUNSTALL, MAGIC, VERSION } from './corto-format.ts';
import {
  type Attribute,
  type AttributeHead,
  readAttribute,
  readAttributeHead,
  toColours,
  toFloats,
  toNormals,
} from './decode-attributes.ts';
import { type Connected, decodeConnectivity } from './decode-connectivity.ts';
import { readWords } from './tunstall-decode.ts';

export { CortoError, type CortoMesh } from './corto-format.ts';

/** A stream with larger counts is refused before memory is asked for. */
export interface CortoLimits {
  readonly vertices: number;
  readonly triangles: number;
}

/** What a node of a Nexus can have: both are numbers of 16 bits. */
const NODE_LIMITS: CortoLimits = { vertices: 0xffff, triangles: 0xffff };
/** A Nexus has eight attributes at most. */
const MOST_ATTRIBUTES = 8;
/** A triangle makes three edges at most; each takes a code when it is crossed and another one when it was delayed. */
const MOST_CODES = 8;

/**
 * Decodes a Corto stream. Written from `corto-encode.ts`; it also reads what that does not write: delayed edges, normals that are
 * predicted from triangles, components with lengths of their own, integers, and streams without triangles.
 *
 * @throws CortoError for a damaged stream
 */
export function decodeCorto(stream: Uint8Array, limits: CortoLimits = NODE_LIMITS): CortoMesh {
  const bytes = createByteReader(stream);
  const heads = readHeads(bytes);
  const [vertexCount, triangleCount] = [bytes.i32(), bytes.i32()];
  if (!(vertexCount >= 0 && vertexCount <= limits.vertices && triangleCount >= 0 && triangleCount <= limits.triangles))
    throw new CortoError('The stream has too many vertices or triangles.');
  const groups = readGroups(bytes, triangleCount);
  const connected = triangleCount > 0 ? readTriangles(bytes, vertexCount, groups) : null;
  const attributes = heads.map((head) => readAttribute(bytes, head, vertexCount, connected?.predictions ?? null));
  return { ...meshOf(attributes, connected?.triangles ?? new Uint32Array()), groups };
}

function readHeads(bytes: ByteReader): readonly AttributeHead[] {
  if (bytes.i32() !== MAGIC) throw new CortoError('These bytes are no Corto stream.');
  const [version, entropy] = [bytes.i32(), bytes.u8()];
  if (version !== VERSION || entropy !== ENTROPY_TUNSTALL)
    throw new CortoError(`Corto streams of version ${version} with coding ${entropy} cannot be read.`);
  // Texts about the mesh: nothing here needs them.
  for (let left = bytes.i32(); left > 0; left -= 1) skipPair(bytes);
  const count = bytes.i32();
  if (count < 0 || count > MOST_ATTRIBUTES) throw new CortoError('The stream has too many attributes.');
  return Array.from({ length: count }, () => readAttributeHead(bytes));
}

function skipPair(bytes: ByteReader): void {
  bytes.text();
  bytes.text();
}

function readGroups(bytes: ByteReader, triangleCount: number): readonly number[] {
  const groups: number[] = [];
  for (let left = bytes.i32(); left > 0; left -= 1) {
    const end = bytes.i32();
    if (end < (groups.at(-1) ?? 0) || end > triangleCount)
      throw new CortoError('Groups of the stream are out of order.');
    groups.push(end);
    for (let properties = bytes.u8(); properties > 0; properties -= 1) skipPair(bytes);
  }
  if ((groups.at(-1) ?? 0) !== triangleCount) throw new CortoError('Triangles of the stream are in no group.');
  return groups;
}

function readTriangles(bytes: ByteReader, vertexCount: number, groups: readonly number[]): Connected {
  // Edges that the walk needs at most. Some writers say too few, so the decoder counts for itself.
  bytes.i32();
  const codes = readWords(bytes, MOST_CODES * groups.at(-1)!);
  return decodeConnectivity({ vertexCount, groups, codes, bits: readBits(bytes) });
}

function meshOf(attributes: readonly Attribute[], triangles: Uint32Array): Omit<CortoMesh, 'groups'> {
  const find = (name: string): Attribute | null => attributes.find(({ head }) => head.name === name) ?? null;
  const [position, normal, colour, uv] = [find('position'), find('normal'), find('color'), find('uv')];
  if (position === null) throw new CortoError('The stream has no positions.');
  const positions = toFloats(position, 3);
  return {
    positions,
    normals: normal === null ? null : toNormals(normal, position.values.values, triangles),
    colours: colour === null ? null : toColours(colour),
    uvs: uv === null ? null : toFloats(uv, 2),
    triangles,
  };
}
