import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCorto } from './corto-decode.ts';
import { encodeCorto } from './corto-encode.ts';
import {
  CLER_BOUNDARY,
  CLER_DELAY,
  CLER_LEFT,
  CLER_RIGHT,
  CLER_VERTEX,
  CODEC_COLOUR,
  CODEC_NORMAL,
  CortoError,
  type CortoMesh,
  NORMALS_AT_BORDERS,
  NORMALS_ESTIMATED,
  STRATEGY_CORRELATED,
  TYPE_INT16,
  TYPE_UINT8,
} from './corto-format.ts';
import { createByteWriter } from './byte-writer.ts';
import { writeBits, writeDifferences, writeWords } from './encode-values.ts';
import { bordersOf } from './estimated-normals.ts';
import { codedStream, genericHead, otherStream } from './testing/other-streams.ts';
import { anyMesh } from './testing/random-meshes.ts';

const STEPS = { position: 1 / 64, uv: 1 / 256 };
const TRIANGLE: CortoMesh = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normals: null,
  colours: null,
  uvs: null,
  triangles: Uint32Array.of(0, 1, 2),
  groups: [1],
};

/** Whatever the vertices are numbered like: triangles of each group as the values of their corners, turned to a fixed start. */
function content(mesh: CortoMesh, isRounded: boolean): readonly (readonly string[])[] {
  const rounded = (values: Float32Array, step: number): number[] =>
    Array.from(values, (value) => (isRounded ? Math.round(value / step) : value / step) + 0);
  const corner = (vertex: number): string =>
    [
      ...rounded(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), STEPS.position),
      ...rounded(mesh.uvs?.subarray(2 * vertex, 2 * vertex + 2) ?? new Float32Array(), STEPS.uv),
      ...(mesh.colours?.subarray(4 * vertex, 4 * vertex + 4) ?? []),
    ].join(',');
  return mesh.groups.map((end, group) => {
    const found: string[] = [];
    for (let triangle = mesh.groups[group - 1] ?? 0; triangle < end; triangle += 1) {
      const corners = [0, 1, 2].map((part) => corner(mesh.triangles[3 * triangle + part]!));
      const turned = [0, 1, 2].map((first) => [0, 1, 2].map((part) => corners[(first + part) % 3]!).join(' '));
      found.push(turned.toSorted()[0]!);
    }
    return found.toSorted();
  });
}

describe('a stream', () => {
  it('gives back the rounded values and the triangles of each group', () => {
    fc.assert(
      fc.property(anyMesh, (mesh) => {
        const read = decodeCorto(encodeCorto(mesh, STEPS));
        expect(read.groups).toEqual(mesh.groups);
        expect(read.positions).toHaveLength(mesh.positions.length);
        expect(content(read, false)).toEqual(content(mesh, true));
      }),
      { numRuns: 500 },
    );
  });

  it('gives back normals to an eighth of a degree', () => {
    fc.assert(
      fc.property(anyMesh, (mesh) => {
        // Each vertex is told by its colour.
        const colours = Uint8Array.from({ length: (4 * mesh.positions.length) / 3 }, (_, at) =>
          at % 4 === 0 ? at / 4 : 0,
        );
        const read = decodeCorto(encodeCorto({ ...mesh, colours }, STEPS));
        expect(read.normals === null).toBe(mesh.normals === null);
        for (let vertex = 0; 3 * vertex < (read.normals?.length ?? 0); vertex += 1) {
          const source = read.colours![4 * vertex]!;
          const [x, y, z] = mesh.normals!.subarray(3 * source, 3 * source + 3) as unknown as [number, number, number];
          const [u, v, w] = read.normals!.subarray(3 * vertex, 3 * vertex + 3) as unknown as [number, number, number];
          expect(Math.hypot(x - u, y - v, z - w)).toBeLessThan(Math.PI / 1440);
        }
      }),
    );
  });

  it('of one triangle has all its parts', () => {
    const mesh: CortoMesh = {
      ...TRIANGLE,
      normals: Float32Array.of(0, 0, 1, 0, 0, -1, 1, 0, 0),
      colours: Uint8Array.of(255, 0, 7, 255, 0, 255, 0, 128, 1, 2, 3, 0),
      uvs: Float32Array.of(0, 0, 1, 0, 0, 1),
    };
    const read = decodeCorto(encodeCorto(mesh, STEPS));
    expect({ ...read, normals: null }).toEqual({ ...mesh, normals: null });
    expect(read.normals!.map((value) => Math.round(1000 * value) / 1000)).toEqual(mesh.normals);
  });

  it.each([
    ['no triangle', { triangles: new Uint32Array(), groups: [0] }],
    ['a vertex twice in a triangle', { triangles: Uint32Array.of(0, 1, 1) }],
    ['a vertex that does not exist', { triangles: Uint32Array.of(0, 1, 3) }],
    ['a vertex without a triangle', { positions: new Float32Array(12) }],
    ['a place that is no number', { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, NaN, 0) }],
    ['places too far apart', { positions: Float32Array.of(0, 0, 0, 1e6, 0, 0, 0, -3e7, 0) }],
  ])('is not written of a mesh with %s', (_, part) =>
    expect(() => encodeCorto({ ...TRIANGLE, ...part }, STEPS)).toThrow(RangeError),
  );
});

describe('a stream of another writer', () => {
  it('may delay an edge, and say less edges than there are', () => {
    // Edge 1-2 waits; behind 2-0 and 0-1 there is nothing.
    const codes = [CLER_VERTEX, CLER_DELAY, CLER_BOUNDARY, CLER_BOUNDARY, CLER_VERTEX];
    expect(decodeCorto(codedStream(4, 2, codes)).triangles).toEqual(Uint32Array.of(0, 1, 2, 2, 1, 3));
  });

  it('may store a length for each component', () => {
    const places = Int32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 5);
    const head = genericHead('uv', 2, 0);
    // 3 is 11 and -3 is 01 in two bits; -1 is 0 in one, 5 is 101 in three; lengths are those of u, then of v.
    const read = decodeCorto(
      otherStream(places, TRIANGLE.triangles, [
        {
          head,
          write(out) {
            writeBits(out, Uint32Array.of(0b11_01_0_101 << 24));
            writeWords(out, Uint8Array.of(2, 2, 0));
            writeWords(out, Uint8Array.of(0, 1, 3));
          },
        },
      ]),
    );
    // Each is a difference from the vertex before.
    expect(read.uvs).toEqual(Float32Array.of(3, 0, 0, -1, 0, 4));
  });

  const square = Int32Array.of(0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0);
  const squareTriangles = Uint32Array.of(0, 1, 2, 0, 2, 3);
  const normalHead = { name: 'normal', codec: CODEC_NORMAL, step: 64, components: 3, type: TYPE_INT16, strategy: 2 };

  it.each([
    ['all', NORMALS_ESTIMATED],
    ['those at borders', NORMALS_AT_BORDERS],
  ])('may predict normals from the triangles: %s', (_, prediction) => {
    const read = decodeCorto(
      otherStream(square, squareTriangles, [
        {
          head: normalHead,
          write(out) {
            out.u8(prediction);
            // The first is turned by half the octahedron, towards x.
            writeBits(out, Uint32Array.of((96 << 25) | (64 << 18)));
            writeWords(out, Uint8Array.of(7, 0, 0, 0));
          },
        },
      ]),
    );
    const half = Math.fround(Math.SQRT1_2);
    expect(read.normals).toEqual(Float32Array.of(half, 0, half, 0, 0, 1, 0, 0, 1, 0, 0, 1));
  });

  it('leaves normals inside of a surface as they are estimated', () => {
    const fan = Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1);
    expect([...bordersOf(5, fan)].map((mark) => mark !== 0)).toEqual([false, true, true, true, true]);
  });

  it('may have whole numbers, colours without alpha, and attributes that nobody knows', () => {
    const colourHead = { ...genericHead('color', 3, STRATEGY_CORRELATED), type: TYPE_UINT8, step: 2 };
    const values = { width: 3, values: Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) };
    const bytes = otherStream(Int32Array.from(TRIANGLE.positions), TRIANGLE.triangles, [
      {
        head: colourHead,
        write: (out, order, predictions) =>
          writeDifferences(out, values, { order, predictions } as Parameters<typeof writeDifferences>[2], false),
      },
      {
        head: genericHead('radius', 3, STRATEGY_CORRELATED),
        write: (out, order, predictions) =>
          writeDifferences(out, values, { order, predictions } as Parameters<typeof writeDifferences>[2], false),
      },
    ]);
    expect(decodeCorto(bytes).colours).toEqual(Uint8Array.of(2, 4, 6, 255, 8, 10, 12, 255, 14, 16, 18, 255));
  });

  it('may have no triangles: values follow each other', () => {
    const bytes = pointStream(3);
    expect(decodeCorto(bytes)).toEqual({
      positions: Float32Array.of(1, 1, 1, 2, 2, 2, 3, 3, 3),
      normals: null,
      colours: null,
      uvs: null,
      triangles: new Uint32Array(),
      groups: [],
    });
  });
});

/** Points of which each is one further than the one before. */
function pointStream(count: number): Uint8Array {
  const out = createByteWriter();
  for (const value of [0x787a_6300, 1]) out.i32(value);
  out.u8(1);
  for (const value of [0, 1]) out.i32(value);
  out.text('position');
  out.i32(1);
  out.f32(1);
  for (const value of [3, 6, 2]) out.u8(value);
  for (const value of [count, 0, 0]) out.i32(value);
  // 1 is 11 in two bits, three times a point.
  writeBits(out, Uint32Array.of(-1 >>> 0, -1 >>> 0));
  writeWords(out, new Uint8Array(count).fill(2));
  return out.finish();
}

describe('a damaged stream', () => {
  const errorOf = (bytes: Uint8Array): unknown => {
    try {
      decodeCorto(bytes);
      return new CortoError('');
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['is no stream', new Uint8Array(100), /no Corto stream/],
    ['is empty', new Uint8Array(), /ends too early/],
    ['has too few codes', codedStream(4, 2, [CLER_VERTEX]), /too few codes/],
    ['has an unknown code', codedStream(4, 2, [CLER_VERTEX, 9]), /unknown code/],
    ['has more vertices than it says', codedStream(3, 2, [CLER_VERTEX, CLER_VERTEX]), /more vertices/],
    [
      'continues an edge that is gone',
      codedStream(4, 4, [CLER_VERTEX, CLER_LEFT, CLER_LEFT, CLER_RIGHT]),
      /has been removed/,
    ],
    ['has too many triangles', codedStream(3, 70_000, [CLER_VERTEX]), /too many vertices or triangles/],
  ])('that %s is refused', (_, bytes, reason) => {
    expect(errorOf(bytes)).toBeInstanceOf(CortoError);
    expect(() => decodeCorto(bytes)).toThrow(reason);
  });

  it('is decoded or refused wherever a byte is changed or the end is missing, within a moment', () => {
    const start = performance.now();
    fc.assert(
      fc.property(
        anyMesh.map((mesh) => encodeCorto(mesh, STEPS)),
        fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 4 }),
        fc.nat(40),
        (bytes, changes, missing) => {
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          expect(errorOf(bytes.subarray(0, bytes.length - missing))).toBeInstanceOf(CortoError);
        },
      ),
      { numRuns: 2000 },
    );
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('of any bytes behind a sound head is decoded or refused', () => {
    const head = encodeCorto({ ...TRIANGLE, colours: new Uint8Array(12) }, STEPS).subarray(0, 62);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(errorOf(Uint8Array.of(...head, ...bytes))).toBeInstanceOf(CortoError);
      }),
      { numRuns: 2000 },
    );
  });

  it('with colours of two components is refused', () => {
    const bytes = otherStream(Int32Array.from(TRIANGLE.positions), TRIANGLE.triangles, [
      {
        head: { ...genericHead('color', 2, 2), codec: CODEC_COLOUR },
        write(out) {
          out.i32(0x01010101);
          writeBits(out, new Uint32Array());
          writeWords(out, new Uint8Array(3));
        },
      },
    ]);
    expect(errorOf(bytes)).toBeInstanceOf(CortoError);
  });
});
