import { deflateRawSync } from 'node:zlib';
import { headBytes, upToUnit } from '../rad-format.ts';

/** Property of a chunk to write. */
export interface DraftProperty {
  readonly property: string;
  readonly encoding: string;
  readonly bytes: Uint8Array;
  readonly range?: { readonly min?: number; readonly max?: number };
  /** True to leave the bytes uncompressed. */
  readonly isPlain?: boolean;
}

/** Encodes a chunk as other programs may write it. */
export function draftChunk(head: object, properties: readonly DraftProperty[]): Buffer {
  let offset = 0;
  const parts: Buffer[] = [];
  const entries = properties.map(({ property, encoding, bytes, range, isPlain }) => {
    const packed = isPlain === true ? Buffer.from(bytes) : deflateRawSync(bytes);
    const entry = {
      offset,
      bytes: packed.length,
      property,
      encoding,
      ...range,
      ...(isPlain === true ? {} : { compression: 'gz' }),
    };
    offset += upToUnit(packed.length);
    parts.push(packed, Buffer.alloc(upToUnit(packed.length) - packed.length));
    return entry;
  });
  const whole = { version: 1, base: 0, payloadBytes: offset, lodTree: true, properties: entries, ...head };
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(offset));
  return Buffer.concat([headBytes('RADC', JSON.stringify(whole)), size, ...parts]);
}

/** Replaces the head of a file or chunk by a changed one. */
export function withHead(bytes: Buffer, change: (head: Record<string, unknown>) => object): Buffer {
  const length = bytes.readUInt32LE(4);
  const head = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Record<string, unknown>;
  const changed = headBytes(bytes.toString('latin1', 0, 4), JSON.stringify(change(head)));
  return Buffer.concat([changed, bytes.subarray(8 + upToUnit(length))]);
}
