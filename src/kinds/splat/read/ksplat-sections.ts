import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { HARMONICS } from '../model/splat-model.ts';
import { type KsplatHead, type KsplatLevel, type KsplatSection, SPLAT_BYTES } from './ksplat-head.ts';

/** A section whose place in the file is known and checked. */
export interface PlacedSection extends KsplatSection {
  /** Offset of the sizes of partial buckets in the file. The middles of all buckets follow, then the splats. */
  readonly start: number;
  readonly splatStart: number;
  readonly splatBytes: number;
}

/** Bytes of a coefficient, by level. */
const HARMONIC_BYTES = [4, 2, 1] as const;
/** Bytes of the middle of a bucket: three floats. */
const BUCKET_BYTES = 12;

/** Computes the offsets of the sections. @throws OperationRefusal for a file without room for them */
export function placeSections(
  window: ByteWindow,
  { level, sections, dataOffset, declared }: KsplatHead,
): readonly PlacedSection[] {
  let start = dataOffset;
  const placed = sections.map((section) => {
    const one = place(section, level, start);
    if (one.splatStart + one.count * one.splatBytes > window.size)
      throw new OperationRefusal('The file is cut off: it does not hold the splats that it declares.');
    start = one.splatStart + one.capacity * one.splatBytes;
    return one;
  });
  const count = placed.reduce((sum, one) => sum + one.count, 0);
  if (count !== declared) throw new OperationRefusal(`It declares ${declared} splats, but its sections have ${count}.`);
  return placed;
}

function place(section: KsplatSection, level: KsplatLevel, start: number): PlacedSection {
  const { count, capacity, bucketCount, bucketBytes, fullBuckets, partialBuckets, shDegree } = section;
  if (count > capacity) throw new OperationRefusal('It has a section with more splats than the section has room for.');
  const hasBuckets = level > 0 && count > 0;
  // Buckets are not empty, so there are at most as many as splats.
  if (hasBuckets && (bucketBytes !== BUCKET_BYTES || bucketCount > count || fullBuckets + partialBuckets > bucketCount))
    throw new OperationRefusal('It has a section whose buckets cannot be true.');
  return {
    ...section,
    start,
    splatStart: start + 4 * partialBuckets + bucketBytes * bucketCount,
    splatBytes: SPLAT_BYTES[level] + HARMONIC_BYTES[level] * HARMONICS[shDegree],
  };
}

/** Buckets of a section: the number of splats up to the end of each, and x, y, z of its middle. */
export interface KsplatBuckets {
  readonly ends: Float64Array;
  readonly middles: Float64Array;
}

/** Memory that `readBuckets` takes, in bytes: the bytes of the file, and the numbers that are made of them. */
export const bucketMemory = ({ partialBuckets, bucketCount }: KsplatSection): number =>
  4 * partialBuckets + (BUCKET_BYTES + 4 * Float64Array.BYTES_PER_ELEMENT) * bucketCount;

/** Reads the buckets of a section. @throws OperationRefusal for buckets that do not hold all of its splats */
export function readBuckets(window: ByteWindow, section: PlacedSection): KsplatBuckets {
  const { start, count, bucketSize, bucketCount, fullBuckets, partialBuckets } = section;
  const bytes = window.bytes(start, 4 * partialBuckets + BUCKET_BYTES * bucketCount);
  if (bytes === null) throw new OperationRefusal('The file is cut off.');
  const used = fullBuckets + partialBuckets;
  const ends = new Float64Array(used);
  let end = 0;
  for (let bucket = 0; bucket < used; bucket += 1) {
    end += bucket < fullBuckets ? bucketSize : bytes.readUInt32LE(4 * (bucket - fullBuckets));
    ends[bucket] = end;
  }
  if (end < count) throw new OperationRefusal(`It has a section of ${count} splats whose buckets hold ${end}.`);
  const middles = new Float64Array(3 * used);
  for (let number = 0; number < middles.length; number += 1)
    middles[number] = bytes.readFloatLE(4 * (partialBuckets + number));
  return { ends, middles };
}
