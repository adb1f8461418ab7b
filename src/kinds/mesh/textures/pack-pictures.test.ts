import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { Material, TextureSource } from '../model/triangle-model.ts';
import { openPictures } from './open-pictures.ts';
import { openPacker, type PackedPicture, type PackRequest } from './pack-pictures.ts';
import { packPixels } from './pack-pixels.ts';
import { openPictureReader } from './picture-reader.ts';
import {
  decodeRgba,
  drawFlat,
  type FlatCorner,
  pngOf,
  type Rgba,
  sampleAt,
  similarity,
  soft,
} from './testing/raw-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-packing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const WHITE = [255, 255, 255, 255] as const;
const material = (texture: TextureSource | null, colour: Material['colour'] = WHITE): Material => ({
  name: '',
  colour,
  texture,
});

type Uv = readonly [u: number, v: number];

interface Sheet extends Pick<PackRequest, 'scale' | 'mostSide' | 'format'> {
  readonly materials: readonly Material[];
  /** Triangles with the number of their material; each has vertices of its own. */
  readonly triangles: readonly (readonly [material: number, Uv, Uv, Uv])[];
}

interface Packed extends PackedPicture {
  /** What the picture was before it was compressed. */
  readonly exact: Rgba;
  readonly pixels: Rgba;
  readonly sources: readonly (Rgba | null)[];
  readonly request: PackRequest;
}

let scratches = 0;
async function packed({ materials, triangles, ...rest }: Sheet): Promise<Packed> {
  const scratch = join(folder, `scratch${(scratches += 1)}`);
  await mkdir(scratch);
  const textures = materials.map(({ texture }) => texture);
  const store = await openPictures(textures, scratch);
  const request = {
    ...rest,
    materials,
    triangles: Uint32Array.from({ length: 3 * triangles.length }, (_, index) => index),
    uvs: Float32Array.from(triangles.flatMap(([, ...corners]) => corners.flat())),
    materialOf: Uint32Array.from(triangles, ([number]) => number),
  };
  const [packer, reader] = [openPacker(store.files), openPictureReader(store.files)];
  const result = await packer.pack(request);
  const { target } = packPixels(request, reader);
  packer.close();
  reader.close();
  await store.close();
  const exact = await sharp(target.data, { raw: target }).ensureAlpha().raw().toBuffer();
  const sources: (Rgba | null)[] = [];
  for (const texture of textures)
    sources.push(texture && (await decodeRgba('path' in texture ? texture.path : texture.bytes).catch(() => null)));
  return {
    ...result,
    request,
    exact: { ...target, data: exact },
    pixels: await decodeRgba(result.picture),
    sources,
  };
}

/** How colours at vertices, and within triangles, differ from those of their source. */
function differences(result: Packed, pixels: Rgba, repeats: boolean): readonly number[] {
  const { request, sources, uvs } = result;
  const found: number[] = [];
  request.materialOf.forEach((number, triangle) => {
    const corners = [...request.triangles.subarray(3 * triangle, 3 * triangle + 3)];
    const weights = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.5, 0.5, 0],
      [0.2, 0.3, 0.5],
    ] as const;
    for (const weight of weights) {
      const place = (from: Float32Array, band: number): number =>
        corners.reduce((sum, vertex, corner) => sum + weight[corner]! * from[2 * vertex + band]!, 0);
      const wanted = sampleAt(sources[number]!, place(request.uvs, 0), place(request.uvs, 1), repeats);
      const packedColour = sampleAt(pixels, place(uvs, 0), place(uvs, 1));
      for (let band = 0; band < 3; band += 1) found.push(Math.abs(wanted[band]! - packedColour[band]!));
    }
  });
  return found;
}

const worstDifference = (result: Packed, repeats = false): number =>
  Math.max(...differences(result, result.exact, repeats));

/** As `worstDifference`, of the picture that is stored: the mean one. */
const storedDifference = (result: Packed): number => {
  const found = differences(result, result.pixels, false);
  return found.reduce((sum, each) => sum + each, 0) / found.length;
};

const softPicture = async (width: number, height: number): Promise<Material> =>
  material({ bytes: await pngOf(width, height, soft) });

/** Triangles at random places, up to `size` picture widths wide. */
const scattered = (count: number, size: number, seed = 1): Sheet['triangles'] => {
  let state = seed;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Array.from({ length: count }, () => {
    const [u, v] = [random() * (1 - size), random() * (1 - size)];
    const corner = (): Uv => [u + size * random(), v + size * random()];
    return [0, corner(), corner(), corner()] as const;
  });
};

describe('a packed picture', () => {
  it.each([1, 2, 4])('has the colours of its source at every vertex, at a scale of %i', async (scale) => {
    const materials = [await softPicture(401, 300)];
    const result = await packed({ materials, triangles: scattered(120, 0.06), scale, mostSide: 1024 });
    expect([result.scale, result.width % 4, result.height % 4]).toEqual([scale, 0, 0]);
    expect(Math.max(result.width, result.height)).toBeLessThan(350 / scale + 100);
    expect(worstDifference(result)).toBeLessThan([0, 0.01, 1.5, 0, 3][scale]!);
    expect(storedDifference(result)).toBeLessThan(5);
  });

  it('has pixels of their own size and place, up to the borders of the source, in WebP and JPEG', async () => {
    const corner = (x: number, y: number): Uv => [x / 64, 1 - y / 48];
    const triangles = [
      [0, corner(0, 0), corner(3, 0), corner(0, 3)],
      [0, corner(64, 48), corner(60, 48), corner(64, 44)],
      [0, corner(20.5, 20.5), corner(40.5, 20.5), corner(20.5, 40.5)],
    ] as const;
    for (const format of ['jpeg', 'webp'] as const) {
      const result = await packed({
        materials: [await softPicture(64, 48)],
        triangles,
        scale: 1,
        mostSide: 256,
        format,
      });
      expect(worstDifference(result)).toBeLessThan(0.01);
      expect(storedDifference(result)).toBeLessThan(6);
      // A middle of a pixel stays one.
      for (const vertex of [6, 7, 8]) {
        expect((result.uvs[2 * vertex]! * result.width) % 1).toBeCloseTo(0.5, 3);
        expect((result.uvs[2 * vertex + 1]! * result.height) % 1).toBeCloseTo(0.5, 3);
      }
    }
  });

  it('is the picture itself where triangles show all of it', async () => {
    const triangles = [
      [0, [0, 0], [1, 0], [1, 1]],
      [0, [0, 0], [1, 1], [0, 1]],
    ] as const;
    const result = await packed({ materials: [await softPicture(128, 64)], triangles, scale: 1, mostSide: 128 });
    expect([result.width, result.height, result.scale]).toEqual([128, 64, 1]);
    expect([...result.uvs]).toEqual(triangles.flatMap(([, ...corners]) => corners.flat()));
  });

  it('has what several islands share once', async () => {
    const whole = [0, [0.1, 0.1], [0.9, 0.1], [0.5, 0.9]] as const;
    const materials = [await softPicture(200, 200)];
    const one = await packed({ materials, triangles: [whole], scale: 1, mostSide: 1024 });
    const inner = scattered(50, 0.1).map(([, ...corners]) => [
      0,
      ...corners.map(([u, v]) => [0.15 + 0.6 * u, 0.15 + 0.6 * v]),
    ]);
    const many = await packed({
      materials,
      triangles: [whole, whole, ...(inner as never[])],
      scale: 1,
      mostSide: 1024,
    });
    expect([many.width, many.height]).toEqual([one.width, one.height]);
    expect(worstDifference(many)).toBeLessThan(0.01);
    // Overlapping ones take no more than all that lies between them.
    const dense = await packed({ materials, triangles: scattered(2000, 0.1), scale: 1, mostSide: 4096 });
    expect(dense.width * dense.height).toBeLessThan(210 * 210);
    expect(worstDifference(dense)).toBeLessThan(0.01);
  });

  it('shrinks until it fits, and holds its colours', async () => {
    const materials = [await softPicture(1024, 1024)];
    const result = await packed({ materials, triangles: scattered(300, 0.1), scale: 1, mostSide: 256 });
    expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(256);
    expect(result.scale).toBeGreaterThan(3);
    expect(worstDifference(result)).toBeLessThan(24);
    const thousands = Array.from({ length: 500 }, (_, index) => material(null, [index % 256, 0, 0, 255]));
    const plain = await packed({
      materials: thousands,
      triangles: thousands.map((_, index) => [index, [0, 0], [0, 0], [0, 0]] as const),
      scale: 1,
      mostSide: 16,
    });
    expect(plain.width * plain.height).toBeGreaterThanOrEqual(256 * 16);
  });

  it('is the same from several threads at once, which get the store as plain data', async () => {
    const scratch = join(folder, 'threads');
    await mkdir(scratch);
    const materials = [await softPicture(401, 300)];
    const store = await openPictures([materials[0]!.texture], scratch);
    const files = structuredClone(store.files);
    const triangles = scattered(120, 0.06);
    const request = {
      materials,
      triangles: Uint32Array.from({ length: 360 }, (_, index) => index),
      uvs: Float32Array.from(triangles.flatMap(([, ...corners]) => corners.flat())),
      materialOf: new Uint32Array(120),
      scale: Math.SQRT2,
      mostSide: 1024,
    };
    const results = await Promise.all(Array.from({ length: 4 }, () => openPacker(files).pack(request)));
    for (const { picture, uvs } of results)
      expect([picture.equals(results[0]!.picture), uvs]).toEqual([true, results[0]!.uvs]);
    await store.close();
  });

  it('packs any triangles', async () => {
    const materials = [await softPicture(37, 90)];
    const within = (min: number, max: number) => fc.float({ noNaN: true, min, max });
    const sheet = (low: number, high: number) => {
      const place = fc.tuple(within(low, high), within(low, high));
      return fc.array(fc.tuple(fc.constant(0), place, place, place), { minLength: 1, maxLength: 20 });
    };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          sheet(0, 1).map((triangles) => ({ triangles, repeats: false })),
          sheet(-2, 3).map((triangles) => ({ triangles, repeats: true })),
        ),
        fc.constantFrom(1, Math.SQRT2, 2, 5.5),
        async ({ triangles, repeats }, scale) => {
          const result = await packed({ materials, triangles, scale, mostSide: 512 });
          expect(result.uvs.every((uv) => uv > -1e-6 && uv < 1 + 1e-6)).toBe(true);
          const isExact = result.scale === 1 && !repeats;
          expect(isExact ? worstDifference(result) : 0).toBeLessThan(0.01);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('repeated pictures', () => {
  it('are cut from a wall of them', async () => {
    const wave = (x: number, y: number): readonly number[] => [
      128 + 100 * Math.sin((x / 64) * 2 * Math.PI),
      128 + 100 * Math.cos((y / 32) * 2 * Math.PI),
      90,
    ];
    const materials = [material({ bytes: await pngOf(64, 32, wave) })];
    const triangles = [
      [0, [-3.4, 7.2], [-1.2, 7.3], [-2, 9.6]],
      [0, [5.1, -0.3], [5.3, -0.3], [5.2, 0.2]],
    ] as const;
    for (const scale of [1, 2, 3])
      expect(worstDifference(await packed({ materials, triangles, scale, mostSide: 1024 }), true)).toBeLessThan(
        10 * scale,
      );
  });

  it('of any number are scaled down, and do not take more than a picture', async () => {
    const materials = [await softPicture(256, 256), material(null, [10, 20, 200, 255])];
    const triangles = [
      [0, [0, 0], [1e9, 0], [0, 1e9]],
      [0, [0, 0], [3e38, 0], [0, -3e38]],
      [0, [NaN, Infinity], [-Infinity, 0], [0, NaN]],
      [0, [-70, 2], [70, 2], [0, 90]],
      [0, [0.2, 0.2], [0.3, 0.2], [0.2, 0.3]],
      [1, [0, 0], [1e9, 0], [0, 1e9]],
    ] as const;
    const result = await packed({ materials, triangles, scale: 1, mostSide: 1024 });
    expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(1024);
    expect(result.uvs.every((uv) => uv >= 0 && uv <= 1)).toBe(true);
    // The small one keeps its pixels.
    expect((result.uvs[2 * 13]! - result.uvs[2 * 12]!) * result.width).toBeCloseTo((0.1 * 256) / result.scale, 2);
  });
});

describe('materials', () => {
  it('without a picture are patches of their colours; one that is broken is, too', async () => {
    const materials = [
      material(null, [200, 30, 40, 255]),
      await softPicture(64, 64),
      material({ bytes: Buffer.from('nothing') }, [20, 120, 220, 255]),
      material(null, [0, 0, 0, 128]),
    ];
    const triangles = [0, 1, 2, 3].map((number) => [number, [0.1, 0.1], [0.4, 0.1], [0.1, 0.4]] as const);
    const scratch = join(folder, 'patches');
    await mkdir(scratch);
    const { files, broken } = await openPictures(
      materials.map(({ texture }) => texture),
      scratch,
    );
    expect(broken.map(({ index }) => index)).toEqual([2]);
    const request = {
      materials,
      triangles: Uint16Array.from({ length: 12 }, (_, index) => index),
      uvs: Float32Array.from(triangles.flatMap(([, ...corners]) => corners.flat())),
      materialOf: Uint32Array.of(0, 1, 2, 3),
      scale: 1,
      mostSide: 256,
    };
    const { picture, uvs } = await openPacker(files).pack(request);
    const pixels = await decodeRgba(picture);
    for (const [triangle, colour] of [
      [0, [200, 30, 40]],
      [2, [20, 120, 220]],
      [3, [127, 127, 127]],
    ] as const) {
      const found = sampleAt(pixels, uvs[6 * triangle]!, uvs[6 * triangle + 1]!);
      colour.forEach((value, band) => expect(Math.abs(found[band]! - value)).toBeLessThan(8));
    }
  });

  it('multiply their pictures, and share them where they look alike', async () => {
    const { texture } = await softPicture(64, 64);
    const materials = [material(texture), material(texture, [128, 255, 0, 255]), material(texture)];
    const triangle = [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.1, 0.9],
    ] as const;
    const { uvs, pixels, sources } = await packed({
      materials,
      triangles: [0, 1, 2].map((number) => [number, ...triangle] as const),
      scale: 1,
      mostSide: 256,
    });
    expect(uvs.slice(12)).toEqual(uvs.slice(0, 6));
    const [red, green] = sampleAt(sources[0]!, 0.1, 0.1) as [number, number];
    const found = sampleAt(pixels, uvs[6]!, uvs[7]!);
    [red / 2, green, 0].forEach((value, band) => expect(Math.abs(found[band]! - value)).toBeLessThan(8));
  });

  it('with transparency keep it in WebP, and show white in JPEG', async () => {
    const bytes = await pngOf(64, 64, (x) => [250, 0, 0, x < 32 ? 0 : 255]);
    const corners = [
      [0.05, 0.1],
      [0.95, 0.1],
      [0.9, 0.9],
    ] as const;
    const sheet = { materials: [material({ bytes })], triangles: [[0, ...corners]] as const, scale: 1, mostSide: 256 };
    const [webp, jpeg] = [await packed({ ...sheet, format: 'webp' }), await packed(sheet)];
    expect([webp.hasAlpha, jpeg.hasAlpha]).toEqual([true, false]);
    expect([(await sharp(webp.picture).metadata()).format, (await sharp(jpeg.picture).metadata()).format]).toEqual([
      'webp',
      'jpeg',
    ]);
    const at = ({ pixels, uvs }: Packed, vertex: number): readonly number[] =>
      sampleAt(pixels, uvs[2 * vertex]!, uvs[2 * vertex + 1]!);
    expect(at(webp, 0)[3]).toBeLessThan(5);
    expect(at(webp, 1)[3]).toBeGreaterThan(250);
    expect(Math.min(...at(jpeg, 0))).toBeGreaterThan(245);
    expect(at(jpeg, 1)[1]).toBeLessThan(10);
    expect((await packed({ ...sheet, materials: [await softPicture(64, 64)], format: 'webp' })).hasAlpha).toBe(false);
  });
});

describe('triangles without a place in a picture', () => {
  it.each([1, 3000])('are drawn between the colours of their corners: %i beside a picture', async (count) => {
    const scratch = join(folder, `gradients${count}`);
    await mkdir(scratch);
    const materials = [await softPicture(64, 64)];
    const store = await openPictures([materials[0]!.texture], scratch);
    const reader = openPictureReader(store.files);
    // Gradients lie in front of, and behind the one with a picture.
    const materialOf = Uint32Array.from({ length: count + 1 }, (_, triangle) => triangle);
    materialOf.reverse();
    const gradients = Uint8Array.from({ length: 9 * count }, (_, at) => 40 + ((at * 37) % 170));
    const request = {
      materials,
      triangles: Uint32Array.from({ length: 3 * (count + 1) }, (_, index) => index),
      uvs: Float32Array.from({ length: 6 * (count + 1) }, (_, at) => [0.1, 0.1, 0.4, 0.1, 0.1, 0.4][at % 6]!),
      materialOf,
      gradients,
      scale: 1,
      mostSide: 1024,
    };
    const { target, uvs } = packPixels(request, reader);
    reader.close();
    const pixels = { ...target, data: await sharp(target.data, { raw: target }).ensureAlpha().raw().toBuffer() };
    for (const [triangle, material] of materialOf.entries()) {
      if (material === 0) continue;
      const wanted = gradients.subarray(9 * (material - 1), 9 * material);
      const corner = (number: number): Uv => [uvs[2 * (3 * triangle + number)]!, uvs[2 * (3 * triangle + number) + 1]!];
      const middle = [0, 1].map(
        (part) => (corner(0)[part]! + corner(1)[part]! + corner(2)[part]!) / 3,
      ) as unknown as Uv;
      for (let band = 0; band < 3; band += 1) {
        const mean = (wanted[band]! + wanted[3 + band]! + wanted[6 + band]!) / 3;
        expect(Math.abs(sampleAt(pixels, ...middle)[band]! - mean)).toBeLessThan(3);
        for (let number = 0; number < 3; number += 1)
          expect(Math.abs(sampleAt(pixels, ...corner(number))[band]! - wanted[3 * number + band]!)).toBeLessThan(3);
      }
    }
    await store.close();
  });
});

describe('islands of some pixels', () => {
  /** Each is of one colour, in a square of nine pixels of the source, whose neighbours have other colours. */
  const squares = (count: number, side: number): Sheet['triangles'] =>
    Array.from({ length: count }, (_, index) => {
      const [x, y] = [3 * ((index * 7) % side) + 1, 3 * (Math.floor((index * 7) / side) % side) + 1];
      const corner = (dx: number, dy: number): Uv => [(x + dx) / (3 * side), 1 - (y + dy) / (3 * side)];
      return [0, corner(0.1, 0.1), corner(0.9, 0.2), corner(0.4, 0.9)] as const;
    });

  it('keep their colours', async () => {
    const random = (x: number, y: number, band: number): number =>
      60 + ((Math.imul((x * 73_856_093) ^ (y * 19_349_663) ^ (band * 83_492_791), 2_654_435_761) >>> 8) % 136);
    const bytes = await pngOf(300, 300, (x, y) =>
      [0, 1, 2].map((band) => random(Math.floor(x / 3), Math.floor(y / 3), band)),
    );
    const { uvs, pixels, sources, request } = await packed({
      materials: [material({ bytes })],
      triangles: squares(900, 100),
      scale: 1,
      mostSide: 1024,
    });
    let [sum, worst] = [0, 0];
    for (let vertex = 0; vertex < uvs.length / 2; vertex += 1) {
      const wanted = sampleAt(sources[0]!, request.uvs[2 * vertex]!, request.uvs[2 * vertex + 1]!);
      const found = sampleAt(pixels, uvs[2 * vertex]!, uvs[2 * vertex + 1]!);
      for (let band = 0; band < 3; band += 1) {
        const difference = Math.abs(found[band]! - wanted[band]!);
        sum += difference;
        worst = Math.max(worst, difference);
      }
    }
    expect(sum / (3 * (uvs.length / 2))).toBeLessThan(4);
    expect(worst).toBeLessThan(32);
  });
});

const TERRAIN = '../shared/data/mesh/terrain_utm/terrain.jpg';
const PHOTO = '../shared/data/mesh/fuze/fuze uv.jpg';

describe.skipIf(!existsSync(TERRAIN) || !existsSync(PHOTO))('pictures of real models', () => {
  /** A square of triangles that shows the whole picture, in `cuts` x `cuts` islands. */
  function cutUp(cuts: number): readonly (readonly [FlatCorner, FlatCorner, FlatCorner])[] {
    const corner = (x: number, y: number): FlatCorner => [x / cuts, y / cuts, x / cuts, 1 - y / cuts];
    return Array.from({ length: cuts * cuts }, (_, index) => {
      const [x, y] = [index % cuts, Math.floor(index / cuts)];
      return [
        [corner(x, y), corner(x + 1, y), corner(x, y + 1)],
        [corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)],
      ] as const;
    }).flat();
  }

  it.each([
    [TERRAIN, 2],
    [TERRAIN, 4],
    [PHOTO, 2],
    [PHOTO, 2 ** 1.5],
    [PHOTO, 4],
    [PHOTO, 8],
  ])('%s at a scale of %f looks like the picture made small', async (path, scale) => {
    const bytes = await readFile(path);
    // Every second row is left out: else all of it would be one island.
    const cuts = 7;
    const triangles = cutUp(cuts).filter((_, index) => Math.floor(index / 2 / cuts) % 2 === 0);
    const result = await packed({
      materials: [material({ bytes })],
      triangles: triangles.map((corners) => [0, ...corners.map(([, , u, v]) => [u, v] as const)] as never),
      scale,
      mostSide: 2048,
    });
    const [width, height] = [result.sources[0]!.width, result.sources[0]!.height].map((side) =>
      Math.round(side / scale),
    ) as [number, number];
    const draw = (uvs: Float32Array, picture: Rgba, fineness: number) =>
      drawFlat(
        triangles.map(
          (corners, triangle) =>
            corners.map(([x, y], corner) => {
              const vertex = 3 * triangle + corner;
              return [x * width, y * height, uvs[2 * vertex]!, uvs[2 * vertex + 1]!] as const;
            }) as never,
        ),
        picture,
        { width, height, fineness },
      );
    const wanted = draw(result.request.uvs, result.sources[0]!, Math.ceil(scale) + 1);
    const found = draw(result.uvs, result.pixels, 2);
    expect(similarity(wanted, found)).toBeGreaterThan(0.9);
  });
});
