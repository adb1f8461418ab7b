import { bits, count, keep, refilled } from './bits';
import { Component, extended, fastEntry, slowEntry } from './tables';

/** The coefficients of one block by row and column, and which is the last one in zigzag that is not 0. */
export const coefficients: usize = memory.data(128, 16);
export let last: i32 = 0;

/** Places in bytes of `coefficients`, by their order in zigzag (T.81, figure 5). */
// prettier-ignore
const places: usize = memory.data<u8>([
  0, 2, 16, 32, 18, 4, 6, 20, 34, 48, 64, 50, 36, 22, 8, 10, 24, 38, 52, 66, 80, 96, 82, 68, 54, 40, 26, 12, 14, 28, 42, 56,
  70, 84, 98, 112, 114, 100, 86, 72, 58, 44, 30, 46, 60, 74, 88, 102, 116, 118, 104, 90, 76, 62, 78, 92, 106, 120, 122, 108, 94,
  110, 124, 126,
]);

export function placeOf(order: i32): usize {
  return load<u8>(places + order);
}

/** @returns whether its codes are such */
export function decodeBlock(component: Component): bool {
  for (let at: usize = 0; at < 128; at += 16) v128.store(coefficients + at, i64x2.splat(0));
  let held = bits;
  let number = count;
  if (number < 32) {
    held = refilled(held, number);
    number += 32;
  }
  let entry = fastEntry(component.dc, held);
  if (entry === 0) entry = slowEntry(component.dc, held);
  if (entry === 0) return false;
  let taken = entry & 255;
  held <<= taken;
  number -= taken;
  let size = (entry >> 12) & 15;
  let value = <i32>entry >> 16;
  if (size !== 0) {
    value = extended(<u32>(held >> (64 - size)), size);
    held <<= size;
    number -= size;
  }
  component.previous += value;
  store<i16>(coefficients, <i16>component.previous);
  const table = component.ac;
  let order = 1;
  let lastOrder = 0;
  while (order < 64) {
    if (number < 32) {
      held = refilled(held, number);
      number += 32;
    }
    entry = fastEntry(table, held);
    if (entry === 0) {
      entry = slowEntry(table, held);
      if (entry === 0) return false;
    }
    taken = entry & 255;
    held <<= taken;
    number -= taken;
    value = <i32>entry >> 16;
    const zeros = (entry >> 8) & 15;
    if (value === 0) {
      size = (entry >> 12) & 15;
      if (size === 0) {
        // The end of the block, or sixteen zeros.
        if (zeros !== 15) break;
        order += 16;
        continue;
      }
      value = extended(<u32>(held >> (64 - size)), size);
      held <<= size;
      number -= size;
    }
    order += zeros;
    if (order > 63) return false;
    store<i16>(coefficients + load<u8>(places + order), <i16>value);
    lastOrder = order;
    order++;
  }
  last = lastOrder;
  keep(held, number);
  return true;
}
