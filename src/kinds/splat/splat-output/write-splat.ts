import { opacityByte, toByte } from './bytes.ts';
import { type ChosenSplats, PIECE } from './formats.ts';
import { writePieces } from './write-pieces.ts';

const RECORD = 32;

/** Writes a .splat file: positions and scales as 32-bit floats; colours, opacities and rotations as bytes. It has no harmonics. */
export function writeSplat(path: string, chosen: ChosenSplats, progress: (share: number) => void): void {
  const { list } = chosen;
  const piece = new Uint8Array(RECORD * Math.min(PIECE, list.length));
  const values = new Float32Array(piece.buffer);
  writePieces({
    path,
    head: new Uint8Array(),
    count: list.length,
    bytes: RECORD,
    piece,
    fill: (first, end) => fillSplat(piece, values, chosen, first, end),
    progress,
  });
}

function fillSplat(bytes: Uint8Array, values: Float32Array, { model, list }: ChosenSplats, first: number, end: number) {
  const { centres, scales, rotations, opacities, colours } = model;
  for (let at = first, to = 0; at < end; at += 1, to += RECORD) {
    const splat = list[at]!;
    for (let axis = 0; axis < 3; axis += 1) {
      values[to / 4 + axis] = centres[3 * splat + axis]!;
      values[to / 4 + 3 + axis] = scales[3 * splat + axis]!;
      bytes[to + 24 + axis] = toByte(255 * colours[3 * splat + axis]!);
    }
    bytes[to + 27] = opacityByte(opacities[splat]!);
    // The order is w, x, y, z. Readers subtract 128.
    const factor = 128 * signOf(rotations, 4 * splat);
    bytes[to + 28] = toByte(128 + factor * rotations[4 * splat + 3]!);
    for (let part = 0; part < 3; part += 1) bytes[to + 29 + part] = toByte(128 + factor * rotations[4 * splat + part]!);
  }
}

/** Sign for a quaternion, which is the same rotation as its negative. The largest component becomes negative: bytes reach -1, but not 1. */
function signOf(rotations: Float32Array, from: number): 1 | -1 {
  let largest = from;
  for (let part = from + 1; part < from + 4; part += 1)
    if (Math.abs(rotations[part]!) > Math.abs(rotations[largest]!)) largest = part;
  return rotations[largest]! > 0 ? -1 : 1;
}
