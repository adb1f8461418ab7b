import type { SplatModel } from '../model/splat-model.ts';

/** Encodes splats as a .splat file. */
export function recordsOf({ count, centres, scales, rotations, opacities, colours }: SplatModel): Buffer {
  const bytes = Buffer.alloc(32 * count);
  const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
  for (let splat = 0; splat < count; splat += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      bytes.writeFloatLE(centres[3 * splat + axis]!, 32 * splat + 4 * axis);
      bytes.writeFloatLE(scales[3 * splat + axis]!, 32 * splat + 12 + 4 * axis);
      bytes[32 * splat + 24 + axis] = byte(255 * colours[3 * splat + axis]!);
    }
    bytes[32 * splat + 27] = byte(255 * opacities[splat]!);
    for (let place = 0; place < 4; place += 1)
      bytes[32 * splat + 28 + place] = byte(128 + 128 * rotations[4 * splat + ((place + 3) % 4)]!);
  }
  return bytes;
}
