import { PNG } from 'pngjs';
import { zipBytes } from '../support/zip-bytes.ts';

/** A cube of 20 m on Earth: its southern side is red, its northern one blue, its top a green picture. */
export const CUBE = {
  red: [220, 30, 30],
  blue: [30, 60, 220],
  green: [40, 160, 60],
  side: 20,
  /** Longitude and latitude of its middle, in degrees. */
  at: [8.5, 47.4],
} as const;

type Rgb = readonly [number, number, number];
type Corner = readonly [x: number, y: number, z: number];

/** z is up here; corners against the clock as they are seen from outside. */
const half = CUBE.side / 2;
const SIDES: readonly { readonly name: 'red' | 'blue' | 'green'; readonly corners: readonly Corner[] }[] = [
  {
    name: 'red',
    corners: [
      [-half, -half, -half],
      [half, -half, -half],
      [half, -half, half],
      [-half, -half, half],
    ],
  },
  {
    name: 'blue',
    corners: [
      [half, half, -half],
      [-half, half, -half],
      [-half, half, half],
      [half, half, half],
    ],
  },
  {
    name: 'green',
    corners: [
      [-half, -half, half],
      [half, -half, half],
      [half, half, half],
      [-half, half, half],
    ],
  },
];

export const linear = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

/** @param names sides that it has. @param isUnlit as photogrammetry is */
export function cubeGlb(names: readonly string[] = ['red', 'blue', 'green'], isUnlit = true): Buffer {
  const sides = SIDES.filter(({ name }) => names.includes(name));
  const picture = PNG.sync.write(filled(CUBE.green));
  const parts: Buffer[] = [];
  const views: object[] = [];
  const add = (bytes: Buffer): number => {
    const byteOffset = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
    return views.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  };
  const floats = (values: readonly number[]): Buffer => Buffer.from(new Float32Array(values).buffer);
  const indices = add(Buffer.from(new Uint16Array([0, 1, 2, 0, 2, 3]).buffer));
  const uvs = add(floats([0, 1, 1, 1, 1, 0, 0, 0]));
  const image = add(picture);
  const accessors: object[] = [
    { bufferView: indices, componentType: 5123, count: 6, type: 'SCALAR' },
    { bufferView: uvs, componentType: 5126, count: 4, type: 'VEC2' },
  ];
  const primitives = sides.map(({ name, corners }) => {
    // In a glTF y is up.
    const positions = corners.map(([x, y, z]) => [x, z, -y]);
    const bound = (of: (...values: number[]) => number): number[] =>
      [0, 1, 2].map((axis) => of(...positions.map((corner) => corner[axis]!)));
    const accessor = accessors.push({
      bufferView: add(floats(positions.flat())),
      componentType: 5126,
      count: 4,
      type: 'VEC3',
      min: bound(Math.min),
      max: bound(Math.max),
    });
    const material = SIDES.findIndex((side) => side.name === name);
    return { attributes: { POSITION: accessor - 1, TEXCOORD_0: 1 }, indices: 0, material };
  });
  const unlit = isUnlit ? { extensions: { KHR_materials_unlit: {} } } : {};
  const plain = (colour: Rgb): object => ({
    pbrMetallicRoughness: { baseColorFactor: [...colour.map(linear), 1] },
    ...unlit,
  });
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives }],
    materials: [
      plain(CUBE.red),
      plain(CUBE.blue),
      { pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, ...unlit },
    ],
    textures: [{ source: 0 }],
    images: [{ bufferView: image, mimeType: 'image/png' }],
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: parts.reduce((sum, { length }) => sum + length, 0) }],
    extensionsUsed: ['KHR_materials_unlit'],
  };
  return glb(json, Buffer.concat(parts));
}

function filled([red, green, blue]: Rgb): PNG {
  const png = new PNG({ width: 4, height: 4 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at);
  return png;
}

/** A GLB of this JSON and these bytes. */
export function glb(json: object, bytes: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  for (const [at, value] of [
    [4, 2],
    [8, 28 + padded.length + bytes.length],
    [12, padded.length],
  ] as const)
    head.writeUInt32LE(value, at);
  head.write('JSON', 16, 'latin1');
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(bytes.length, 0);
  chunk.write('BIN\0', 4, 'latin1');
  return Buffer.concat([head, padded, chunk, bytes]);
}

/** From east, north and up at the middle of the cube to the middle of the Earth, column by column. */
function onEarth(): readonly number[] {
  const [longitude, latitude] = CUBE.at.map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  const [sinLon, cosLon, sinLat, cosLat] = [
    Math.sin(longitude),
    Math.cos(longitude),
    Math.sin(latitude),
    Math.cos(latitude),
  ];
  const [axis, squared] = [6_378_137, 0.006_694_379_990_14];
  const radius = axis / Math.sqrt(1 - squared * sinLat ** 2);
  const place = [radius * cosLat * cosLon, radius * cosLat * sinLon, radius * (1 - squared) * sinLat];
  return [
    -sinLon,
    cosLon,
    0,
    0,
    -sinLat * cosLon,
    -sinLat * sinLon,
    cosLat,
    0,
    cosLat * cosLon,
    cosLat * sinLon,
    sinLat,
    0,
    ...place,
    1,
  ];
}

const boundingVolume = { box: [0, 0, 0, half, 0, 0, 0, half, 0, 0, 0, half] };

/** @param root is merged into its first tile */
export const cubeTileset = (root: object = {}, isOnEarth = true): string =>
  JSON.stringify({
    asset: { version: '1.1' },
    geometricError: 100,
    root: {
      boundingVolume,
      geometricError: 10,
      refine: 'REPLACE',
      ...(isOnEarth ? { transform: onEarth() } : {}),
      children: [{ boundingVolume, geometricError: 0, content: { uri: 'tiles/cube.glb' } }],
      ...root,
    },
  });

/** The whole cube as an archive. */
export const cubeArchive = (): Buffer =>
  zipBytes([
    { name: 'tileset.json', content: cubeTileset(), method: 8 },
    { name: 'tiles/cube.glb', content: cubeGlb() },
  ]);
export { boundingVolume as CUBE_VOLUME };
