import { deflateRawSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';

/** A flat square of splats around 0, 0, 0: red in the west, blue in the east, nearly opaque. */
export const TWO_SPLATS = { red: [220, 30, 30], blue: [30, 60, 220], side: 20 } as const;

/** Splats in a row of a group, and groups in a row of the square. */
const [IN_GROUP, GROUPS] = [10, 26] as const;
const CHUNK = 65_536;

/** What the square has: one root, groups, and leaves. */
export const SQUARE_SPLATS = 1 + GROUPS ** 2 + (GROUPS * IN_GROUP) ** 2;
export const SQUARE_LEAVES = (GROUPS * IN_GROUP) ** 2;

type Splat = {
  readonly place: readonly [number, number, number];
  readonly size: number;
  readonly colour: readonly number[];
  readonly children: number;
  readonly first: number;
};

/** The square with levels of detail, coarse ones first: the root, the groups, then the splats of each group. */
function square(): readonly Splat[] {
  const { side, red, blue } = TWO_SPLATS;
  const [group, leaf] = [side / GROUPS, side / GROUPS / IN_GROUP];
  const colourAt = (x: number) => (x < 0 ? red : blue).map((value) => value / 255);
  const mixed = red.map((value, band) => (value + blue[band]!) / 510);
  const splats: Splat[] = [{ place: [0, 0, 0], size: side / 4, colour: mixed, children: GROUPS ** 2, first: 1 }];
  const groups = Array.from({ length: GROUPS ** 2 }, (_, index) => {
    const [column, row] = [index % GROUPS, Math.floor(index / GROUPS)];
    return [group * (column + 0.5) - side / 2, group * (row + 0.5) - side / 2] as const;
  });
  groups.forEach(([x, y], index) =>
    splats.push({
      place: [x, y, 0],
      size: 0.6 * group,
      colour: colourAt(x),
      children: IN_GROUP ** 2,
      first: 1 + GROUPS ** 2 + index * IN_GROUP ** 2,
    }),
  );
  for (const [x, y] of groups)
    for (let index = 0; index < IN_GROUP ** 2; index += 1) {
      const right = leaf * ((index % IN_GROUP) + 0.5) - group / 2;
      const up = leaf * (Math.floor(index / IN_GROUP) + 0.5) - group / 2;
      splats.push({ place: [x + right, y + up, 0], size: 0.75 * leaf, colour: colourAt(x), children: 0, first: 0 });
    }
  return splats;
}

const padded = (bytes: Uint8Array): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);

const withHead = (magic: string, meta: unknown): Buffer => {
  const text = Buffer.from(JSON.stringify(meta));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(magic), length, padded(text)]);
};

/** Numbers by component: all x, then all y, and so on. */
function planes(
  count: number,
  components: number,
  valueOf: (index: number, component: number) => number,
): Float32Array {
  return Float32Array.from({ length: count * components }, (_, at) => valueOf(at % count, Math.floor(at / count)));
}

function chunkOf(splats: readonly Splat[], base: number): Buffer {
  const { length: count } = splats;
  const floats = (components: number, valueOf: (splat: Splat, component: number) => number): Buffer =>
    Buffer.from(planes(count, components, (index, component) => valueOf(splats[index]!, component)).buffer);
  const integers = (array: Uint16Array | Uint32Array): Buffer => Buffer.from(array.buffer);
  const columns: readonly (readonly [property: string, encoding: string, bytes: Buffer])[] = [
    ['center', 'f32', floats(3, ({ place }, axis) => place[axis]!)],
    ['alpha', 'f32', floats(1, () => 1)],
    ['rgb', 'f32', floats(3, ({ colour }, band) => colour[band]!)],
    ['scales', 'f32', floats(3, ({ size }, axis) => (axis === 2 ? size / 20 : size))],
    ['orientation', 'f32', floats(3, () => 0)],
    ['child_count', 'u16', integers(Uint16Array.from(splats, ({ children }) => children))],
    ['child_start', 'u32', integers(Uint32Array.from(splats, ({ first }) => first))],
  ];
  let offset = 0;
  const packed = columns.map(([property, encoding, bytes]) => {
    const data = deflateRawSync(bytes, { level: 6 });
    const described = { offset, bytes: data.length, property, encoding, compression: 'gz' };
    offset += padded(data).length;
    return { described, data: padded(data) };
  });
  const meta = {
    version: 1,
    base,
    count,
    payloadBytes: offset,
    maxSh: 0,
    lodTree: true,
    splatEncoding: ENCODING,
    properties: packed.map(({ described }) => described),
  };
  const payload = Buffer.alloc(8);
  payload.writeBigUInt64LE(BigInt(offset));
  return Buffer.concat([withHead('RADC', meta), payload, ...packed.map(({ data }) => data)]);
}

const ENCODING = {
  rgbMin: 0,
  rgbMax: 1,
  lnScaleMin: -12,
  lnScaleMax: 9,
  sh1Max: 1,
  sh2Max: 1,
  sh3Max: 1,
  lodOpacity: true,
};

/** The square as RAD: two chunks. */
export function squareRad(): Buffer {
  const splats = square();
  const chunks: Buffer[] = [];
  for (let base = 0; base < splats.length; base += CHUNK) chunks.push(chunkOf(splats.slice(base, base + CHUNK), base));
  let offset = 0;
  const ranges = chunks.map(({ length }) => {
    const range = { offset, bytes: length };
    offset += length;
    return range;
  });
  const meta = {
    version: 1,
    type: 'gsplat',
    count: splats.length,
    maxSh: 0,
    lodTree: true,
    chunkSize: CHUNK,
    allChunkBytes: offset,
    chunks: ranges,
    splatEncoding: ENCODING,
  };
  return Buffer.concat([withHead('RAD0', meta), ...chunks]);
}

export type SplatFiles = { readonly rad: Buffer; readonly bounds?: unknown };

/** Answers for the built files of splats. @returns the ranges that were asked for */
export async function serveSplats(page: Page, { rad, bounds }: SplatFiles): Promise<readonly string[]> {
  const half = TWO_SPLATS.side / 2;
  const asked: string[] = [];
  await page.route('**/gsplat/bounds.json*', (route) =>
    route.fulfill({ json: bounds ?? { min: [-half, -half, 0], max: [half, half, 0] } }),
  );
  await page.route('**/gsplat/model.rad*', (route) => {
    asked.push(route.request().headers()['range'] ?? 'whole');
    return partOf(route, rad);
  });
  return asked;
}

function partOf(route: Route, file: Buffer): Promise<void> {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers()['range'] ?? '') ?? [];
  const [start, end] = [Number(from), Math.min(Number(to), file.length - 1)];
  if (start > end) return route.fulfill({ status: 416 });
  const headers = { 'content-range': `bytes ${start}-${end}/${file.length}` };
  return route.fulfill({ status: 206, headers, body: file.subarray(start, end + 1) });
}
