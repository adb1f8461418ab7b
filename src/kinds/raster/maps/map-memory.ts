import { PIECE_PIXELS } from './map-plan.ts';

export interface MapMemory {
  /** Layers whose pixels are kept until all are drawn: none where a raster is drawn by the thread that encodes it. */
  readonly keptLayers: number;
  /** Whether an index is computed of numbers, which are four times as large as colours. */
  readonly hasNumbers: boolean;
}

/** Bytes of a pixel: red, green, blue and alpha. */
const COLOUR_BYTES = 4;
/**
 * Bytes of a pixel while one layer is drawn or all are encoded: the canvas, and twice the encoded picture, in parts and as a
 * whole. A vector layer takes as much: its canvas, a copy of its pixels, and one that threads share.
 */
const WORKING_BYTES = 3 * COLOUR_BYTES;
/** Pixels of the raster that are read for a pixel of the picture: four, and more where the plane is bent. */
const READ_PIXELS = 16;

/** Most bytes that drawing and encoding a picture takes at once. */
export function mapBytes(
  { width, height }: { readonly width: number; readonly height: number },
  { keptLayers, hasNumbers }: MapMemory,
): number {
  const pixels = width * height;
  const patch = Math.min(PIECE_PIXELS, READ_PIXELS * pixels) * (hasNumbers ? 4 : 1) * COLOUR_BYTES;
  return pixels * (WORKING_BYTES + keptLayers * COLOUR_BYTES) + patch;
}
