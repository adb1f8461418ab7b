import { putAll, putByte, putTwo } from './bits';
import { quantizers, segmentBytes, segmentOf } from './tables';

/** "JFIF", version 1.1, no unit of density but square pixels, no thumbnail (ITU-T T.871). */
const jfif: usize = memory.data<u8>([0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

function putSegment(marker: u32, bytes: u32): void {
  putTwo(0xff00 | marker);
  putTwo(bytes + 2);
}

/** All segments up to the coded data (T.81, annex B). @param channels 1, or 3 with chroma of half the size */
export function putHeaders(width: u32, height: u32, channels: u32): void {
  const tables: u32 = channels === 1 ? 1 : 2;
  putTwo(0xffd8);
  putSegment(0xe0, 14);
  putAll(jfif, 14);
  for (let table: u32 = 0; table < tables; table++) {
    putSegment(0xdb, 1 + 64);
    putByte(table);
    putAll(quantizers + 64 * table, 64);
  }
  putSegment(0xc0, 6 + 3 * channels);
  putByte(8);
  putTwo(height);
  putTwo(width);
  putByte(channels);
  for (let index: u32 = 0; index < channels; index++) {
    putByte(index + 1);
    putByte(index === 0 && channels === 3 ? 0x22 : 0x11);
    putByte(index === 0 ? 0 : 1);
  }
  for (let table: u32 = 0; table < tables; table++) {
    for (let isAc: u32 = 0; isAc < 2; isAc++) {
      putSegment(0xc4, 1 + <u32>segmentBytes(isAc));
      putByte((isAc << 4) | table);
      putAll(segmentOf(isAc, table), segmentBytes(isAc));
    }
  }
  putSegment(0xda, 4 + 2 * channels);
  putByte(channels);
  for (let index: u32 = 0; index < channels; index++) {
    putByte(index + 1);
    putByte(index === 0 ? 0 : 0x11);
  }
  // All coefficients, by all of their bits.
  putByte(0);
  putByte(63);
  putByte(0);
}
