import { HARMONICS, type SplatModel } from '../model/splat-model.ts';

interface KsplatOptions {
  readonly level: 0 | 1 | 2;
  /** Splats per section. Default: one section with all splats. */
  readonly sections?: readonly number[];
  /** Splats of a full bucket. The remaining splats of a section fill two partial buckets. */
  readonly bucketSize?: number;
  /** Unused room at the end of each section, in splats. */
  readonly spare?: number;
}

/** Side of a block: splats of one bucket lie up to half of it from the middle of their bucket. */
const BLOCK = 32;
const STEPS = 32_767;
const [LOW, HIGH] = [-1, 1];
const BANDS = [0, 3, 8, 15];

/** Encodes splats as a .ksplat file. */
export function ksplatOf(
  model: SplatModel,
  { level, sections = [model.count], bucketSize = 16, spare = 0 }: KsplatOptions,
): Buffer {
  const header = Buffer.alloc(4096);
  header.writeUInt8(1, 1);
  header.writeUInt32LE(sections.length, 4);
  header.writeUInt32LE(sections.length, 8);
  header.writeUInt32LE(model.count, 12);
  header.writeUInt32LE(model.count, 16);
  header.writeUInt16LE(level, 20);
  header.writeFloatLE(LOW!, 36);
  header.writeFloatLE(HIGH!, 40);
  let first = 0;
  const parts = sections.map((count) => {
    const part = sectionOf(model, first, { count, level, bucketSize, spare });
    first += count;
    return part;
  });
  return Buffer.concat([header, ...parts.map(({ head }) => head), ...parts.map(({ data }) => data)]);
}

interface Section {
  readonly count: number;
  readonly level: 0 | 1 | 2;
  readonly bucketSize: number;
  readonly spare: number;
}

function sectionOf(model: SplatModel, first: number, { count, level, bucketSize, spare }: Section) {
  const full = level === 0 ? 0 : Math.floor(count / bucketSize);
  const rest = level === 0 ? 0 : count % bucketSize;
  const partial = [Math.ceil(rest / 3), rest - Math.ceil(rest / 3)].filter((size) => size > 0);
  const sizes = [...Array.from({ length: full }, () => bucketSize), ...partial];
  const head = Buffer.alloc(1024);
  [count, count + spare, bucketSize, sizes.length].forEach((value, at) => head.writeUInt32LE(value, 4 * at));
  head.writeFloatLE(BLOCK, 16);
  head.writeUInt16LE(level === 0 ? 0 : 12, 20);
  head.writeUInt32LE(STEPS, 24);
  head.writeUInt32LE(full, 32);
  head.writeUInt32LE(partial.length, 36);
  head.writeUInt16LE(model.shDegree, 40);
  const middles: number[][] = [];
  const splats: Buffer[] = [];
  let splat = first;
  for (const size of level === 0 ? [count] : sizes) {
    const middle = [0, 1, 2].map((axis) => Math.fround(model.centres[3 * splat + axis]! + 0.5));
    if (level > 0) middles.push(middle);
    for (let at = 0; at < size; at += 1, splat += 1) splats.push(splatOf(model, splat, level, middle));
  }
  const buckets = [
    Buffer.from(Uint32Array.from(partial).buffer),
    Buffer.from(Float32Array.from(middles.flat()).buffer),
  ];
  const room = Buffer.alloc(spare * splatOf(model, 0, level, [0, 0, 0]).length);
  return { head, data: Buffer.concat([...buckets, ...splats, room]) };
}

function splatOf(model: SplatModel, splat: number, level: 0 | 1 | 2, middle: readonly number[]): Buffer {
  const three = (numbers: Float32Array): number[] => Array.from(numbers.subarray(3 * splat, 3 * splat + 3));
  const numbers = (values: readonly number[]): Buffer =>
    Buffer.from((level === 0 ? Float32Array.from(values) : Float16Array.from(values)).buffer);
  const centre = three(model.centres);
  const [x, y, z, w] = model.rotations.subarray(4 * splat, 4 * splat + 4);
  const places = centre.map((value, axis) => Math.round(((value - middle[axis]!) / (BLOCK / 2)) * STEPS) + STEPS);
  const rest = harmonicsOf(model, splat);
  return Buffer.concat([
    level === 0 ? numbers(centre) : Buffer.from(Uint16Array.from(places).buffer),
    numbers([...three(model.scales), w!, x!, y!, z!]),
    Uint8Array.from([...three(model.colours), model.opacities[splat]!], (value) =>
      Math.max(0, Math.min(255, Math.round(value * 255))),
    ),
    level === 2 ? Uint8Array.from(rest, (value) => Math.round(((value - LOW!) / (HIGH! - LOW!)) * 255)) : numbers(rest),
  ]);
}

/** Lists the coefficients of a splat band by band; each band has its reds, then its greens, then its blues. */
function harmonicsOf({ harmonics, shDegree }: SplatModel, splat: number): number[] {
  const values: number[] = [];
  for (let band = 1; band <= shDegree; band += 1)
    for (let colour = 0; colour < 3; colour += 1)
      for (let coefficient = BANDS[band - 1]!; coefficient < BANDS[band]!; coefficient += 1)
        values.push(harmonics[HARMONICS[shDegree] * splat + 3 * coefficient + colour]!);
  return values;
}
