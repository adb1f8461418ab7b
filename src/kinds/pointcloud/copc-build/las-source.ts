import { openWindow, type ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { BARE_BYTES } from '../las/las-bytes.ts';
import { createLazCodec, type ChunkRow } from '../laz/codec.ts';
import { createOldDecoder, type DecodeChunk } from '../laz/old-points.child.ts';
import { readExtraFields, WAVEFORM_FIELDS, type ExtraField } from '../las/extra-fields.ts';
import { FORMAT_BYTES, type LasHeader } from '../read/las-header.ts';
import type { LasRecords } from '../read/las-records.ts';
import { createRecords } from '../records/records.ts';
import type { PointLayout } from './point-layout.ts';
import type { PieceReader } from './piece-reader.ts';
import { recordBytesOf } from './point-layout.ts';

/** A piece of the points, next to each other in the file. */
export interface LasPiece {
  readonly offset: number;
  readonly bytes: number;
  readonly points: number;
}

/** How points lie in a file, and in the build. */
export interface LasPointLayout {
  /** 0 to 10. */
  readonly format: number;
  readonly recordBytes: number;
  readonly compressed: boolean;
  readonly layout: PointLayout;
}

export interface LasSourcePlan extends LasPointLayout {
  readonly kind: 'las';
  readonly path: string;
  readonly pieces: readonly LasPiece[];
}

/** Points of a piece where they are not compressed: some 2 MB. */
const PIECE_POINTS = 50_000;
/** Each begins with a whole point, so this many are of a file above 40 MB a point. */
const MAX_CHUNKS = 2 ** 24;
/** A chunk is in memory as a whole, compressed and not. Programs write 50,000 points. */
const MAX_CHUNK_POINTS = 20_000_000;
const LAYERED = 3;
const POINTWISE_CHUNKED = 2;
const VARIABLE = 0xffff_ffff;
const WAVEFORMS = new Set([4, 5, 9, 10]);

/** Plans how the points of a LAS or LAZ file are read. @throws OperationRefusal where they cannot be */
export function planLas(path: string, window: ByteWindow, header: LasHeader, records: LasRecords): LasSourcePlan {
  const { format, recordLength, compressed, scale, offset } = header;
  if (![...scale, ...offset].every(Number.isFinite) || scale.some((step) => step <= 0))
    throw new OperationRefusal('Its scale is not a positive number.');
  const extra = extraOf(header, records);
  return {
    kind: 'las',
    path,
    format,
    recordBytes: recordLength,
    compressed,
    pieces: compressed ? chunksOf(window, header, records) : plainPieces(window, header),
    layout: { format: modernFormat(format), extra, scale, offset },
  };
}

function extraOf({ format, recordLength }: LasHeader, records: LasRecords): readonly ExtraField[] {
  const described = readExtraFields(records.payload('LASF_Spec', 4), recordLength - FORMAT_BYTES[format]!);
  return WAVEFORMS.has(format) ? [...WAVEFORM_FIELDS, ...described] : described;
}

function modernFormat(format: number): 6 | 7 | 8 {
  if (format === 8 || format === 10) return 8;
  return format === 2 || format === 3 || format === 5 || format === 7 ? 7 : 6;
}

function plainPieces(window: ByteWindow, { pointOffset, recordLength, pointCount }: LasHeader): readonly LasPiece[] {
  const room = Math.floor((window.size - pointOffset) / recordLength);
  if (pointCount > room)
    throw new OperationRefusal(
      `The file is cut off: it has ${Math.max(0, room)} of the ${pointCount} points that it declares.`,
    );
  const pieces: LasPiece[] = [];
  for (let first = 0; first < pointCount; first += PIECE_POINTS) {
    const points = Math.min(PIECE_POINTS, pointCount - first);
    pieces.push({ offset: pointOffset + first * recordLength, bytes: points * recordLength, points });
  }
  return pieces;
}

/** The chunks of a LAZ file by its table. */
function chunksOf(window: ByteWindow, header: LasHeader, records: LasRecords): readonly LasPiece[] {
  const settings = records.payload('laszip encoded', 22_204);
  if (settings === null || settings.length < 16)
    throw new OperationRefusal('The record that says how its points are compressed is missing.');
  const compressor = settings.readUInt16LE(0);
  if (compressor === LAYERED ? header.format < 6 || header.format > 8 : header.format > 3)
    throw new OperationRefusal(`Compressed points of format ${header.format} cannot be read. Save it as LAS.`);
  if (compressor !== LAYERED && compressor !== POINTWISE_CHUNKED) return onePiece(window, header);
  // A program that indexes files where they lie writes 0.
  const perChunk = settings.readUInt32LE(12) || VARIABLE;
  const table = readTable(window, header, perChunk === VARIABLE);
  const pieces: LasPiece[] = [];
  let [offset, left] = [header.pointOffset + 8, header.pointCount];
  for (const row of table.rows) {
    const points = perChunk === VARIABLE ? row.points : Math.min(perChunk, left);
    if (points > left || points > MAX_CHUNK_POINTS || row.bytes > table.offset - offset)
      throw new OperationRefusal('Its list of compressed chunks does not fit its points.');
    // Some programs end the list with a chunk of no points.
    if (points > 0) pieces.push({ offset, bytes: row.bytes, points });
    offset += row.bytes;
    left -= points;
  }
  if (left > 0) throw new OperationRefusal(`${left} of its ${header.pointCount} points are in no compressed chunk.`);
  return pieces;
}

/** What was written without chunks is one, up to the end of the file. */
function onePiece(window: ByteWindow, { pointOffset, pointCount }: LasHeader): readonly LasPiece[] {
  if (pointCount > MAX_CHUNK_POINTS)
    throw new OperationRefusal(
      'It was compressed by an old program, in one piece that is too large. Save it again with chunks.',
    );
  return [{ offset: pointOffset, bytes: window.size - pointOffset, points: pointCount }];
}

function readTable(
  window: ByteWindow,
  header: LasHeader,
  withPoints: boolean,
): { readonly rows: readonly ChunkRow[]; readonly offset: number } {
  const { pointOffset } = header;
  const cutOff = (): OperationRefusal =>
    new OperationRefusal(
      `The file is cut off or damaged: the list of its compressed points is not in it.${whatIsLeft(window, header)}`,
    );
  const declared = window.bytes(pointOffset, 8)?.readBigInt64LE(0);
  // A file written without going back has the place at its very end.
  const offset = Number(declared === -1n ? window.bytes(window.size - 8, 8)?.readBigInt64LE(0) : declared);
  const head = offset >= pointOffset + 8 ? window.bytes(offset, 8) : null;
  if (head === null) throw cutOff();
  const count = head.readUInt32LE(4);
  // A chunk has one whole point at least.
  if (count > MAX_CHUNKS || count > (offset - pointOffset) / 20) throw cutOff();
  const longest = Math.min(window.size - offset - 8, 16 * count + 64);
  return { rows: createLazCodec().decodeTable(count, withPoints, window.bytes(offset + 8, longest)!), offset };
}

/** Layers of a chunk of format 6: positions, height, class, flags, intensity, angle, user data, source, time. */
const LAYERS = 9;

/** How much of a file without its list is there, as a sentence. Only chunks of layers say where they end. */
function whatIsLeft(window: ByteWindow, { format, recordLength, pointOffset, pointCount }: LasHeader): string {
  const bare = BARE_BYTES[format];
  if (bare === undefined) return '';
  const layers = LAYERS + (format - 6) + (recordLength - bare);
  const headBytes = recordLength + 4 + 4 * layers;
  let whole = 0;
  for (let at = pointOffset + 8; whole < pointCount;) {
    const head = window.bytes(at, headBytes);
    const points = head?.readUInt32LE(recordLength) ?? 0;
    if (head === null || points === 0) break;
    at += headBytes;
    for (let layer = 0; layer < layers; layer += 1) at += head.readUInt32LE(recordLength + 4 + 4 * layer);
    if (at > window.size) break;
    whole += points;
  }
  return ` ${Math.min(whole, pointCount)} of its ${pointCount} points are whole in it.`;
}

/** Opens what was planned, in the thread that reads it. */
export async function openLas(plan: LasSourcePlan): Promise<PieceReader> {
  const window = openWindow(plan.path);
  const readPiece = await createLasReading(plan);
  return { read: (piece) => readPiece(window, plan.pieces[piece]!), close: () => window.close() };
}

/** Reads pieces of files that are laid out alike. */
export async function createLasReading({
  format,
  recordBytes,
  compressed,
  layout,
}: LasPointLayout): Promise<(window: ByteWindow, piece: LasPiece) => Uint8Array> {
  const modernBytes = recordBytesOf(layout);
  const records = createRecords();
  const decode = compressed ? await decoderOf(format, recordBytes) : (bytes: Buffer): Uint8Array => bytes;
  const isModern = format === layout.format && recordBytes === modernBytes;
  return (window, { offset, bytes, points }) => {
    const stored = window.bytes(offset, bytes);
    if (stored === null) throw new OperationRefusal('The file is cut off: points lie outside of it.');
    const found = decode(stored, points);
    return isModern ? found : records.toModern(format, recordBytes, layout.format, modernBytes, found);
  };
}

async function decoderOf(format: number, recordBytes: number): Promise<DecodeChunk> {
  if (BARE_BYTES[format] !== undefined) {
    const codec = createLazCodec();
    return (chunk, points) => codec.decode(format, recordBytes, points, chunk);
  }
  return createOldDecoder(format, recordBytes);
}
