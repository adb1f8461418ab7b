/** Writes little-endian values into bytes that grow. */
export interface ByteWriter {
  readonly length: number;
  u8(value: number): void;
  i16(value: number): void;
  i32(value: number): void;
  f32(value: number): void;
  bytes(value: Uint8Array): void;
  /** An ASCII text: its length with the zero at the end, the text, the zero. */
  text(value: string): void;
  /** Zeros up to the next multiple of some bytes. */
  padTo(multiple: number): void;
  finish(): Uint8Array<ArrayBuffer>;
}

export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(4096);
  let view = new DataView(buffer.buffer);
  let length = 0;
  /** Makes room for some bytes. @returns where they go */
  const room = (bytes: number): number => {
    if (length + bytes > buffer.length) {
      const larger = new Uint8Array(2 * (length + bytes));
      larger.set(buffer);
      buffer = larger;
      view = new DataView(larger.buffer);
    }
    length += bytes;
    return length - bytes;
  };
  const writer: ByteWriter = {
    get length() {
      return length;
    },
    u8(value) {
      const at = room(1);
      view.setUint8(at, value);
    },
    i16(value) {
      const at = room(2);
      view.setInt16(at, value, true);
    },
    i32(value) {
      const at = room(4);
      view.setInt32(at, value, true);
    },
    f32(value) {
      const at = room(4);
      view.setFloat32(at, value, true);
    },
    bytes(value) {
      const at = room(value.length);
      buffer.set(value, at);
    },
    text(value) {
      writer.i16(value.length + 1);
      writer.bytes(Uint8Array.from(value, (character) => character.charCodeAt(0)));
      writer.u8(0);
    },
    padTo(multiple) {
      const beyond = length % multiple;
      if (beyond > 0) room(multiple - beyond);
    },
    finish: () => buffer.slice(0, length),
  };
  return writer;
}
