/** Small sound meshes, made without a library. All fill the box from 0, 0, 0 to 10, 20, 5. */

const VERTICES = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 20, 0],
  [0, 20, 5],
] as const;

/** Two triangles that name a material library in a folder beside it. */
export const soundObj = (): string =>
  [
    '# a house',
    'mtllib ./materials/house.mtl',
    ...VERTICES.map((vertex) => `v ${vertex.join(' ')}`),
    'vn 0 0 1',
    'g roof',
    'usemtl tiles',
    'f 1 2 3',
    'f 1//1 3//1 4//1',
    '',
  ].join('\n');

export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** A PLY header; elements as name, count and property lines. */
export const plyHeader = (
  encoding: PlyEncoding,
  elements: readonly (readonly [name: string, count: number, properties: readonly string[]])[],
  end = '\n',
): string =>
  [
    'ply',
    `format ${encoding} 1.0`,
    ...elements.flatMap(([name, count, properties]) => [
      `element ${name} ${count}`,
      ...properties.map((property) => `property ${property}`),
    ]),
    'end_header',
    '',
  ].join(end);

/** Two triangles. */
export function soundPly(encoding: PlyEncoding): Buffer {
  const header = plyHeader(encoding, [
    ['vertex', VERTICES.length, ['float x', 'float y', 'double z', 'uchar red']],
    ['face', 2, ['list uchar int vertex_indices']],
  ]);
  if (encoding === 'ascii') {
    const lines = [...VERTICES.map((vertex) => `${vertex.join(' ')} 255`), '3 0 1 2', '3 0 2 3', ''];
    return Buffer.from(header + lines.join('\n'));
  }
  const little = encoding === 'binary_little_endian';
  const body = Buffer.alloc(VERTICES.length * 17 + 2 * 13);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  VERTICES.forEach(([x, y, z], index) => {
    view.setFloat32(index * 17, x, little);
    view.setFloat32(index * 17 + 4, y, little);
    view.setFloat64(index * 17 + 8, z, little);
  });
  [0, 1].forEach((face) => {
    const at = VERTICES.length * 17 + face * 13;
    view.setUint8(at, 3);
    [0, face + 1, face + 2].forEach((vertex, index) => view.setInt32(at + 1 + 4 * index, vertex, little));
  });
  return Buffer.concat([Buffer.from(header), body]);
}

/** Positions of one triangle, three floats each, and its indices, three shorts. */
export function triangleBuffer(): Buffer {
  const positions = [0, 0, 0, 10, 20, 0, 10, 0, 5];
  return Buffer.concat([
    Buffer.from(Float32Array.from(positions).buffer),
    Buffer.from(Uint16Array.from([0, 1, 2]).buffer),
    Buffer.alloc(2),
  ]);
}

/** The description of one triangle, moved by 100 along x. */
export function gltfJson(buffer: string | undefined, image: string | undefined): Record<string, unknown> {
  return {
    asset: { version: '2.0', generator: 'a test' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: [100, 0, 0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [10, 20, 5] },
      { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR', min: [0], max: [2] },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 6 },
    ],
    buffers: [{ ...(buffer === undefined ? {} : { uri: buffer }), byteLength: 44 }],
    ...(image === undefined ? {} : { images: [{ uri: image }] }),
  };
}

export const soundGltf = (buffer: string, image?: string): string => JSON.stringify(gltfJson(buffer, image));

/** A GLB around a description. `declared` is what its header says of its length, where that is to differ. */
export function glbBytes(json: unknown = gltfJson(undefined, undefined), declared?: number): Buffer {
  const text = JSON.stringify(json);
  const description = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const binary = triangleBuffer();
  const [header, chunk, data] = [Buffer.alloc(12), Buffer.alloc(8), Buffer.alloc(8)];
  header.write('glTF', 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(declared ?? 28 + description.length + binary.length, 8);
  chunk.writeUInt32LE(description.length, 0);
  chunk.write('JSON', 4, 'latin1');
  data.writeUInt32LE(binary.length, 0);
  data.write('BIN\0', 4, 'latin1');
  return Buffer.concat([header, chunk, description, data, binary]);
}
