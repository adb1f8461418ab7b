export type PatchSamples = Uint8ClampedArray<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** Samples of four channels row by row; the last channel is how much of the pixel shows, 0 to 255. */
export interface Patch<Samples extends PatchSamples> {
  readonly width: number;
  readonly height: number;
  readonly samples: Samples;
}

/** Places at equal distances, in pixels of a patch from its corner. */
export interface Span {
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  /** Pixels of the patch to each side that count: 1 where it is enlarged, else as many as one step is long. */
  readonly radiusX: number;
  readonly radiusY: number;
  /** Whether another span may have drawn the same places before. */
  readonly isOver?: boolean;
}

/**
 * Samples a patch at the places of a span.
 * @param at index of the first place in the result, in pixels; the result is left as it is where nothing shows
 */
export type SampleSpan = (span: Span, at: number) => void;

/** Weights of the columns of one place. Sampling never waits for anything, so that one set is enough. */
const columnWeights = new Float64Array(64);

/**
 * Samples a patch at the places of a span: a tent of the given radius, which is bilinear interpolation where it is 1 and
 * keeps what is smaller than a step from flickering where it is more. As gdalwarp does (`-r bilinear`), only pixels that
 * show count, and a place shows when the pixel that it lies in does: data end as sharply as they do in the file.
 */
export function sampleSpan<Samples extends PatchSamples>(
  { width, height, samples }: Patch<Samples>,
  { count, x, y, stepX, stepY, radiusX, radiusY }: Span,
  result: Samples,
  at: number,
): void {
  for (let index = 0, out = at * 4; index < count; index++, out += 4) {
    const px = x + index * stepX;
    const py = y + index * stepY;
    if (!(px >= 0 && py >= 0 && px < width && py < height)) continue;
    if (samples[(Math.trunc(py) * width + Math.trunc(px)) * 4 + 3] === 0) continue;
    const left = Math.max(0, Math.ceil(px - radiusX - 0.5));
    const right = Math.min(width - 1, Math.floor(px + radiusX - 0.5));
    const top = Math.max(0, Math.ceil(py - radiusY - 0.5));
    const bottom = Math.min(height - 1, Math.floor(py + radiusY - 0.5));
    for (let column = left; column <= right; column++) {
      columnWeights[column - left] = radiusX - Math.abs(column + 0.5 - px);
    }
    let first = 0;
    let second = 0;
    let third = 0;
    let shown = 0;
    let all = 0;
    for (let row = top; row <= bottom; row++) {
      const rowWeight = radiusY - Math.abs(row + 0.5 - py);
      let from = (row * width + left) * 4;
      for (let column = left; column <= right; column++, from += 4) {
        const alpha = samples[from + 3]!;
        if (alpha === 0) continue;
        const weight = rowWeight * columnWeights[column - left]!;
        const opaque = weight * alpha;
        first += samples[from]! * opaque;
        second += samples[from + 1]! * opaque;
        third += samples[from + 2]! * opaque;
        shown += opaque;
        all += weight;
      }
    }
    result[out] = first / shown;
    result[out + 1] = second / shown;
    result[out + 2] = third / shown;
    result[out + 3] = shown / all;
  }
}
