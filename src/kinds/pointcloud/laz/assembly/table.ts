import { Decoder } from './decoder';
import { Encoder } from './encoder';
import { integerModelBytes, startIntegerModel } from './models';

/** Numbers of points in context 0, of bytes in context 1. */
const CONTEXTS: u32 = 2;
/** A chunk of the table: number of points and of bytes, 32 bits each. */
const ROW_BYTES: usize = 8;

export function tableModelBytes(): usize {
  return integerModelBytes(32, CONTEXTS);
}

/** Codes the rows of a chunk table; without numbers of points where all chunks but the last have the same. */
export function codeTable<C>(coder: C, model: usize, rows: usize, count: i32, withPoints: bool): void {
  startIntegerModel(model, 32, CONTEXTS);
  let lastPoints: i32 = 0;
  let lastBytes: i32 = 0;
  for (let index = 0; index < count; index++) {
    const row = rows + <usize>index * ROW_BYTES;
    if (withPoints) {
      lastPoints = coder.integer(model, 32, 0, lastPoints, load<i32>(row));
      store<i32>(row, lastPoints);
    }
    lastBytes = coder.integer(model, 32, 1, lastBytes, load<i32>(row, 4));
    store<i32>(row, lastBytes, 4);
  }
}
