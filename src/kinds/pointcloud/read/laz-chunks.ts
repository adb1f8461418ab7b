import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import type { LasHeader } from './las-header.ts';

/** Compressors of the record: 1 writes one piece without a table, 2 and 3 write chunks. */
const UNCHUNKED = 1;
/** Says that every chunk has its own number of points. */
const VARIABLE = 0xffff_ffff;

/**
 * The most points that the compressed data of a LAZ file can hold by its list of chunks; Infinity when nothing tells.
 * Null when the list is not in the file: it was cut off.
 */
export function compressedCapacity(window: ByteWindow, header: LasHeader, settings: Buffer | null): number | null {
  if (settings === null || settings.length < 16) return null;
  if (settings.readUInt16LE(0) === UNCHUNKED) return Infinity;
  const table = chunkTable(window, header);
  if (table === null) return null;
  const perChunk = settings.readUInt32LE(12);
  // Every chunk begins with one point as it is.
  const room = Math.floor((table.offset - header.pointOffset - 8) / header.recordLength);
  const chunks = Math.min(table.chunks, Math.max(0, room));
  return perChunk === VARIABLE ? Infinity : chunks * perChunk;
}

function chunkTable(window: ByteWindow, { pointOffset }: LasHeader): { offset: number; chunks: number } | null {
  const declared = window.bytes(pointOffset, 8)?.readBigInt64LE(0);
  // A file written without going back has the place at its very end.
  const place = declared === -1n ? window.bytes(window.size - 8, 8)?.readBigInt64LE(0) : declared;
  if (place === undefined || place < BigInt(pointOffset + 8) || place > BigInt(window.size)) return null;
  const offset = Number(place);
  const head = window.bytes(offset, 8);
  return head === null ? null : { offset, chunks: head.readUInt32LE(4) };
}
