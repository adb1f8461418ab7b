import { type Material, PLAIN } from '../model/triangle-model.ts';
import { drawRectangle, fillRectangle } from './draw-rectangle.ts';
import { acrossOf, downOf, findIslands, type Islands, NO_ISLAND } from './islands.ts';
import { type Look, looksOf } from './looks.ts';
import { packRectangles, type Places } from './pack-rectangles.ts';
import { drawGradient, gradientsOf, PATCH, placeGradient } from './gradients.ts';
import type { PictureReader } from './picture-reader.ts';
import { type Layout, layOut, type Rectangle } from './rectangles.ts';
import type { Target } from './target.ts';

/** Triangles that get a picture of their own. */
export interface PackRequest {
  /** Three vertices each. */
  readonly triangles: Uint32Array | Uint16Array;
  /** u, v of each vertex, from the lower left corner of its picture. */
  readonly uvs: Float32Array;
  /** Number of the material of each triangle. All triangles of a vertex have the same. Behind the materials: number of a gradient. */
  readonly materialOf: Uint32Array;
  readonly materials: readonly Material[];
  /** Colours of triangles that have no place in a picture: red, green, blue of three corners. Each belongs to one triangle, with vertices of its own. */
  readonly gradients?: Uint8Array;
  /** Pixels of the source that one pixel of the result is wide and high: 1 or more. */
  readonly scale: number;
  /** Longest side of the result. The scale grows until it fits. */
  readonly mostSide: number;
  /** Default: jpeg, in which what is transparent shows white. */
  readonly format?: 'jpeg' | 'webp';
}

/** Pixels, and where each vertex lies in them. */
export interface PackedPixels {
  readonly target: Target;
  /**
   * u, v of each vertex, from the lower left corner: 0 and 1 are the outer borders of the border pixels. A vertex in the middle of a pixel
   * of the source is in the middle of its pixel here, at a scale of 1.
   */
  readonly uvs: Float32Array;
  /** The scale that was used: the one of the request, or larger. */
  readonly scale: number;
}

/**
 * Packs the parts of pictures that triangles show.
 *
 * @param roomFor gives bytes for the pixels, which may hold anything
 */
export function packPixels(
  request: PackRequest,
  reader: PictureReader,
  roomFor: (bytes: number) => Uint8Array = (bytes) => new Uint8Array(bytes),
): PackedPixels {
  const { triangles, uvs, materialOf, materials } = request;
  const looks = looksOf(materialOf, materials, reader.pictures);
  const gradients = gradientsOf(request);
  const lookOf = looksOfVertices(triangles, uvs.length / 2, materialOf, looks.ofMaterial);
  const pictured = lookOf.map((look) => (look >= 0 && looks.list[look]!.picture !== null ? look : -1));
  const islands = findIslands(triangles, uvs, pictured);
  const plain = looks.list.flatMap(({ picture }, number) => (picture === null ? [number] : []));
  const packed = fit(islands, looks.list, plain.length + gradients.length, request);
  const target = targetFor(request, looks.list, packed.places, roomFor);
  drawAll(target, packed, looks.list, plain, reader);
  const first = packed.layout.rectangles.length + plain.length;
  const { x, y } = packed.places;
  for (const [number, { colours }] of gradients.entries())
    drawGradient(target, x[first + number]!, y[first + number]!, colours);
  const places = packedUvs(uvs, lookOf, islands, looks.list, plain, packed);
  for (const [number, { vertices }] of gradients.entries())
    placeGradient(places, target, x[first + number]!, y[first + number]!, vertices);
  return { target, uvs: places, scale: packed.scale };
}

function looksOfVertices(
  triangles: PackRequest['triangles'],
  vertices: number,
  materialOf: Uint32Array,
  lookOfMaterial: Int32Array,
): Int32Array {
  const lookOf = new Int32Array(vertices).fill(-1);
  triangles.forEach((vertex, corner) => {
    lookOf[vertex] = lookOfMaterial[materialOf[Math.floor(corner / 3)]!] ?? -1;
  });
  return lookOf;
}

/** A layout with places for its rectangles and, behind them, for the patches of plain colours. */
interface Packed {
  readonly layout: Layout;
  readonly places: Places;
  readonly scale: number;
}

/** Scales that are tried; each is 6 % larger at least. */
const MOST_TRIES = 64;
/** The sides that JPEG and WebP both can have, for what does not fit otherwise: thousands of pictures in one small result. */
const LAST_SIDE = 16_380;

/** Finds the finest scale from the one of the request on at which everything fits. */
function fit(islands: Islands, looks: readonly Look[], patches: number, request: PackRequest): Packed {
  const mostSide = Math.max(PATCH.width, Math.floor(Math.min(LAST_SIDE, request.mostSide) / 4) * 4);
  let scale = Math.max(1, request.scale);
  for (let tries = 0; ; tries += 1) {
    const most = tries < MOST_TRIES ? mostSide : LAST_SIDE;
    const layout = layoutAt(islands, looks, patches, { scale, mostSide: most });
    const sizes = [...layout.rectangles, ...Array.from({ length: patches }, () => PATCH)];
    const places = packRectangles(sizes, most);
    if (places !== null) return { layout, places, scale };
    scale *= growthFor(sizes, most);
  }
}

/** A whole picture needs no margins: beyond its borders viewers repeat its border pixels. */
function layoutAt(
  islands: Islands,
  looks: readonly Look[],
  patches: number,
  options: { readonly scale: number; readonly mostSide: number },
): Layout {
  if (patches === 0 && looks.length === 1) {
    const bare = layOut(islands, looks, { ...options, hasMargins: false });
    if (bare.rectangles.length === 1 && isWhole(bare.rectangles[0]!, looks[0]!)) return bare;
  }
  return layOut(islands, looks, { ...options, hasMargins: true });
}

const isWhole = ({ left, top, width, height, scale, repeatsAcross, repeatsDown }: Rectangle, { picture }: Look) =>
  left === 0 &&
  top === 0 &&
  width * scale === picture!.width &&
  height * scale === picture!.height &&
  width % PATCH.width === 0 &&
  height % PATCH.height === 0 &&
  !repeatsAcross &&
  !repeatsDown;

/** What places use of a picture, about. */
const USED = 0.9;

function growthFor(sizes: readonly { width: number; height: number }[], mostSide: number): number {
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  return Math.min(2, Math.max(1.06, Math.sqrt(area / USED) / mostSide));
}

function targetFor(
  { format }: PackRequest,
  looks: readonly Look[],
  { width, height }: Places,
  roomFor: (bytes: number) => Uint8Array,
): Target {
  const hasAlpha = looks.some(({ picture, colour }) => picture?.channels === 4 || colour[3] < 255);
  const channels = format === 'webp' && hasAlpha ? 4 : 3;
  return { data: roomFor(width * height * channels), width, height, channels };
}

function drawAll(
  target: Target,
  { layout: { rectangles }, places: { x, y } }: Packed,
  looks: readonly Look[],
  plain: readonly number[],
  reader: PictureReader,
): void {
  fillRectangle(target, 0, 0, target, backgroundOf(looks, reader));
  for (const number of inOrderOfSource(rectangles, looks))
    drawRectangle(target, x[number]!, y[number]!, rectangles[number]!, looks[rectangles[number]!.look]!, reader);
  plain.forEach((look, patch) => {
    const number = rectangles.length + patch;
    fillRectangle(target, x[number]!, y[number]!, PATCH, looks[look]!.colour);
  });
}

/** Between islands: a colour near to theirs, so that JPEG spends little on edges. */
function backgroundOf(looks: readonly Look[], reader: PictureReader): Look['colour'] {
  const pictured = looks.find(({ picture }) => picture !== null);
  if (pictured === undefined) return looks[0]?.colour ?? PLAIN.colour;
  const { picture, colour } = pictured;
  const mean = new Uint8Array(4).fill(255);
  reader.copy(picture!, picture!.levels.length - 1, 0, 0, 1, mean, 0);
  const of = (band: number): number => Math.round((mean[band]! * colour[band]!) / 255);
  return [of(0), of(1), of(2), 255];
}

/** Rows that are read together, and what of the scratch file counts as one place. */
const [BAND_ROWS, PLACE_BYTES] = [64, 2 ** 16];

/** Numbers of rectangles, so that each tile is read once: by picture, and from the top. */
function inOrderOfSource(rectangles: readonly Rectangle[], looks: readonly Look[]): Float64Array {
  const count = rectangles.length;
  const keys = Float64Array.from(rectangles, ({ look, top, scale }, number) => {
    const { levels, channels, width, height } = looks[look]!.picture!;
    const band = Math.floor(Math.min(height, Math.max(0, top * scale)) / BAND_ROWS);
    const place = levels[0]!.offset + band * BAND_ROWS * width * channels;
    return Math.floor(place / PLACE_BYTES) * count + number;
  });
  return keys.sort().map((key) => key % count);
}

function packedUvs(
  uvs: Float32Array,
  lookOf: Int32Array,
  { islandOf }: Islands,
  looks: readonly Look[],
  plain: readonly number[],
  { layout, places }: Packed,
): Float32Array {
  const packed = new Float32Array(uvs.length);
  const patchOf = new Map(plain.map((look, patch) => [look, layout.rectangles.length + patch]));
  const put = (vertex: number, x: number, y: number): void => {
    packed[2 * vertex] = x / places.width;
    packed[2 * vertex + 1] = 1 - y / places.height;
  };
  for (let vertex = 0; vertex < lookOf.length; vertex += 1) {
    const look = lookOf[vertex]!;
    if (look < 0) continue;
    const island = islandOf[vertex]!;
    if (island === NO_ISLAND) {
      const patch = patchOf.get(look)!;
      put(vertex, places.x[patch]! + PATCH.width / 2, places.y[patch]! + PATCH.height / 2);
      continue;
    }
    const number = layout.rectangleOf[island]!;
    const { scale, left, top } = layout.rectangles[number]!;
    const { width, height } = looks[look]!.picture!;
    const x = ((acrossOf(uvs, vertex) - layout.shifts[2 * island]!) * width) / scale - left;
    const y = ((downOf(uvs, vertex) - layout.shifts[2 * island + 1]!) * height) / scale - top;
    put(vertex, places.x[number]! + x, places.y[number]! + y);
  }
  return packed;
}
