import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { growingBox } from '../../../geodata/place/box.ts';
import type { SplatModel } from '../model/splat-model.ts';
import type { SplatFacts } from './facts.ts';
import type { SplatReader } from './splat-reader.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** Bytes of a record: position and scale as floats, colour and rotation as bytes. */
const RECORD = 32;
const NO_MULTIPLE = `Its size is not a multiple of ${RECORD} bytes: it is cut off or something else.`;
/** Maximum size of files whose bounds are read, which takes about 20 ms. */
const MAX_READ = 8 * 2 ** 20;
/** Number of records that are checked to be splats. */
const PROBE = 1024;
/** Maximum plausible coordinate and scale. */
const FARTHEST = 1e9;

/**
 * Facts of a .splat file, which is splats of 32 bytes and no header. Throws OperationRefusal when its size or the numbers
 * of its first records say that it is something else.
 */
export function splatRecordFacts(path: string): SplatFacts {
  const window = openWindow(path);
  try {
    if (window.size === 0 || window.size % RECORD !== 0) throw new OperationRefusal(NO_MULTIPLE);
    const splatCount = window.size / RECORD;
    const whole = window.size <= MAX_READ;
    const bytes = window.bytes(0, whole ? window.size : PROBE * RECORD) ?? Buffer.alloc(0);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const box = growingBox();
    let plausible = 0;
    for (let at = 0; at < bytes.length; at += RECORD) {
      const [x, y, z] = [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
      if (at < PROBE * RECORD && isPlausible(view, at, x, y, z)) plausible += 1;
      box.add(x, y, z);
    }
    // A training that diverged may leave a few values that are not numbers.
    if (plausible < Math.min(splatCount, PROBE) / 2) throw new OperationRefusal('Its records are not splats.');
    const problems = box.leftOut() > 0 ? [`${box.leftOut()} of its splats are not at a finite position.`] : [];
    return { splatCount, shDegree: 0, bounds: whole ? box.box() : null, version: null, problems };
  } finally {
    window.close();
  }
}

/** Splats per piece: 8 MB. */
const PIECE_SPLATS = 262_144;

/** Opens a .splat file. */
export function openSplatRecords(path: string): SplatReader {
  const window = openWindow(path);
  const count = Math.floor(window.size / RECORD);
  if (window.size % RECORD !== 0) {
    window.close();
    throw new OperationRefusal(NO_MULTIPLE);
  }
  return {
    count,
    shDegree: 0,
    readingBytes: 0,
    fill(model, progress) {
      for (let first = 0; first < count; first += PIECE_SPLATS) {
        const records = Math.min(PIECE_SPLATS, count - first);
        const bytes = window.bytes(first * RECORD, records * RECORD);
        if (bytes === null) throw new OperationRefusal(`The file is cut off behind ${first} of its ${count} splats.`);
        fillRecords(model, first, bytes);
        progress((first + records) / count);
      }
    },
    close: () => window.close(),
  };
}

/** Decodes a rotation, stored as w, x, y, z in bytes of 128 + 128 x. */
function fillRecords(
  { centres, scales, rotations, opacities, colours }: SplatModel,
  first: number,
  bytes: Buffer,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, to = first; at < bytes.length; at += RECORD, to += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      centres[3 * to + axis] = view.getFloat32(at + 4 * axis, true);
      scales[3 * to + axis] = view.getFloat32(at + 12 + 4 * axis, true);
      colours[3 * to + axis] = bytes[at + 24 + axis]! / 255;
      rotations[4 * to + axis] = (bytes[at + 29 + axis]! - 128) / 128;
    }
    rotations[4 * to + 3] = (bytes[at + 28]! - 128) / 128;
    opacities[to] = bytes[at + 27]! / 255;
  }
}

function isPlausible(view: DataView, at: number, ...position: readonly number[]): boolean {
  const scales = [12, 16, 20].map((offset) => view.getFloat32(at + offset, true));
  return (
    position.every((value) => Math.abs(value) < FARTHEST) && scales.every((value) => value >= 0 && value < FARTHEST)
  );
}
