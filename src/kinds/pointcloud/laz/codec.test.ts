import fc from 'fast-check';
import { createLazPerf } from 'laz-perf';
import { expect, it } from 'vitest';
import { anyChunkRows, anyDamage, anyPointRecords, type PointRecords } from '../testing/point-records.ts';
import { createLazCodec, LazError } from './codec.ts';

const codec = createLazCodec();

/** Bytes of a record: place and height; returns, flags and class. */
const SEEN: readonly (readonly number[])[] = [
  [0, 12],
  [14, 17],
];

it('decodes what it encodes, byte by byte', () => {
  fc.assert(
    fc.property(anyPointRecords, ({ format, recordBytes, count, records }) => {
      const chunk = codec.encode(format, recordBytes, records);
      expect(Buffer.compare(codec.decode(format, recordBytes, count, chunk), records)).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

it('decodes what is seen of points as the rest of it does', () => {
  fc.assert(
    fc.property(anyPointRecords, ({ format, recordBytes, count, records }) => {
      const chunk = codec.encode(format, recordBytes, records);
      // What an earlier chunk left behind.
      codec.decode(
        format,
        recordBytes,
        count,
        codec.encode(
          format,
          recordBytes,
          records.map((byte) => ~byte),
        ),
      );
      const seen = Buffer.from(codec.decodeSeen(format, recordBytes, count, chunk));
      const fields = format >= 7 ? [...SEEN, [30, 36]] : SEEN;
      for (let at = 0; at < records.length; at += recordBytes)
        for (const [from, to] of fields)
          expect(seen.compare(records, at + from!, at + to!, at + from!, at + to!)).toBe(0);
    }),
    { numRuns: 500 },
  );
});

it('encodes what an independent decoder reads, byte by byte', async () => {
  const lazPerf = await createLazPerf();
  const read = ({ format, recordBytes, count }: PointRecords, chunk: Uint8Array): Buffer => {
    const decoder = new lazPerf.ChunkDecoder();
    const [input, output] = [lazPerf._malloc(chunk.length), lazPerf._malloc(count * recordBytes)];
    lazPerf.HEAPU8.set(chunk, input);
    decoder.open(format, recordBytes, input);
    for (let point = 0; point < count; point += 1) decoder.getPoint(output + point * recordBytes);
    const records = Buffer.from(lazPerf.HEAPU8.subarray(output, output + count * recordBytes));
    for (const address of [input, output]) lazPerf._free(address);
    decoder.delete();
    return records;
  };
  fc.assert(
    fc.property(anyPointRecords, (points) => {
      const chunk = codec.encode(points.format, points.recordBytes, points.records);
      expect(Buffer.compare(read(points, chunk), points.records)).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

/** Length of an answer, or the class of the error. */
function outcome(decode: () => { readonly length: number }): unknown {
  try {
    return decode().length;
  } catch (error) {
    return (error as Error).constructor;
  }
}

it('refuses a chunk that is cut off, of another number of points, or damaged, and never ends otherwise', () => {
  fc.assert(
    fc.property(anyPointRecords, anyDamage, ({ format, recordBytes, count, records }, damage) => {
      const chunk = codec.encode(format, recordBytes, records);
      expect(() => codec.decode(format, recordBytes, count + 1, chunk)).toThrow(LazError);
      expect(() => codec.decode(format, recordBytes, count, chunk.subarray(0, chunk.length - 1))).toThrow(LazError);
      for (const [place, value] of damage) chunk[Math.floor(place * chunk.length)] = value;
      // What is damaged may look like other points.
      expect([records.length, LazError]).toContain(outcome(() => codec.decode(format, recordBytes, count, chunk)));
    }),
    { numRuns: 500 },
  );
});

it('writes and reads chunk tables, with numbers of points and without', () => {
  fc.assert(
    fc.property(anyChunkRows, fc.boolean(), (rows, withPoints) => {
      const stored = codec.encodeTable(rows, withPoints);
      const expected = withPoints ? rows : rows.map(({ bytes }) => ({ points: 0, bytes }));
      expect(codec.decodeTable(rows.length, withPoints, stored)).toEqual(expected);
      expect(() => codec.decodeTable(rows.length + 1000, withPoints, stored)).toThrow(LazError);
    }),
  );
});

it('no bytes at all lead out of the memory of the decoder', () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.uint8Array({ maxLength: 400, min: 240 }),
    fc.nat(400).map((length) => new Uint8Array(length).fill(255)),
  );
  fc.assert(
    fc.property(anyBytes, fc.constantFrom(6, 7, 8), fc.nat(50), (bytes, format, count) => {
      expect([40 * (1 + count), LazError]).toContain(outcome(() => codec.decode(format, 40, 1 + count, bytes)));
      expect([count, LazError]).toContain(outcome(() => codec.decodeTable(count, true, bytes)));
    }),
    { numRuns: 3000 },
  );
});
