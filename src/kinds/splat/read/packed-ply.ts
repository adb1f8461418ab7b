import { OperationRefusal } from '../../../engine/for-children.ts';
import { readPlyHeader } from '../../../geodata/ply/header.ts';
import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { SplatModel } from '../model/splat-model.ts';
import { CHUNK_SPLATS, type PackedLayout, packedLayout, type PackedRows } from './packed-ply-layout.ts';
import { unpackRotation } from './packed-rotation.ts';
import type { SplatReader } from './splat-reader.ts';

/** Maximum splats per piece: 1 MB, and up to 3 MB of harmonics. It is a multiple of the splats of a chunk. */
const PIECE_SPLATS = 65_536;
/** Maximum bytes per piece of rows that have other values as well, up to 8 kB each. */
const PIECE_BYTES = 8 * 2 ** 20;
/** Values of a chunk: minimum and maximum of position, scale and colour. */
const RANGE_NUMBERS = 18;

/** Opens a compressed PLY file of PlayCanvas: splats in words of 32 bits, within ranges that 256 of them share. */
export function openPackedPly(path: string): SplatReader {
  const window = openWindow(path);
  try {
    const layout = packedLayout(window, readPlyHeader(window));
    const { count, shDegree, splats, harmonics } = layout;
    const most = pieceSplats(layout);
    return {
      count,
      shDegree,
      readingBytes: 0,
      fill(model, progress) {
        for (let first = 0; first < count; first += most) {
          const rows = Math.min(most, count - first);
          const ranges = readRanges(window, layout, first / CHUNK_SPLATS, Math.ceil(rows / CHUNK_SPLATS));
          fillSplats(model, first, ranges, readRows(window, splats, first, rows), splats);
          if (harmonics !== null) fillHarmonics(model, first, readRows(window, harmonics, first, rows), harmonics);
          progress((first + rows) / count);
        }
      },
      close: () => window.close(),
    };
  } catch (error) {
    window.close();
    throw error;
  }
}

/** Number of splats per piece, a multiple of the splats of a chunk. */
function pieceSplats({ splats, harmonics }: PackedLayout): number {
  const chunkBytes = CHUNK_SPLATS * Math.max(splats.stride, harmonics?.stride ?? 0);
  return Math.min(PIECE_SPLATS, CHUNK_SPLATS * Math.max(1, Math.floor(PIECE_BYTES / chunkBytes)));
}

function readRows(window: ByteWindow, { start, stride }: PackedRows, first: number, rows: number): DataView {
  const bytes = window.bytes(start + first * stride, rows * stride);
  if (bytes === null) throw new OperationRefusal('The file is cut off.');
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads the ranges of some chunks. The default range of colours is 0 to 1. */
function readRanges(window: ByteWindow, { chunks }: PackedLayout, first: number, count: number): Float64Array {
  const view = readRows(window, chunks, first, count);
  const ranges = new Float64Array(RANGE_NUMBERS * count);
  for (let chunk = 0; chunk < count; chunk += 1) {
    const to = RANGE_NUMBERS * chunk;
    ranges.fill(1, to + 15, to + 18);
    for (let number = 0; number < chunks.places.length; number += 1)
      ranges[to + number] = view.getFloat32(chunk * chunks.stride + chunks.places[number]!, true);
  }
  return ranges;
}

/** Maps a quantized value to its range. */
const within = (ranges: Float64Array, at: number, share: number): number =>
  ranges[at]! * (1 - share) + ranges[at + 3]! * share;

/** Decodes a component of 10 bits. All components but the largest are at most sqrt(1/2). */
const component = (bits: number): number => ((bits & 1023) / 1023 - 0.5) * Math.SQRT2;

function fillSplats(
  { centres, scales, rotations, opacities, colours }: SplatModel,
  first: number,
  ranges: Float64Array,
  view: DataView,
  { stride, places }: PackedRows,
): void {
  const [position, rotation, scale, colour] = places as [number, number, number, number];
  const rows = view.byteLength / stride;
  for (let row = 0, from = 0; row < rows; row += 1, from += stride) {
    const range = RANGE_NUMBERS * Math.floor(row / CHUNK_SPLATS);
    const to = first + row;
    const place = view.getUint32(from + position, true);
    centres[3 * to] = within(ranges, range, (place >>> 21) / 2047);
    centres[3 * to + 1] = within(ranges, range + 1, ((place >>> 11) & 1023) / 1023);
    centres[3 * to + 2] = within(ranges, range + 2, (place & 2047) / 2047);
    const size = view.getUint32(from + scale, true);
    scales[3 * to] = Math.exp(within(ranges, range + 6, (size >>> 21) / 2047));
    scales[3 * to + 1] = Math.exp(within(ranges, range + 7, ((size >>> 11) & 1023) / 1023));
    scales[3 * to + 2] = Math.exp(within(ranges, range + 8, (size & 2047) / 2047));
    const turn = view.getUint32(from + rotation, true);
    unpackRotation(rotations, 4 * to, turn >>> 30, component(turn >>> 20), component(turn >>> 10), component(turn));
    const shade = view.getUint32(from + colour, true);
    colours[3 * to] = within(ranges, range + 12, (shade >>> 24) / 255);
    colours[3 * to + 1] = within(ranges, range + 13, ((shade >>> 16) & 255) / 255);
    colours[3 * to + 2] = within(ranges, range + 14, ((shade >>> 8) & 255) / 255);
    opacities[to] = (shade & 255) / 255;
  }
}

/** Value per byte: the middles of 256 steps from -4 to 4, except that the first and the last are the ends. */
const HARMONIC_OF_BYTE = Float64Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? -4 : byte === 255 ? 4 : (byte + 0.5) / 32 - 4,
);

function fillHarmonics({ harmonics }: SplatModel, first: number, view: DataView, { stride, places }: PackedRows): void {
  const each = places.length;
  let to = first * each;
  for (let from = 0; from < view.byteLength; from += stride)
    for (let number = 0; number < each; number += 1)
      harmonics[to++] = HARMONIC_OF_BYTE[view.getUint8(from + places[number]!)]!;
}
