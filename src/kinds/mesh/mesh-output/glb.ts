import { open } from 'node:fs/promises';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';

/** Triangles of one material. */
export interface GlbMesh {
  /** x, y, z of each vertex; y is up, as glTF has it: (x, z, -y) of a model whose z is up. */
  readonly positions: Float32Array;
  /** Made unit vectors as they are written; without a length they point up. */
  readonly normals?: Float32Array | null;
  /** Red, green, blue, alpha of each vertex as a screen shows them (sRGB). */
  readonly colours?: Uint8Array | null;
  /** u and v of each vertex, v from the top of the picture. */
  readonly uvs?: Float32Array | null;
  /** Three vertices each. */
  readonly triangles: Uint32Array | Uint16Array;
  /** Number of a material of the file. */
  readonly material: number;
}

export interface GlbMaterial {
  readonly name?: string;
  /** Red, green, blue, alpha as a screen shows them (sRGB), 0 to 255. Pictures are multiplied by it. */
  readonly colour: readonly [number, number, number, number];
  /** Materials may share one; it is written once. */
  readonly picture?: GlbPicture | null;
  /** The light is in the picture already, as in photogrammetry. */
  readonly isUnlit: boolean;
  /** Whether triangles are seen from behind as well. Default: false. */
  readonly isTwoSided?: boolean;
}

export interface GlbPicture {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
}

export interface Glb {
  /** All are drawn in one place, as one thing. */
  readonly meshes: readonly GlbMesh[];
  readonly materials: readonly GlbMaterial[];
  /** Where the zero of the positions lies, in doubles; y is up. */
  readonly translation?: Vector3 | undefined;
}

const [JSON_CHUNK, BINARY_CHUNK] = [0x4e_4f_53_4a, 0x00_4e_49_42] as const;
const [HEADER, CHUNK_HEADER] = [12, 8] as const;
const [FLOAT, UNSIGNED_SHORT, UNSIGNED_INT] = [5126, 5123, 5125] as const;
const [VERTICES, INDICES] = [34_962, 34_963] as const;
/** Lengths are 32-bit numbers. */
const MOST_BYTES = 2 ** 32 - 1;
/** The greatest 16-bit number would begin a new strip. */
const MOST_SHORT_VERTICES = 65_535;

/** A part of the binary chunk: made when it is written, so that one at a time takes memory. */
interface Part {
  readonly bytes: number;
  make(): Uint8Array;
}

const padding = (bytes: number): number => (4 - (bytes % 4)) % 4;

/** @throws OperationRefusal where it takes more than 4 GB, which the format cannot hold */
export function writeGlb(glb: Glb): Buffer {
  return Buffer.concat([...glbPieces(glb)]);
}

/** @returns bytes written. @throws OperationRefusal */
export async function writeGlbFile(path: string, glb: Glb, progress?: (share: number) => void): Promise<number> {
  const handle = await open(path, 'wx');
  try {
    let written = 0;
    for (const piece of glbPieces(glb, progress)) {
      await handle.writeFile(piece);
      written += piece.length;
    }
    return written;
  } finally {
    await handle.close();
  }
}

/** The file in pieces. @throws OperationRefusal before the first piece where it takes more than 4 GB */
export function* glbPieces(glb: Glb, progress?: (share: number) => void): Generator<Uint8Array> {
  const { document, parts } = documentOf(glb);
  const json = Buffer.from(JSON.stringify(document));
  const binary = parts.reduce((sum, { bytes }) => sum + bytes + padding(bytes), 0);
  const total = HEADER + CHUNK_HEADER + json.length + padding(json.length) + CHUNK_HEADER + binary;
  if (total > MOST_BYTES)
    throw new OperationRefusal(
      'It takes more than 4 GB, and a GLB holds no more. Choose fewer triangles, or another format.',
      'too-large',
    );
  yield headerOf(json, total, binary);
  let written = 0;
  for (const part of parts) {
    yield part.make();
    const rest = padding(part.bytes);
    if (rest > 0) yield new Uint8Array(rest);
    written += part.bytes + rest;
    progress?.(written / binary);
  }
}

function headerOf(json: Buffer, total: number, binary: number): Buffer {
  const spaces = padding(json.length);
  const head = Buffer.alloc(HEADER + CHUNK_HEADER + json.length + spaces + CHUNK_HEADER, 0x20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(total, 8);
  head.writeUInt32LE(json.length + spaces, HEADER);
  head.writeUInt32LE(JSON_CHUNK, HEADER + 4);
  json.copy(head, HEADER + CHUNK_HEADER);
  head.writeUInt32LE(binary, head.length - CHUNK_HEADER);
  head.writeUInt32LE(BINARY_CHUNK, head.length - 4);
  return head;
}

function documentOf({ meshes, materials, translation }: Glb): { document: object; parts: readonly Part[] } {
  const parts: Part[] = [];
  const [views, accessors]: [object[], object[]] = [[], []];
  let offset = 0;
  const view = (part: Part, target?: number): number => {
    views.push({ buffer: 0, byteOffset: offset, byteLength: part.bytes, ...(target === undefined ? {} : { target }) });
    parts.push(part);
    offset += part.bytes + padding(part.bytes);
    return views.length - 1;
  };
  const accessor = (part: Part, target: number, said: object): number => {
    accessors.push({ bufferView: view(part, target), ...said });
    return accessors.length - 1;
  };
  const primitives = meshes.filter(({ triangles }) => triangles.length > 0).map((mesh) => primitiveOf(mesh, accessor));
  const looks = looksOf(materials, (bytes) => view({ bytes: bytes.length, make: () => bytes }));
  const node = { mesh: 0, ...(translation === undefined ? {} : { translation }) };
  const document = {
    asset: { version: '2.0', generator: 'Alidade' },
    ...looks.extensions,
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [node],
    meshes: [{ primitives }],
    ...looks.lists,
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: offset }],
  };
  return { document, parts };
}

type AddAccessor = (part: Part, target: number, said: object) => number;

function primitiveOf({ positions, normals, colours, uvs, triangles, material }: GlbMesh, add: AddAccessor) {
  const count = positions.length / 3;
  const floats = (values: Float32Array, type: string, more: object = {}): number =>
    add(plain(values), VERTICES, { componentType: FLOAT, count, type, ...more });
  const attributes = {
    POSITION: floats(positions, 'VEC3', rangeOf(positions)),
    ...(normals
      ? {
          NORMAL: add({ bytes: 12 * count, make: () => unitVectors(normals) }, VERTICES, {
            componentType: FLOAT,
            count,
            type: 'VEC3',
          }),
        }
      : {}),
    ...(colours
      ? {
          COLOR_0: add({ bytes: 8 * count, make: () => linearColours(colours) }, VERTICES, {
            componentType: UNSIGNED_SHORT,
            normalized: true,
            count,
            type: 'VEC4',
          }),
        }
      : {}),
    ...(uvs ? { TEXCOORD_0: floats(uvs, 'VEC2') } : {}),
  };
  const isShort = count <= MOST_SHORT_VERTICES;
  const width = isShort ? 2 : 4;
  const indices = add({ bytes: width * triangles.length, make: () => indexBytes(triangles, isShort) }, INDICES, {
    componentType: isShort ? UNSIGNED_SHORT : UNSIGNED_INT,
    count: triangles.length,
    type: 'SCALAR',
  });
  return { attributes, indices, material };
}

const bytesOf = (values: Float32Array | Uint32Array | Uint16Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const plain = (values: Float32Array): Part => ({ bytes: values.byteLength, make: () => bytesOf(values) });

function indexBytes(triangles: Uint32Array | Uint16Array, isShort: boolean): Uint8Array {
  if (isShort) return bytesOf(triangles instanceof Uint16Array ? triangles : Uint16Array.from(triangles));
  return bytesOf(triangles instanceof Uint32Array ? triangles : Uint32Array.from(triangles));
}

function rangeOf(positions: Float32Array): { readonly min: number[]; readonly max: number[] } {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let at = 0; at < positions.length; at += 3)
    for (let axis = 0; axis < 3; axis += 1) {
      const value = positions[at + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  return { min, max };
}

function unitVectors(normals: Float32Array): Uint8Array {
  const unit = new Float32Array(normals.length);
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!);
    if (length > 0 && Number.isFinite(length))
      for (let axis = 0; axis < 3; axis += 1) unit[at + axis] = normals[at + axis]! / length;
    else unit[at + 1] = 1;
  }
  return bytesOf(unit);
}

/** A value of a colour as glTF computes with it: in proportion to the light. */
const linearShare = (value: number): number => {
  const share = value / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
/** 16 bits keep all 256 values apart; 8 would not the dark ones. */
const LINEAR = Uint16Array.from({ length: 256 }, (_, value) => Math.round(65_535 * linearShare(value)));

function linearColours(colours: Uint8Array): Uint8Array {
  const linear = new Uint16Array(colours.length);
  for (let at = 0; at < colours.length; at += 1) linear[at] = at % 4 === 3 ? 257 * colours[at]! : LINEAR[colours[at]!]!;
  return bytesOf(linear);
}

/** Materials, textures, images and what extensions they take. */
function looksOf(materials: readonly GlbMaterial[], view: (bytes: Uint8Array) => number) {
  const [images, textures]: [object[], object[]] = [[], []];
  const extensions = new Set<string>();
  const numbers = new Map<GlbPicture, number>();
  const textureOf = (picture: GlbPicture): number => {
    const known = numbers.get(picture);
    if (known !== undefined) return known;
    const number = textures.length;
    numbers.set(picture, number);
    images.push({ bufferView: view(picture.bytes), mimeType: picture.mediaType });
    const isWebp = picture.mediaType === 'image/webp';
    if (isWebp) extensions.add('EXT_texture_webp');
    textures.push(isWebp ? { extensions: { EXT_texture_webp: { source: number } } } : { source: number });
    return number;
  };
  const described = materials.map(({ name, colour, picture, isUnlit, isTwoSided }) => {
    if (isUnlit) extensions.add('KHR_materials_unlit');
    const [red, green, blue, alpha] = colour;
    return {
      ...(name ? { name } : {}),
      pbrMetallicRoughness: {
        baseColorFactor: [...[red, green, blue].map(linearShare), alpha / 255],
        ...(picture ? { baseColorTexture: { index: textureOf(picture) } } : {}),
        metallicFactor: 0,
        roughnessFactor: 1,
      },
      ...(alpha < 255 ? { alphaMode: 'BLEND' } : {}),
      ...(isTwoSided === true ? { doubleSided: true } : {}),
      ...(isUnlit ? { extensions: { KHR_materials_unlit: {} } } : {}),
    };
  });
  const required = [...extensions].filter((name) => name === 'EXT_texture_webp');
  return {
    extensions: {
      ...(extensions.size > 0 ? { extensionsUsed: [...extensions] } : {}),
      ...(required.length > 0 ? { extensionsRequired: required } : {}),
    },
    lists: {
      ...(described.length > 0 ? { materials: described } : {}),
      ...(textures.length > 0 ? { textures, images } : {}),
    },
  };
}
