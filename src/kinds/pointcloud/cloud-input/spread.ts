import { closeSync, openSync, readSync } from 'node:fs';
import type { Extent, Spill } from '../copc-build/spill.ts';

/** Adds records to the groups of a scratch file. @param groupOf group of the record at a place in the bytes */
export async function addByGroup(
  spill: Spill,
  records: Uint8Array,
  recordBytes: number,
  groups: number,
  groupOf: (at: number) => number,
): Promise<void> {
  const count = records.length / recordBytes;
  const group = new Uint32Array(count);
  const ends = new Uint32Array(groups + 1);
  for (let index = 0; index < count; index += 1) {
    group[index] = groupOf(index * recordBytes);
    ends[group[index]! + 1]! += 1;
  }
  for (let index = 0; index < groups; index += 1) ends[index + 1]! += ends[index]!;
  const starts = ends.slice();
  const sorted = new Uint8Array(records.length);
  for (let index = 0; index < count; index += 1) {
    const to = starts[group[index]!]!++;
    sorted.set(records.subarray(index * recordBytes, (index + 1) * recordBytes), to * recordBytes);
  }
  for (let index = 0; index < groups; index += 1) {
    if (ends[index + 1]! > ends[index]!)
      await spill.add(index, sorted.subarray(ends[index]! * recordBytes, ends[index + 1]! * recordBytes));
  }
}

/** The bytes of a group, extent by extent; each is at most as large as what was added at once. */
export function* readExtents(path: string, extents: readonly Extent[]): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    for (const { offset, bytes } of extents) {
      const buffer = Buffer.allocUnsafe(bytes);
      for (let done = 0; done < bytes;) {
        const count = readSync(descriptor, buffer, done, bytes - done, offset + done);
        if (count === 0) throw new Error('The scratch file is shorter than it was.');
        done += count;
      }
      yield buffer;
    }
  } finally {
    closeSync(descriptor);
  }
}
