import { open } from 'node:fs/promises';
import { HEADER_BYTES, lasHeader, lazVlr, vlrBytes } from '../las/las-bytes.ts';
import { createLazCodec, type ChunkRow } from '../laz/codec.ts';

const RECORD_BYTES = 36;
/** As other programs write them. */
export const CHUNK_POINTS = 50_000;
const [SCALE, OFFSET] = [
  [0.001, 0.001, 0.001],
  [500_000, 5_400_000, 0],
] as const;

/**
 * Writes a LAZ file (format 7) as a scanner in the air has it: lines across the flight, one flight beside the other, ground and trees
 * with several returns, colours, time.
 *
 * @returns its size in bytes
 */
export async function writeFlight(path: string, points: number): Promise<number> {
  const vlr = vlrBytes(lazVlr(7, RECORD_BYTES, CHUNK_POINTS));
  const pointOffset = HEADER_BYTES + vlr.length;
  const codec = createLazCodec();
  const rows: ChunkRow[] = [];
  const records = Buffer.alloc(CHUNK_POINTS * RECORD_BYTES);
  // Ten points a square metre.
  const side = Math.sqrt(points / 10);
  const flights = Math.max(1, Math.round(side / 250));
  const state = { seed: 1, flights, side, lines: points / flights / 400 };
  const file = await open(path, 'w');
  try {
    let at = pointOffset + 8;
    for (let first = 0; first < points; first += CHUNK_POINTS) {
      const count = Math.min(CHUNK_POINTS, points - first);
      for (let index = 0; index < count; index += 1) writePoint(records, index * RECORD_BYTES, first + index, state);
      const chunk = codec.encode(7, RECORD_BYTES, records.subarray(0, count * RECORD_BYTES));
      await file.write(chunk, 0, chunk.length, at);
      rows.push({ points: count, bytes: chunk.length });
      at += chunk.length;
    }
    const head = Buffer.alloc(8);
    head.writeUInt32LE(rows.length, 4);
    const table = Buffer.concat([head, codec.encodeTable(rows, false)]);
    await file.write(table, 0, table.length, at);
    const place = Buffer.alloc(8);
    place.writeBigInt64LE(BigInt(at));
    const header = lasHeader({
      sourceId: 0,
      globalEncoding: 1,
      projectId: new Uint8Array(16),
      system: '',
      createdDay: 1,
      createdYear: 2026,
      format: 7,
      recordBytes: RECORD_BYTES,
      scale: SCALE,
      offset: OFFSET,
      min: [OFFSET[0], OFFSET[1], 0],
      max: [OFFSET[0] + side, OFFSET[1] + side, 200],
      pointCount: points,
      byReturn: [],
      vlrCount: 1,
      pointOffset,
      evlrOffset: 0,
      evlrCount: 0,
    });
    await file.write(Buffer.concat([header, vlr, place]), 0, pointOffset + 8, 0);
    return at + table.length;
  } finally {
    await file.close();
  }
}

interface Flight {
  seed: number;
  readonly flights: number;
  readonly side: number;
  /** Lines of a flight, of 400 points. */
  readonly lines: number;
}

function writePoint(records: Buffer, at: number, number: number, state: Flight): void {
  const random = (): number => {
    state.seed = (Math.imul(state.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return state.seed / 2 ** 32;
  };
  const line = Math.floor(number / 400);
  const flight = Math.min(state.flights - 1, Math.floor(line / state.lines));
  const along = ((line - flight * state.lines) / state.lines) * state.side;
  const across = ((flight + (number % 400) / 400) / state.flights) * state.side;
  const [x, y] = [Math.min(state.side, across + 0.05 * random()), Math.min(state.side, along + 0.05 * random())];
  const ground = 60 + 20 * Math.sin(x / 150) + 15 * Math.cos(y / 220);
  const isTree = Math.sin(x / 23) * Math.cos(y / 17) > 0.3;
  const height = isTree ? 12 * random() : 0.02 * random();
  const returns = isTree ? 1 + (number % 3) : 1;
  records.writeInt32LE(Math.round(x * 1000), at);
  records.writeInt32LE(Math.round(y * 1000), at + 4);
  records.writeInt32LE(Math.round((ground + height) * 1000), at + 8);
  records.writeUInt16LE(1000 + Math.floor(isTree ? 2000 * random() : 300 * random()), at + 12);
  records.writeUInt8((1 + (number % returns)) | (returns << 4), at + 14);
  records.writeUInt8(line % 2 === 0 ? 0x40 : 0, at + 15);
  records.writeUInt8(isTree ? (height > 4 ? 5 : 3) : 2, at + 16);
  records.writeUInt8(0, at + 17);
  records.writeInt16LE(Math.round(((number % 400) / 400 - 0.5) * 6000), at + 18);
  records.writeUInt16LE(flight + 1, at + 20);
  records.writeDoubleLE(300_000_000 + number * 2e-6, at + 22);
  const shade = Math.floor(20 * random());
  const [red, green, blue] = isTree ? [50, 110, 40] : [140, 120, 90];
  [red, green, blue].forEach((value, index) => records.writeUInt16LE((value! + shade) * 257, at + 30 + 2 * index));
}
