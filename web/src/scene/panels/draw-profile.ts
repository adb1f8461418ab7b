import type { ProfilePoints } from '../tools/profile-points.ts';

/** Pixels around the points. */
const MARGIN = 8;

/** Draws a profile into its canvas, which is as large as its place on the page. Heights have the scale of lengths where they fit. */
export function drawProfile(
  canvas: HTMLCanvasElement,
  { count, places, colours, heights }: ProfilePoints,
  length: number,
): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  const context = canvas.getContext('2d');
  if (context === null || count === 0) return;
  const picture = context.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(picture.data.buffer);
  const [low, high] = heights;
  const inner = [canvas.width - 2 * MARGIN * ratio, canvas.height - 2 * MARGIN * ratio] as const;
  const across = inner[0] / Math.max(length, 1e-9);
  const up = Math.min(inner[1] / Math.max(high - low, 1e-9), across * MOST_EXAGGERATION);
  const dot = Math.max(1, Math.round(ratio * 2));
  for (let point = 0; point < count; point += 1) {
    const x = Math.round(MARGIN * ratio + (places[2 * point] ?? 0) * across);
    const y = Math.round(canvas.height - MARGIN * ratio - ((places[2 * point + 1] ?? 0) - low) * up);
    const [red = 0, green = 0, blue = 0] = colours.subarray(3 * point, 3 * point + 3);
    // Bytes are red, green, blue, opaque in memory; all machines of browsers are little-endian.
    const colour = ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    for (let row = y; row < Math.min(canvas.height, y + dot); row += 1)
      for (let column = x; column < Math.min(canvas.width, x + dot); column += 1)
        if (row >= 0 && column >= 0) pixels[row * canvas.width + column] = colour;
  }
  context.putImageData(picture, 0, 0);
}

/** A flat profile is not made a mountain. */
const MOST_EXAGGERATION = 20;
