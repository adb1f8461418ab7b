import { HARMONICS, type SplatModel } from '../model/splat-model.ts';

const FIRST_HARMONIC = 0.28209479177387814;
const rows = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}_${at}`);

/** The splats of a model as a PLY file of 3D Gaussian splatting. @param damage changes numbers before they are written */
export function plyOfSplats(
  { count, shDegree, centres, scales, rotations, opacities, colours, harmonics }: SplatModel,
  damage: (numbers: Float32Array, width: number) => void = () => undefined,
): Buffer {
  const each = HARMONICS[shDegree];
  const names = [
    'x',
    'y',
    'z',
    ...rows('f_dc', 3),
    ...rows('f_rest', each),
    'opacity',
    ...rows('scale', 3),
    ...rows('rot', 4),
  ];
  const numbers = new Float32Array(names.length * count);
  for (let splat = 0; splat < count; splat += 1) {
    let to = splat * names.length;
    for (let axis = 0; axis < 3; axis += 1) numbers[to++] = centres[3 * splat + axis]!;
    for (let axis = 0; axis < 3; axis += 1) numbers[to++] = (colours[3 * splat + axis]! - 0.5) / FIRST_HARMONIC;
    for (let colour = 0; colour < 3; colour += 1)
      for (let at = colour; at < each; at += 3) numbers[to++] = harmonics[each * splat + at]!;
    const opacity = opacities[splat]!;
    numbers[to++] = Math.log(opacity / (1 - opacity));
    for (let axis = 0; axis < 3; axis += 1) numbers[to++] = Math.log(scales[3 * splat + axis]!);
    for (const axis of [3, 0, 1, 2]) numbers[to++] = rotations[4 * splat + axis]!;
  }
  damage(numbers, names.length);
  const properties = names.map((name) => `property float ${name}\n`).join('');
  const head = `ply\nformat binary_little_endian 1.0\nelement vertex ${count}\n${properties}end_header\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(numbers.buffer)]);
}
