import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Glb, type GlbMaterial, type GlbMesh, writeGlb, writeGlbFile } from './glb.ts';
import { problemsOfGlb } from './testing/validate-glb.ts';

const picture = {
  bytes: createCanvas(4, 4).toBuffer('image/png'),
  mediaType: 'image/png',
} as const;
const photo: GlbMaterial = { name: 'photo', colour: [255, 255, 255, 255], picture, isUnlit: true };
const paint: GlbMaterial = { colour: [128, 0, 255, 128], isUnlit: false, isTwoSided: true };

const square: GlbMesh = {
  positions: Float32Array.from([0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0.1]),
  normals: Float32Array.from([0, 0, 2, 0, 0, 0, 0, 1, 1, 1, 0, 0]),
  colours: Uint8Array.from([255, 0, 0, 255, 1, 2, 3, 255, 0, 255, 0, 255, 128, 128, 128, 0]),
  uvs: Float32Array.from([0, 0, 1, 0, 1, 1, 0, 1]),
  triangles: Uint32Array.from([0, 1, 2, 0, 2, 3]),
  material: 0,
};

/** The parts of glTF that the tests read. */
interface GltfDocument {
  readonly meshes: readonly [{ readonly primitives: readonly [Primitive] }];
  readonly accessors: readonly {
    readonly bufferView: number;
    readonly componentType: number;
    readonly min: readonly number[];
    readonly max: readonly number[];
  }[];
  readonly bufferViews: readonly { readonly byteOffset: number; readonly byteLength: number }[];
  readonly materials: readonly { readonly pbrMetallicRoughness: { readonly baseColorFactor: readonly number[] } }[];
  readonly images: readonly object[];
  readonly textures: readonly object[];
  readonly extensionsRequired: readonly string[];
  readonly extensionsUsed: readonly string[];
}
interface Primitive {
  readonly attributes: { readonly POSITION: number; readonly NORMAL: number };
  readonly indices: number;
}

function documentOf(glb: Glb) {
  const bytes = writeGlb(glb);
  const length = bytes.readUInt32LE(12);
  const document = JSON.parse(bytes.toString('utf8', 20, 20 + length)) as GltfDocument;
  return { bytes, document, binary: bytes.subarray(28 + length) };
}

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'alidade-glb-'))));
afterAll(() => rm(folder, { recursive: true }));

describe('GLB', () => {
  it.each<[string, Glb]>([
    ['everything', { meshes: [square, { ...square, material: 1 }], materials: [photo, paint] }],
    ['places alone', { meshes: [{ ...square, normals: null, colours: null, uvs: null }], materials: [paint] }],
    ['a translation', { meshes: [square], materials: [photo], translation: [500_000.25, 100, -4_000_000] }],
    ['16-bit triangles', { meshes: [{ ...square, triangles: Uint16Array.from([0, 1, 2]) }], materials: [photo] }],
  ])('with %s has no errors', async (_, glb) => {
    expect(await problemsOfGlb(writeGlb(glb))).toEqual([]);
  });

  it('has values that are those it was given', () => {
    const { document, binary } = documentOf({ meshes: [square], materials: [photo] });
    const [primitive] = document.meshes[0].primitives;
    const bytes = (accessor: number): Buffer => {
      const { byteOffset, byteLength } = document.bufferViews[document.accessors[accessor]!.bufferView]!;
      return binary.subarray(byteOffset, byteOffset + byteLength);
    };
    const place = bytes(primitive.attributes.POSITION);
    expect(Array.from({ length: 12 }, (_value, at) => place.readFloatLE(4 * at))).toEqual([...square.positions]);
    const { min, max } = document.accessors[primitive.attributes.POSITION]!;
    expect([min, max]).toEqual([
      [0, 0, 0],
      [1, 2, Math.fround(0.1)],
    ]);
    const normals = bytes(primitive.attributes.NORMAL);
    expect([0, 1, 2, 3, 4, 5].map((at) => normals.readFloatLE(4 * at))).toEqual([0, 0, 1, 0, 1, 0]);
    const indices = bytes(primitive.indices);
    expect([0, 1, 2, 3, 4, 5].map((at) => indices.readUInt16LE(2 * at))).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('has colours in proportion to the light, all 256 values of which stay apart', () => {
    const colours = Uint8Array.from({ length: 4 * 256 }, (_, at) => (at % 4 === 3 ? 255 : at >> 2));
    const mesh = { ...square, positions: new Float32Array(3 * 256), normals: null, uvs: null, colours };
    const { document, binary } = documentOf({ meshes: [mesh], materials: [paint] });
    const { byteOffset } = document.bufferViews[document.accessors[1]!.bufferView]!;
    const values = Array.from({ length: 256 }, (_, value) => binary.readUInt16LE(byteOffset + 8 * value));
    expect(new Set(values).size).toBe(256);
    expect([values[0], values[255]]).toEqual([0, 65_535]);
    expect(values[188]! / 65_535).toBeCloseTo(0.5029, 3);
    const factor = document.materials[0]!.pbrMetallicRoughness.baseColorFactor;
    expect(factor[0]).toBeCloseTo(0.2159, 4);
    expect(factor.slice(1)).toEqual([0, 1, 128 / 255]);
    expect(document.materials[0]).toMatchObject({ alphaMode: 'BLEND', doubleSided: true });
  });

  it('writes a picture once that two materials share, and names what WebP takes', () => {
    const webp = { bytes: picture.bytes, mediaType: 'image/webp' } as const;
    const materials = [photo, { ...photo, name: 'other' }, { ...photo, picture: webp }];
    const { document } = documentOf({ meshes: [square], materials });
    expect([document.images.length, document.textures.length]).toEqual([2, 2]);
    expect(document.extensionsRequired).toEqual(['EXT_texture_webp']);
    expect(document.extensionsUsed).toEqual(['KHR_materials_unlit', 'EXT_texture_webp']);
    expect(document.textures[1]).toEqual({ extensions: { EXT_texture_webp: { source: 1 } } });
  });

  it('counts vertices by 32 bits where 16 are too few', async () => {
    const count = 70_000;
    const positions = Float32Array.from({ length: 3 * count }, (_, at) => at % 101);
    const triangles = Uint32Array.from({ length: count - 1 }, (_, at) => at + 1);
    const glb = {
      meshes: [{ positions, triangles: triangles.subarray(0, 3 * Math.floor(triangles.length / 3)), material: 0 }],
      materials: [paint],
    };
    expect(await problemsOfGlb(writeGlb(glb))).toEqual([]);
    expect(documentOf(glb).document.accessors[1]!.componentType).toBe(5125);
  });

  it('is the same as a file, and refuses what the format cannot hold', async () => {
    const glb = { meshes: [square], materials: [photo, paint] };
    const path = join(folder, 'a.glb');
    const shares: number[] = [];
    const written = await writeGlbFile(path, glb, (share) => shares.push(share));
    expect(await readFile(path)).toEqual(writeGlb(glb));
    expect([written, shares.at(-1)]).toEqual([writeGlb(glb).length, 1]);
    // An array that says it is long takes no memory until it is read.
    const positions = new Float32Array(new ArrayBuffer(0, { maxByteLength: 0 }));
    Object.defineProperty(positions, 'byteLength', { value: 2 ** 32 });
    expect(() => writeGlb({ meshes: [{ ...square, positions }], materials: [photo] })).toThrow(/more than 4 GB/);
  });
});
