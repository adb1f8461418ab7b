import { CortoError } from './corto-format.ts';

/** Reads little-endian values one after another. Each method throws a `CortoError` where the bytes end. */
export interface ByteReader {
  u8(): number;
  i16(): number;
  i32(): number;
  f32(): number;
  /** A view, no copy. */
  bytes(length: number): Uint8Array;
  /** Skips bytes up to the next multiple of four. */
  align(): void;
  /** Skips a text: its length with the zero at the end, then its bytes. */
  text(): string;
}

export function createByteReader(source: Uint8Array): ByteReader {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  let at = 0;
  const take = (length: number): number => {
    if (length < 0 || length > source.length - at) throw new CortoError('The stream ends too early.');
    at += length;
    return at - length;
  };
  const bytes = (length: number): Uint8Array => {
    const start = take(length);
    return source.subarray(start, start + length);
  };
  const i16 = (): number => view.getInt16(take(2), true);
  return {
    u8: () => view.getUint8(take(1)),
    i16,
    i32: () => view.getInt32(take(4), true),
    f32: () => view.getFloat32(take(4), true),
    bytes,
    align: () => void take((4 - (at % 4)) % 4),
    text: () => String.fromCharCode(...bytes(i16()).subarray(0, -1)),
  };
}
