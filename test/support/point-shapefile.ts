/** The three files of a shapefile of points. */
export function pointShapefile(points: readonly (readonly [number, number])[]): {
  readonly shp: Buffer;
  readonly shx: Buffer;
  readonly dbf: Buffer;
} {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const header = (bytes: number): Buffer => {
    const head = Buffer.alloc(100);
    head.writeInt32BE(9994, 0);
    head.writeInt32BE(bytes / 2, 24);
    head.writeInt32LE(1000, 28);
    head.writeInt32LE(1, 32);
    [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, index) =>
      head.writeDoubleLE(value, 36 + 8 * index),
    );
    return head;
  };
  const records = points.map(([x, y], index) => {
    const record = Buffer.alloc(28);
    record.writeInt32BE(index + 1, 0);
    record.writeInt32BE(10, 4);
    record.writeInt32LE(1, 8);
    record.writeDoubleLE(x, 12);
    record.writeDoubleLE(y, 20);
    return record;
  });
  const index = points.map((_, position) => {
    const record = Buffer.alloc(8);
    record.writeInt32BE((100 + 28 * position) / 2, 0);
    record.writeInt32BE(10, 4);
    return record;
  });
  return {
    shp: Buffer.concat([header(100 + 28 * points.length), ...records]),
    shx: Buffer.concat([header(100 + 8 * points.length), ...index]),
    dbf: table(points.length),
  };
}

/** A dBase table with one column of one character. */
function table(rows: number): Buffer {
  const head = Buffer.alloc(65);
  head[0] = 3;
  head.writeUInt32LE(rows, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(2, 10);
  head.write('A', 32, 'latin1');
  head.write('C', 43, 'latin1');
  head[48] = 1;
  head[64] = 0x0d;
  return Buffer.concat([head, Buffer.from(' x'.repeat(rows)), Buffer.from([0x1a])]);
}
