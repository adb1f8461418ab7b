import { open } from 'node:fs/promises';
import { viewOf } from '../cloud-input/view-of.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { writeAll } from '../copc-build/spill.ts';
import type { PointFile, PointLayout } from './point-file.ts';
import { type PlyType, valueColumns } from './value-columns.ts';

const BYTES: Readonly<Record<PlyType, number>> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  double: 8,
};
const WRITES: Readonly<Record<PlyType, (view: DataView, at: number, value: number) => void>> = {
  char: (view, at, value) => view.setInt8(at, value),
  uchar: (view, at, value) => view.setUint8(at, value),
  short: (view, at, value) => view.setInt16(at, value, true),
  ushort: (view, at, value) => view.setUint16(at, value, true),
  int: (view, at, value) => view.setInt32(at, value, true),
  uint: (view, at, value) => view.setUint32(at, value, true),
  float: (view, at, value) => view.setFloat32(at, value, true),
  double: (view, at, value) => view.setFloat64(at, value, true),
};
/** Names that other programs look for; they tell upper and lower case apart. */
const LOWER_CASE = new Set(['X', 'Y', 'Z', 'Red', 'Green', 'Blue', 'Intensity']);
/** Room for the number of points, which is known at the end. */
const COUNT_DIGITS = 15;

/** A binary PLY file (little-endian). Memory: the records that are added at once. */
export async function createPlyFile(path: string, layout: PointLayout): Promise<PointFile> {
  const columns = valueColumns(layout);
  const recordBytes = recordBytesOf(layout);
  const rowBytes = columns.reduce((sum, { type }) => sum + BYTES[type], 0);
  const header = (count: number): Buffer =>
    Buffer.from(
      [
        'ply',
        'format binary_little_endian 1.0',
        // A comment of variable length keeps the header at one size.
        `comment Alidade ${'.'.repeat(COUNT_DIGITS - String(count).length)}`,
        `element vertex ${count}`,
        ...columns.map(({ name, type }) => `property ${type} ${LOWER_CASE.has(name) ? name.toLowerCase() : name}`),
        'end_header\n',
      ].join('\n'),
    );
  const handle = await open(path, 'wx');
  let [end, count] = [header(0).length, 0];
  return {
    async add(records) {
      const points = records.length / recordBytes;
      const source = viewOf(records);
      const rows = new Uint8Array(points * rowBytes);
      const target = viewOf(rows);
      let to = 0;
      for (let at = 0; at < records.length; at += recordBytes)
        for (const { type, read } of columns) {
          WRITES[type](target, to, read(source, at));
          to += BYTES[type];
        }
      await writeAll(handle, rows, end);
      end += rows.length;
      count += points;
    },
    finish: () => writeAll(handle, header(count), 0),
    close: () => handle.close(),
  };
}
