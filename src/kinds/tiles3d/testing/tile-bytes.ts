/** A GLB with this JSON and no bytes behind it. */
export function glbBytes(json: object = { asset: { version: '2.0' } }): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16, 'latin1');
  return Buffer.concat([head, padded]);
}

/** A tile of an older version around some bytes. @param format of an i3dm: 0 for an address, 1 for a GLB */
export function tileBytes(magic: 'b3dm' | 'i3dm', inner: Buffer, format = 1): Buffer {
  const table = Buffer.from('{"BATCH_LENGTH":0}  ');
  const header = Buffer.alloc(magic === 'b3dm' ? 28 : 32);
  header.write(magic, 0, 'latin1');
  header.writeUInt32LE(1, 4);
  header.writeUInt32LE(header.length + table.length + inner.length, 8);
  header.writeUInt32LE(table.length, 12);
  if (magic === 'i3dm') header.writeUInt32LE(format, 28);
  return Buffer.concat([header, table, inner]);
}

export function compositeBytes(tiles: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(16);
  header.write('cmpt', 0, 'latin1');
  header.writeUInt32LE(1, 4);
  header.writeUInt32LE(16 + tiles.reduce((sum, { length }) => sum + length, 0), 8);
  header.writeUInt32LE(tiles.length, 12);
  return Buffer.concat([header, ...tiles]);
}

/** A subtree with this JSON and these bytes behind it. */
export function subtreeBytes(json: object, bytes: Buffer): Buffer {
  const pad = (part: Buffer, value: string): Buffer =>
    Buffer.concat([part, Buffer.alloc((8 - (part.length % 8)) % 8, value)]);
  const [text, own] = [pad(Buffer.from(JSON.stringify(json)), ' '), pad(bytes, '\0')];
  const header = Buffer.alloc(24);
  header.write('subt', 0, 'latin1');
  header.writeUInt32LE(1, 4);
  header.writeBigUInt64LE(BigInt(text.length), 8);
  header.writeBigUInt64LE(BigInt(own.length), 16);
  return Buffer.concat([header, text, own]);
}
