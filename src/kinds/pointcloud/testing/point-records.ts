import { numbersOf } from '../../testing/random-numbers.ts';
import fc from 'fast-check';
import { BARE_BYTES } from '../las/las-bytes.ts';

/** Records of points, and how they are laid out. */
export interface PointRecords {
  readonly format: 6 | 7 | 8;
  readonly recordBytes: number;
  readonly count: number;
  readonly records: Buffer;
}

const byte = fc.integer({ min: 0, max: 255 });

/**
 * Points as no scanner makes them: any bytes, or walks with repeated values, several channels, times that are no numbers, and steps of time
 * that lead back and between sequences.
 */
export const anyPointRecords: fc.Arbitrary<PointRecords> = fc
  .record({
    format: fc.constantFrom(6 as const, 7 as const, 8 as const),
    extra: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })),
    count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 400 })),
    seed: fc.integer(),
    channels: fc.integer({ min: 1, max: 4 }),
    /** Share of points that are any bytes. */
    noise: fc.constantFrom(0, 0, 0.05, 1),
    isConstant: fc.boolean(),
  })
  .map(({ format, extra, count, ...walk }) => {
    const recordBytes = BARE_BYTES[format]! + extra;
    return { format, recordBytes, count, records: walked(format, recordBytes, count, walk) };
  });

interface Walk {
  readonly seed: number;
  readonly channels: number;
  readonly noise: number;
  readonly isConstant: boolean;
}

function walked(format: number, recordBytes: number, count: number, walk: Walk): Buffer {
  const number = numbersOf(walk.seed);
  const below = (end: number): number => Math.floor(number() * end);
  const records = Buffer.alloc(recordBytes * count);
  const [position, time] = [[below(1000), below(1000), below(1000)], { now: 3e8 }];
  for (let index = 0; index < count; index += 1) {
    const at = index * recordBytes;
    if (number() < walk.noise) {
      for (let offset = 0; offset < recordBytes; offset += 1) records[at + offset] = below(256);
      continue;
    }
    position.forEach((value, axis) => {
      position[axis] = (value + below(2000) - 1000) | 0;
      records.writeInt32LE(position[axis]!, at + 4 * axis);
    });
    const returns = 1 + below(5);
    records.writeUInt16LE(walk.isConstant ? 7 : below(4000), at + 12);
    records.writeUInt8((1 + below(returns)) | (returns << 4), at + 14);
    records.writeUInt8((below(walk.channels) << 4) | (number() < 0.1 ? below(16) | 0x40 : 0), at + 15);
    records.writeUInt8([2, 2, 5, 6][below(4)]!, at + 16);
    records.writeUInt8(walk.isConstant ? 1 : below(3), at + 17);
    records.writeInt16LE(walk.isConstant ? -5 : below(200) - 100, at + 18);
    records.writeUInt16LE(walk.isConstant ? 9 : below(3), at + 20);
    const kind = number();
    if (kind < 0.02) time.now += number() * 1e6;
    else if (kind < 0.1) time.now -= 0.001 * below(20);
    else if (kind < 0.5) time.now += 0.00001 * below(4);
    records.writeDoubleLE(number() < 0.01 ? NaN : time.now, at + 22);
    for (let offset = 30; offset < recordBytes; offset += 1)
      records[at + offset] = index > 0 && number() < 0.5 ? records[at + offset - recordBytes]! : below(256);
    if (format >= 7 && number() < 0.25) {
      records.copy(records, at + 32, at + 30, at + 32);
      records.copy(records, at + 34, at + 30, at + 32);
    }
  }
  return records;
}

/** Rows of a chunk table. */
export const anyChunkRows = fc.array(
  fc.record({ points: fc.integer({ min: 0, max: 2 ** 31 - 1 }), bytes: fc.integer({ min: 0, max: 2 ** 31 - 1 }) }),
  { minLength: 1, maxLength: 200 },
);

/** Damage to some bytes: which (as a share of all), and what is there then. */
export const anyDamage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), byte), {
  minLength: 1,
  maxLength: 8,
});
