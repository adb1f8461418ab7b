import { FIRST_HARMONIC, HARMONICS } from '../model/splat-model.ts';
import { type ChosenSplats, PIECE } from './formats.ts';
import { writePieces } from './write-pieces.ts';

/** Largest 32-bit float below 1, which has the largest finite logit. */
const OPAQUE = 1 - 2 ** -24;
/** Smallest normal 32-bit float, which stands for a scale of 0, so that its logarithm is finite. */
const LEAST = 2 ** -126;

const BEFORE_HARMONICS = ['x', 'y', 'z', 'f_dc_0', 'f_dc_1', 'f_dc_2'];
const BEHIND_HARMONICS = ['opacity', 'scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3'];

/**
 * Writes a binary PLY in the layout of "3D Gaussian Splatting" (Kerbl et al. 2023): opacities as logits, scales as natural
 * logarithms, rotations with w first, and harmonics colour by colour. It has no normals, which are zero in that layout.
 */
export function writePly(path: string, chosen: ChosenSplats, progress: (share: number) => void): void {
  const { list, degree } = chosen;
  const rest = HARMONICS[degree];
  const rests = Array.from({ length: rest }, (_, index) => `f_rest_${index}`);
  const names = [...BEFORE_HARMONICS, ...rests, ...BEHIND_HARMONICS];
  const head = [
    'ply',
    'format binary_little_endian 1.0',
    'comment Alidade',
    `element vertex ${list.length}`,
    ...names.map((name) => `property float ${name}`),
    'end_header\n',
  ];
  // The bytes have the order of the machine, which is little-endian on all supported processors.
  const values = new Float32Array(names.length * Math.min(PIECE, list.length));
  writePieces({
    path,
    head: Buffer.from(head.join('\n')),
    count: list.length,
    bytes: 4 * names.length,
    piece: new Uint8Array(values.buffer),
    fill: (first, end) => fillPly(values, names.length, chosen, first, end),
    progress,
  });
}

function fillPly(
  values: Float32Array,
  width: number,
  { model, list, degree }: ChosenSplats,
  first: number,
  end: number,
) {
  const { centres, scales, rotations, opacities, colours, harmonics } = model;
  const own = HARMONICS[model.shDegree];
  const rest = HARMONICS[degree];
  const bands = rest / 3;
  for (let at = first, to = 0; at < end; at += 1, to += width) {
    const splat = list[at]!;
    for (let axis = 0; axis < 3; axis += 1) {
      values[to + axis] = centres[3 * splat + axis]!;
      values[to + 3 + axis] = (colours[3 * splat + axis]! - 0.5) / FIRST_HARMONIC;
      for (let band = 0; band < bands; band += 1)
        values[to + 6 + axis * bands + band] = harmonics[own * splat + 3 * band + axis]!;
    }
    let behind = to + 6 + rest;
    const opacity = Math.min(OPAQUE, Math.max(LEAST, opacities[splat]!));
    values[behind] = Math.log(opacity / (1 - opacity));
    for (let axis = 0; axis < 3; axis += 1)
      values[behind + 1 + axis] = Math.log(Math.max(LEAST, scales[3 * splat + axis]!));
    behind += 4;
    values[behind] = rotations[4 * splat + 3]!;
    for (let part = 0; part < 3; part += 1) values[behind + 1 + part] = rotations[4 * splat + part]!;
  }
}
