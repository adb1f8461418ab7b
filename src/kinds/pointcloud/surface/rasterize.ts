import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addByGroup, readExtents } from '../cloud-input/spread.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { openSpill, writeAll } from '../copc-build/spill.ts';
import { type CellRule, createCells } from './cells.ts';
import { columnOf, type Grid, rowOf } from './grid.ts';

/** Puts values of points into the pixels of a raster. */
export interface Rasterizer {
  /** @param values x, y and value in turn. Points outside of the grid are counted, and not used */
  add(values: Float64Array): Promise<void>;
  /** Writes all rows to a file: 32-bit floats, from north to south. */
  finish(path: string, progress: (share: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Pixels that are in memory at once: 12 bytes each. */
const BAND_PIXELS = 2 ** 22;
/** Pixel in its band (32 bits), value (64 bits). */
const RECORD_BYTES = 12;

/**
 * Where a raster has more pixels than are held in memory, values wait in a scratch file, by bands of rows.
 *
 * @param bandPixels most pixels in memory
 */
export async function createRasterizer(
  grid: Grid,
  rule: CellRule,
  scratch: string,
  bandPixels = BAND_PIXELS,
): Promise<Rasterizer> {
  const { width, height } = grid;
  const bandRows = Math.max(1, Math.min(height, Math.floor(bandPixels / width)));
  const bands = Math.ceil(height / bandRows);
  const cells = createCells(rule, bandRows * width);
  const spillPath = join(scratch, `raster-${crypto.randomUUID()}.tmp`);
  const spill = bands === 1 ? null : await openSpill(spillPath);

  function eachPixel(values: Float64Array, take: (column: number, row: number, value: number) => void): void {
    for (let at = 0; at < values.length; at += 3) {
      const [column, row] = [columnOf(grid, values[at]!), rowOf(grid, values[at + 1]!)];
      if (column >= 0 && column < width && row >= 0 && row < height) take(column, row, values[at + 2]!);
    }
  }

  return {
    async add(values) {
      if (spill === null) return eachPixel(values, (column, row, value) => cells.add(row * width + column, value));
      const records = new Uint8Array((values.length / 3) * RECORD_BYTES);
      const groups: number[] = [];
      const view = viewOf(records);
      eachPixel(values, (column, row, value) => {
        const at = groups.length * RECORD_BYTES;
        view.setUint32(at, (row % bandRows) * width + column, true);
        view.setFloat64(at + 4, value, true);
        groups.push(Math.floor(row / bandRows));
      });
      const used = records.subarray(0, groups.length * RECORD_BYTES);
      await addByGroup(spill, used, RECORD_BYTES, bands, (at) => groups[at / RECORD_BYTES]!);
    },

    async finish(path, progress) {
      const groups = await spill?.finish();
      const handle = await open(path, 'wx');
      try {
        for (let band = 0; band < bands; band += 1) {
          if (groups !== undefined) {
            cells.clear();
            for (const records of readExtents(spillPath, groups.get(band) ?? [])) {
              const view = viewOf(records);
              for (let at = 0; at < records.length; at += RECORD_BYTES)
                cells.add(view.getUint32(at, true), view.getFloat64(at + 4, true));
            }
          }
          const rows = Math.min(bandRows, height - band * bandRows);
          const values = cells.result(rows * width);
          await writeAll(handle, new Uint8Array(values.buffer), band * bandRows * width * 4);
          progress((band + 1) / bands);
        }
      } finally {
        await handle.close();
      }
    },

    async close() {
      await spill?.close();
      await rm(spillPath, { force: true });
    },
  };
}
