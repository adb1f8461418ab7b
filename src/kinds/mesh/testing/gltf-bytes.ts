type Json = Record<string, unknown>;

const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
export type ComponentType = keyof typeof ARRAYS;

/** A glTF model that is put together part by part. */
export interface GltfDraft {
  /** The description; parts are added by those who need more than a mesh. */
  readonly json: {
    meshes: Json[];
    nodes: Json[];
    scenes: Json[];
    materials: Json[];
    bufferViews: Json[];
    accessors: Json[];
    buffers: Json[];
  } & Json;
  /** @returns the number of the view */
  addView(bytes: Uint8Array, extra?: Json): number;
  /** @returns the number of the accessor */
  addAccessor(numbers: readonly number[], type: string, componentType?: ComponentType, extra?: Json): number;
  /** Adds a mesh of one primitive and a node that shows it. */
  addMesh(primitive: Json, node?: Json): void;
  readonly binary: Buffer;
  glb(): Buffer;
  /** The description of a .gltf whose buffer is in another file or in itself. */
  gltf(uri?: string): string;
}

export function createGltf(): GltfDraft {
  const pieces: Buffer[] = [];
  let length = 0;
  const json: GltfDraft['json'] = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [] }],
    nodes: [],
    meshes: [],
    materials: [],
    bufferViews: [],
    accessors: [],
    buffers: [{ byteLength: 0 }],
  };
  const draft: GltfDraft = {
    json,
    addView(bytes, extra = {}) {
      const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
      padded.set(bytes);
      pieces.push(padded);
      json.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length, ...extra });
      length += padded.length;
      json.buffers[0]!['byteLength'] = length;
      return json.bufferViews.length - 1;
    },
    addAccessor(numbers, type, componentType = 5126, extra = {}) {
      const bytes = new Uint8Array(ARRAYS[componentType].from(numbers).buffer);
      const count = numbers.length / WIDTHS[type]!;
      json.accessors.push({ bufferView: draft.addView(bytes), componentType, count, type, ...extra });
      return json.accessors.length - 1;
    },
    addMesh(primitive, node = {}) {
      json.meshes.push({ primitives: [primitive] });
      json.nodes.push({ mesh: json.meshes.length - 1, ...node });
      (json.scenes[0]!['nodes'] as number[]).push(json.nodes.length - 1);
    },
    get binary() {
      return Buffer.concat(pieces);
    },
    glb: () => glbOf(json, draft.binary),
    gltf(uri = `data:application/octet-stream;base64,${draft.binary.toString('base64')}`) {
      const [first, ...more] = json.buffers;
      return JSON.stringify({ ...json, buffers: [{ ...first, uri }, ...more] });
    },
  };
  return draft;
}

export function glbOf(json: unknown, binary: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const description = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const chunk = (kind: string, bytes: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, bytes]);
  };
  const chunks = Buffer.concat([chunk('JSON', description), chunk('BIN\0', binary)]);
  const head = Buffer.alloc(12);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
}
