import { open } from 'node:fs/promises';
import { viewOf } from '../cloud-input/view-of.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { writeAll } from '../copc-build/spill.ts';
import type { PointFile, PointLayout } from './point-file.ts';
import { numberText, valueColumns } from './value-columns.ts';

/** Rows that are written at once. */
const ROWS = 4096;

/** A table with a row for each point. Memory: some thousand rows. */
export async function createCsvFile(path: string, layout: PointLayout): Promise<PointFile> {
  const columns = valueColumns(layout);
  const recordBytes = recordBytesOf(layout);
  const handle = await open(path, 'wx');
  let end = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await writeAll(handle, bytes, end);
    end += bytes.length;
  };
  await write(`${columns.map(({ name }) => name).join(',')}\n`);
  return {
    async add(records) {
      const view = viewOf(records);
      for (let at = 0; at < records.length;) {
        const rows: string[] = [];
        for (; at < records.length && rows.length < ROWS; at += recordBytes)
          rows.push(columns.map(({ read, digits }) => numberText(read(view, at), digits)).join(','));
        await write(`${rows.join('\n')}\n`);
      }
    },
    finish: async () => undefined,
    close: () => handle.close(),
  };
}
