/**
 * The two predictors of TIFF, undone in place.
 *
 * Source: TIFF 6.0 section 14 (horizontal differencing) and Adobe's TIFF Technical Note 3 (floating point).
 */

type Integers = Uint8Array | Uint16Array | Uint32Array | BigUint64Array;

/**
 * Undoes horizontal differencing (predictor 2): each sample of a row was stored as the difference from the sample of
 * the same band one pixel to the left, modulo the sample's size. Floating point samples are passed as unsigned
 * integers of their size.
 *
 * @param rowSamples samples in one row: width x bands
 * @param bands distance between two samples of one band
 */
export function undoHorizontal(samples: Integers, rowSamples: number, bands: number): void {
  if (samples instanceof BigUint64Array) return undoHorizontal64(samples, rowSamples, bands);
  for (let row = 0; row + rowSamples <= samples.length; row += rowSamples) {
    const end = row + rowSamples;
    for (let i = row + bands; i < end; i++) samples[i] = samples[i]! + samples[i - bands]!;
  }
}

function undoHorizontal64(samples: BigUint64Array, rowSamples: number, bands: number): void {
  for (let row = 0; row + rowSamples <= samples.length; row += rowSamples) {
    const end = row + rowSamples;
    for (let i = row + bands; i < end; i++) samples[i] = samples[i]! + samples[i - bands]!;
  }
}

/**
 * Undoes the floating point predictor (3): the bytes of a row were sorted by significance (all most significant bytes
 * first), then stored as byte differences over a distance of `bands`.
 *
 * @param rowSamples samples in one row: width x bands
 * @param sampleBytes 4 or 8
 * @param littleEndian byte order of the result; the sorted planes always start with the most significant one
 */
export function undoFloatingPoint(
  bytes: Uint8Array,
  rowSamples: number,
  bands: number,
  sampleBytes: number,
  littleEndian: boolean,
): void {
  const rowBytes = rowSamples * sampleBytes;
  const sorted = new Uint8Array(rowBytes);
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    sorted.set(bytes.subarray(row, row + rowBytes));
    for (let i = bands; i < rowBytes; i++) sorted[i] = sorted[i]! + sorted[i - bands]!;
    for (let plane = 0; plane < sampleBytes; plane++) {
      let out = row + (littleEndian ? sampleBytes - 1 - plane : plane);
      const end = (plane + 1) * rowSamples;
      for (let i = plane * rowSamples; i < end; i++, out += sampleBytes) bytes[out] = sorted[i]!;
    }
  }
}
