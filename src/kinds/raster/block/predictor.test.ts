import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { undoFloatingPoint, undoHorizontal } from './predictor.ts';

const shape = fc.record({
  width: fc.integer({ min: 1, max: 20 }),
  height: fc.integer({ min: 1, max: 4 }),
  bands: fc.integer({ min: 1, max: 5 }),
});

describe('undoHorizontal', () => {
  test.each([Uint8Array, Uint16Array, Uint32Array])('restores what %o differences encode', (ArrayType) => {
    fc.assert(
      fc.property(shape, fc.infiniteStream(fc.nat()), ({ width, height, bands }, values) => {
        const original = ArrayType.from([...values.take(width * height * bands)]);
        const encoded = original.slice();
        const row = width * bands;
        for (let i = encoded.length - 1; i >= 0; i--) {
          if (i % row >= bands) encoded[i] = encoded[i]! - encoded[i - bands]!;
        }
        undoHorizontal(encoded, row, bands);
        expect(encoded).toEqual(original);
      }),
    );
  });

  test('restores 64-bit patterns', () => {
    const samples = BigUint64Array.of(5n, 7n, 2n ** 64n - 1n, 1n);
    undoHorizontal(samples, 4, 2);
    expect(samples).toEqual(BigUint64Array.of(5n, 7n, 4n, 8n));
  });
});

describe('undoFloatingPoint', () => {
  test.each([4, 8] as const)('restores samples of %i bytes', (sampleBytes) => {
    fc.assert(
      fc.property(shape, fc.infiniteStream(fc.double()), ({ width, height, bands }, values) => {
        const numbers = [...values.take(width * height * bands)];
        const samples = sampleBytes === 4 ? Float32Array.from(numbers) : Float64Array.from(numbers);
        const original = new Uint8Array(samples.buffer);
        const encoded = encode(original, width * bands, bands, sampleBytes);
        undoFloatingPoint(encoded, width * bands, bands, sampleBytes, true);
        expect(encoded).toEqual(original);
      }),
    );
  });
});

/** The encoder of Adobe's Technical Note 3: most significant bytes of a row first, then differences. */
function encode(bytes: Uint8Array, rowSamples: number, bands: number, sampleBytes: number): Uint8Array {
  const rowBytes = rowSamples * sampleBytes;
  const encoded = new Uint8Array(bytes.length);
  for (let row = 0; row < bytes.length; row += rowBytes) {
    for (let i = 0; i < rowBytes; i++) {
      const [sample, byte] = [Math.floor(i / sampleBytes), i % sampleBytes];
      encoded[row + (sampleBytes - 1 - byte) * rowSamples + sample] = bytes[row + i]!;
    }
    for (let i = rowBytes - 1; i >= bands; i--) encoded[row + i] = encoded[row + i]! - encoded[row + i - bands]!;
  }
  return encoded;
}
