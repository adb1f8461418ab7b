import { OperationRefusal } from '../../../engine/for-children.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { HARMONICS, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import { type KsplatHead, type KsplatLevel, readKsplatHead } from './ksplat-head.ts';
import { bucketMemory, type KsplatBuckets, placeSections, type PlacedSection, readBuckets } from './ksplat-sections.ts';
import type { SplatReader } from './splat-reader.ts';

/** Splats per piece: 3 to 15 MB. */
const PIECE_SPLATS = 65_536;
/** Default number of steps from the middle of a block to its side. */
const USUAL_STEPS = 32_767;
/** Index of the first coefficient per band. */
const BAND_STARTS = [0, 3, 8, 15];

/** Opens a .ksplat file of GaussianSplats3D. */
export function openKsplat(path: string): SplatReader {
  const window = openWindow(path);
  try {
    const head = readKsplatHead(window);
    const sections = placeSections(window, head);
    return {
      count: head.declared,
      shDegree: head.shDegree,
      readingBytes: Math.max(0, ...sections.map(bucketMemory)),
      fill(model, progress) {
        let to = 0;
        for (const section of sections) {
          const buckets = head.level > 0 && section.count > 0 ? readBuckets(window, section) : null;
          for (let first = 0; first < section.count; first += PIECE_SPLATS) {
            const rows = Math.min(PIECE_SPLATS, section.count - first);
            const bytes = window.bytes(section.splatStart + first * section.splatBytes, rows * section.splatBytes);
            if (bytes === null) throw new OperationRefusal('The file is cut off.');
            const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
            const piece = { view, stride: section.splatBytes, first, to };
            if (buckets === null) fillCentres(model, piece);
            else fillBlockCentres(model, piece, section, buckets);
            fillShapes(model, piece, head.level);
            fillHarmonics(model, piece, head, section.shDegree);
            to += rows;
            progress(to / head.declared);
          }
        }
      },
      close: () => window.close(),
    };
  } catch (error) {
    window.close();
    throw error;
  }
}

/** Consecutive splats of a section. */
interface Piece {
  readonly view: DataView;
  readonly stride: number;
  /** Index of the first splat in its section. */
  readonly first: number;
  /** Index of the first splat in the model. */
  readonly to: number;
}

function fillCentres({ centres }: SplatModel, { view, stride, to }: Piece): void {
  for (let from = 0, at = 3 * to; from < view.byteLength; from += stride, at += 3) {
    centres[at] = view.getFloat32(from, true);
    centres[at + 1] = view.getFloat32(from + 4, true);
    centres[at + 2] = view.getFloat32(from + 8, true);
  }
}

/** Decodes 16-bit positions within the block of a bucket. */
function fillBlockCentres(
  { centres }: SplatModel,
  { view, stride, first, to }: Piece,
  { blockSize, steps }: PlacedSection,
  { ends, middles }: KsplatBuckets,
): void {
  const zero = steps || USUAL_STEPS;
  const step = blockSize / 2 / zero;
  let splat = first;
  let bucket = 0;
  for (let from = 0, at = 3 * to; from < view.byteLength; from += stride, at += 3, splat += 1) {
    while (ends[bucket]! <= splat) bucket += 1;
    centres[at] = middles[3 * bucket]! + (view.getUint16(from, true) - zero) * step;
    centres[at + 1] = middles[3 * bucket + 1]! + (view.getUint16(from + 2, true) - zero) * step;
    centres[at + 2] = middles[3 * bucket + 2]! + (view.getUint16(from + 4, true) - zero) * step;
  }
}

/** Decodes scales, rotations (w first), colours and opacities. Compressed levels have 16-bit floats where level 0 has 32-bit floats. */
function fillShapes(
  { scales, rotations, colours, opacities }: SplatModel,
  { view, stride, to }: Piece,
  level: KsplatLevel,
): void {
  const width = level === 0 ? 4 : 2;
  const number = (at: number): number => (level === 0 ? view.getFloat32(at, true) : view.getFloat16(at, true));
  let splat = to;
  for (let from = 0; from < view.byteLength; from += stride, splat += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      scales[3 * splat + axis] = number(from + (3 + axis) * width);
      rotations[4 * splat + axis] = number(from + (7 + axis) * width);
      colours[3 * splat + axis] = view.getUint8(from + 10 * width + axis) / 255;
    }
    rotations[4 * splat + 3] = number(from + 6 * width);
    opacities[splat] = view.getUint8(from + 10 * width + 3) / 255;
  }
}

/** Decodes harmonics. Bands follow one another; each lists its reds, greens and blues. The model may have a higher degree. */
function fillHarmonics(
  { harmonics, shDegree: modelDegree }: SplatModel,
  { view, stride, to }: Piece,
  { level, harmonics: range }: KsplatHead,
  shDegree: ShDegree,
): void {
  const [low, high] = range;
  const width = 4 >> level;
  const start = level === 0 ? 44 : 24;
  const each = HARMONICS[modelDegree];
  const places = placesOf(shDegree);
  let target = each * to;
  for (let from = start; from < view.byteLength; from += stride, target += each)
    for (let number = 0; number < places.length; number += 1) {
      const at = from + width * number;
      harmonics[target + places[number]!] =
        level === 0
          ? view.getFloat32(at, true)
          : level === 1
            ? view.getFloat16(at, true)
            : low + (view.getUint8(at) / 255) * (high - low);
    }
}

/** Index in a splat of a model per value in the file. */
function placesOf(shDegree: ShDegree): Uint8Array {
  const places: number[] = [];
  for (let band = 1; band <= shDegree; band += 1)
    for (let colour = 0; colour < 3; colour += 1)
      for (let coefficient = BAND_STARTS[band - 1]!; coefficient < BAND_STARTS[band]!; coefficient += 1)
        places.push(3 * coefficient + colour);
  return Uint8Array.from(places);
}
