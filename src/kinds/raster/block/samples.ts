import { RasterError } from '../raster-error.ts';
import { SAMPLE_BYTES } from '../cog/cog-facts.ts';
import type { SampleType } from '../cog/cog-facts.ts';

/** Decoded samples of any type the service draws. */
export type Samples = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** One band of a block: sample of pixel i at `offset + i * stride`, rows of the block's width one after another. */
export interface BandSamples {
  readonly samples: Samples;
  readonly offset: number;
  readonly stride: number;
}

/** The bytes seen as samples, in host byte order. Copies only when the bytes are not aligned to the sample size. */
export function viewSamples(bytes: Uint8Array, type: SampleType): Samples {
  const size = SAMPLE_BYTES[type];
  if (bytes.byteLength % size !== 0) throw new RasterError('invalid', 'A block of the raster ends inside a sample.');
  const aligned = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  const { buffer, byteOffset } = aligned;
  const count = aligned.byteLength / size;
  switch (type) {
    case 'uint8':
      return aligned;
    case 'uint16':
      return new Uint16Array(buffer, byteOffset, count);
    case 'int16':
      return new Int16Array(buffer, byteOffset, count);
    case 'uint32':
      return new Uint32Array(buffer, byteOffset, count);
    case 'int32':
      return new Int32Array(buffer, byteOffset, count);
    case 'float32':
      return new Float32Array(buffer, byteOffset, count);
    case 'float64':
      return new Float64Array(buffer, byteOffset, count);
  }
}
