/** Writes protocol buffers: bytes that grow. */
export interface ByteWriter {
  readonly length: number;
  varint(value: number): void;
  /** A signed 32-bit number so that small ones are short. */
  zigzag(value: number): void;
  bytes(part: Uint8Array): void;
  /** A field of bytes with its length. */
  field(tag: number, part: Uint8Array): void;
  /** What was written; good until the next change. */
  view(from?: number): Uint8Array;
  /** Forgets what was written behind a length. */
  cut(length: number): void;
}

const LONGEST_VARINT = 10;

export function createByteWriter(initial = 1024): ByteWriter {
  let buffer = new Uint8Array(initial);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * buffer.length, length + more));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  const varint = (value: number): void => {
    reserve(LONGEST_VARINT);
    let rest = value;
    // Beyond 32 bits there are no bit operations: ids and integers may have 53.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) buffer[length++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) buffer[length++] = (rest & 127) | 128;
    buffer[length++] = rest;
  };
  const bytes = (part: Uint8Array): void => {
    reserve(part.length);
    buffer.set(part, length);
    length += part.length;
  };
  return {
    get length() {
      return length;
    },
    varint,
    zigzag: (value) => varint(((value << 1) ^ (value >> 31)) >>> 0),
    bytes,
    field(tag, part) {
      varint((tag << 3) | 2);
      varint(part.length);
      bytes(part);
    },
    view: (from = 0) => buffer.subarray(from, length),
    cut: (to) => void (length = to),
  };
}
