import { HARMONICS, type SplatModel } from '../model/splat-model.ts';

/** Splats of a full bucket, and half of the steps of a position in it. */
const [CAPACITY, STEPS, BLOCK] = [50, 32_767, 40];

/**
 * Splats as a .ksplat file.
 *
 * @param level of compression: 0, 1 or 2
 * @param sections each with as many splats; the last of their buckets are not full
 */
export function ksplatOf(model: SplatModel, level: 0 | 1 | 2, sections = 1): Buffer {
  const header = Buffer.alloc(4096);
  header.writeUInt8(1, 1);
  header.writeUInt32LE(sections, 4);
  header.writeUInt32LE(sections, 8);
  header.writeUInt32LE(model.count, 12);
  header.writeUInt32LE(model.count, 16);
  header.writeUInt16LE(level, 20);
  header.writeFloatLE(-1.25, 36);
  header.writeFloatLE(1.25, 40);
  const each = Math.ceil(model.count / sections);
  const parts = Array.from({ length: sections }, (_, index) =>
    sectionOf(model, level, each * index, Math.min(model.count, each * (index + 1))),
  );
  return Buffer.concat([header, ...parts.map(([head]) => head), ...parts.map(([, data]) => data)]);
}

function sectionOf(model: SplatModel, level: 0 | 1 | 2, first: number, end: number): readonly [Buffer, Buffer] {
  const count = end - first;
  const full = level === 0 ? 0 : Math.floor(count / CAPACITY) - 1;
  // The rest is in two buckets that are not full, the first with 20.
  const partial = level === 0 ? [] : [20, count - full * CAPACITY - 20];
  const buckets = full + partial.length;
  const head = Buffer.alloc(1024);
  for (const [at, value] of [
    [0, count],
    [4, count],
    [8, CAPACITY],
    [12, buckets],
    [24, level === 0 ? 0 : STEPS],
    [32, full],
    [36, partial.length],
  ] as const)
    head.writeUInt32LE(value, at);
  head.writeFloatLE(BLOCK, 16);
  head.writeUInt16LE(12, 20);
  head.writeUInt16LE(model.shDegree, 40);
  const table = Buffer.alloc(4 * partial.length + 12 * buckets);
  for (const [index, size] of partial.entries()) table.writeUInt32LE(size, 4 * index);
  const bucketOf = (index: number): number =>
    index < full * CAPACITY ? Math.floor(index / CAPACITY) : index < full * CAPACITY + 20 ? full : full + 1;
  const middleOf = (bucket: number, axis: number): number => ((bucket + axis) % 3) - 1;
  for (let bucket = 0; bucket < buckets; bucket += 1)
    for (let axis = 0; axis < 3; axis += 1)
      table.writeFloatLE(middleOf(bucket, axis), 4 * partial.length + 12 * bucket + 4 * axis);
  const harmonics = HARMONICS[model.shDegree];
  const bytes = level === 0 ? 44 + 4 * harmonics : level === 1 ? 24 + 2 * harmonics : 24 + harmonics;
  const data = new DataView(new ArrayBuffer(bytes * count));
  for (let index = 0; index < count; index += 1) {
    const splat = first + index;
    let at = bytes * index;
    const number = (value: number): void => {
      if (level === 0) data.setFloat32(at, value, true);
      else data.setFloat16(at, value, true);
      at += level === 0 ? 4 : 2;
    };
    for (let axis = 0; axis < 3; axis += 1) {
      const value = model.centres[3 * splat + axis]!;
      if (level === 0) number(value);
      else {
        const steps = Math.round(((value - middleOf(bucketOf(index), axis)) / (BLOCK / 2)) * STEPS);
        data.setUint16(at, steps + STEPS, true);
        at += 2;
      }
    }
    for (let axis = 0; axis < 3; axis += 1) number(model.scales[3 * splat + axis]!);
    for (let place = 0; place < 4; place += 1) number(model.rotations[4 * splat + ((place + 3) % 4)]!);
    for (const value of [...model.colours.subarray(3 * splat, 3 * splat + 3), model.opacities[splat]!]) {
      data.setUint8(at, Math.min(255, Math.max(0, Math.round(255 * value))));
      at += 1;
    }
    // Each band has its reds, then its greens and blues.
    for (const [start, width] of [
      [0, 3],
      [3, 5],
      [8, 7],
    ].slice(0, model.shDegree) as [number, number][])
      for (let place = 0; place < 3 * width; place += 1) {
        const coefficient = start + (place % width);
        const value = model.harmonics[harmonics * splat + 3 * coefficient + Math.floor(place / width)]!;
        if (level < 2) number(value);
        else {
          data.setUint8(at, Math.min(255, Math.max(0, Math.round(((value + 1.25) / 2.5) * 255))));
          at += 1;
        }
      }
  }
  return [head, Buffer.concat([table, Buffer.from(data.buffer)])];
}
