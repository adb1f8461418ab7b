import { open } from 'node:fs/promises';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { writeAll } from '../copc-build/spill.ts';
import { extraFieldsVlr } from '../las/extra-fields.ts';
import { HEADER_BYTES, lasHeader, type LasVlr, lazVlr, vlrBytes, wktVlr } from '../las/las-bytes.ts';
import { type ChunkRow, createLazCodec } from '../laz/codec.ts';
import type { PointFile, PointFileHead } from './point-file.ts';

/** Points of a compressed chunk, as all programs write them. */
const CHUNK_POINTS = 50_000;
/** The place of the chunk table stands in front of the first chunk. */
const TABLE_PLACE_BYTES = 8;
const RETURNS = 15;

/** A LAS 1.4 file, or a LAZ file of it. Memory: one chunk. */
export async function createLasFile(path: string, head: PointFileHead, compressed: boolean): Promise<PointFile> {
  const { layout, wkt } = head;
  const recordBytes = recordBytesOf(layout);
  const records: readonly LasVlr[] = [
    ...(compressed ? [lazVlr(layout.format, recordBytes, CHUNK_POINTS)] : []),
    ...(wkt === null ? [] : [wktVlr(wkt)]),
    ...(layout.extra.length === 0 ? [] : [extraFieldsVlr(layout.extra)]),
  ];
  const front = Buffer.concat(records.map(vlrBytes));
  const pointOffset = HEADER_BYTES + front.length;
  const codec = compressed ? createLazCodec() : null;
  const handle = await open(path, 'wx');
  const sums = sumsOf(recordBytes);
  const rows: ChunkRow[] = [];
  const chunk = new Uint8Array(CHUNK_POINTS * recordBytes);
  let [used, end] = [0, pointOffset + (compressed ? TABLE_PLACE_BYTES : 0)];
  const write = async (bytes: Uint8Array): Promise<void> => {
    await writeAll(handle, bytes, end);
    end += bytes.length;
  };
  const writeChunk = async (): Promise<void> => {
    if (used === 0) return;
    const points = chunk.subarray(0, used);
    const bytes = codec === null ? points : codec.encode(layout.format, recordBytes, points);
    rows.push({ points: used / recordBytes, bytes: bytes.length });
    await write(bytes);
    used = 0;
  };
  return {
    async add(points) {
      sums.add(points);
      for (let at = 0; at < points.length;) {
        const piece = points.subarray(at, at + chunk.length - used);
        chunk.set(piece, used);
        used += piece.length;
        at += piece.length;
        if (used === chunk.length) await writeChunk();
      }
    },
    async finish() {
      await writeChunk();
      const place = Buffer.alloc(compressed ? TABLE_PLACE_BYTES : 0);
      if (codec !== null) {
        place.writeBigInt64LE(BigInt(end));
        const counts = Buffer.alloc(8);
        counts.writeUInt32LE(rows.length, 4);
        await write(Buffer.concat([counts, codec.encodeTable(rows, false)]));
      }
      const { count, min, max, byReturn } = sums;
      const { scale, offset } = layout;
      const world = (stored: Vector3): Vector3 =>
        count === 0 ? [0, 0, 0] : ([0, 1, 2].map((axis) => stored[axis]! * scale[axis]! + offset[axis]!) as never);
      const header = lasHeader({
        ...head,
        format: layout.format,
        compressed,
        recordBytes,
        scale,
        offset,
        min: world(min as never),
        max: world(max as never),
        pointCount: count,
        byReturn,
        vlrCount: records.length,
        pointOffset,
        evlrOffset: 0,
        evlrCount: 0,
      });
      await writeAll(handle, Buffer.concat([header, front, place]), 0);
    },
    close: () => handle.close(),
  };
}

/** What the header says of all points. */
function sumsOf(recordBytes: number) {
  const sums = {
    count: 0,
    min: [Infinity, Infinity, Infinity],
    max: [-Infinity, -Infinity, -Infinity],
    byReturn: Array.from({ length: RETURNS }, () => 0),
    add(records: Uint8Array): void {
      const view = viewOf(records);
      const { min, max, byReturn } = sums;
      for (let at = 0; at < records.length; at += recordBytes) {
        for (let axis = 0; axis < 3; axis += 1) {
          const value = view.getInt32(at + 4 * axis, true);
          if (value < min[axis]!) min[axis] = value;
          if (value > max[axis]!) max[axis] = value;
        }
        const number = records[at + 14]! & 15;
        if (number > 0) byReturn[number - 1]! += 1;
      }
      sums.count += records.length / recordBytes;
    },
  };
  return sums;
}
