import type { Rgba } from './triangle-model.ts';

/** A share of 1 as a byte. */
export const byteOf = (share: number): number => (share > 0 ? Math.min(255, Math.round(255 * share)) : 0);

/** Bytes of a colour as one number, red lowest. */
export const packColour = (red: number, green: number, blue: number, alpha: number): number =>
  red | (green << 8) | (blue << 16) | (alpha << 24);

export const packed = (colour: Rgba): number => packColour(...colour);

/** A linear share of 1, as glTF has colours, as a byte of sRGB, as pictures have them. */
export function byteOfLinear(share: number): number {
  if (!(share > 0)) return 0;
  return byteOf(share <= 0.003_130_8 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
}

const STEPS = 4096;
const LINEAR_BYTES = Uint8Array.from({ length: STEPS + 1 }, (_, step) => byteOfLinear(step / STEPS));

/** The same from a table, for millions of colours: at most one of 255 steps off. */
export const linearBytes = (share: number): number =>
  share > 0 ? LINEAR_BYTES[share >= 1 ? STEPS : Math.round(share * STEPS)]! : 0;
