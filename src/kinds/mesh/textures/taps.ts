/** Which pixels of a level, and how much of each, make the pixels of a result along one axis. */
export interface Taps {
  /** Where the pixels of each pixel of the result begin in the lists; one more for the end. */
  readonly start: Int32Array;
  readonly index: Int32Array;
  /** One in sum for each pixel of the result. */
  readonly weight: Float32Array;
  /** Lowest and highest index, for what is read at a time. */
  readonly first: number;
  readonly end: number;
}

export interface Axis {
  /** First pixel of the grid of the rectangle, their number, and what each covers of the source. */
  readonly from: number;
  readonly count: number;
  readonly scale: number;
  /** Pixels of the source, and what a pixel of the level covers of them. */
  readonly size: number;
  readonly step: number;
  readonly repeats: boolean;
}

/** A part so small is no pixel of its own: it comes of rounding. */
const NOTHING = 1e-6;

/** Averages what each pixel of the result covers. */
export function tapsOf(axis: Axis): Taps {
  const { from, count, scale, size, step, repeats } = axis;
  const most = count * (Math.ceil(Math.min(scale, size) / step) + 3);
  const taps = { start: new Int32Array(count + 1), index: new Int32Array(most), weight: new Float32Array(most) };
  let used = 0;
  for (let pixel = 0; pixel < count; pixel += 1) {
    taps.start[pixel] = used;
    const low = (from + pixel) * scale;
    if (repeats) {
      const length = Math.min(scale, size);
      const begin = low - Math.floor(low / size) * size;
      used = add(taps, used, axis, begin, Math.min(size, begin + length), length);
      if (begin + length > size) used = add(taps, used, axis, 0, begin + length - size, length);
    } else {
      const [inLow, inHigh] = [Math.max(0, low), Math.min(size, low + scale)];
      if (inHigh - inLow > NOTHING) used = add(taps, used, axis, inLow, inHigh, inHigh - inLow);
    }
    if (used > taps.start[pixel]!) continue;
    const nearest = Math.floor(Math.min(size, Math.max(0, low + scale / 2)) / step);
    taps.index[used] = Math.min(Math.ceil(size / step) - 1, nearest);
    taps.weight[used] = 1;
    used += 1;
  }
  taps.start[count] = used;
  return withRange(taps, used);
}

type Lists = Pick<Taps, 'start' | 'index' | 'weight'>;

/** Adds the pixels of a level between two places inside of the picture. @returns how many taps there are now */
function add(
  { index, weight }: Lists,
  used: number,
  { size, step }: Axis,
  low: number,
  high: number,
  length: number,
): number {
  for (let pixel = Math.floor(low / step); pixel * step < high; pixel += 1) {
    const part = (Math.min(high, (pixel + 1) * step, size) - Math.max(low, pixel * step)) / length;
    if (part <= NOTHING) continue;
    index[used] = pixel;
    weight[used] = part;
    used += 1;
  }
  return used;
}

function withRange(taps: Lists, used: number): Taps {
  let [first, end] = [Infinity, 0];
  for (let at = 0; at < used; at += 1) {
    first = Math.min(first, taps.index[at]!);
    end = Math.max(end, taps.index[at]! + 1);
  }
  return { ...taps, first, end };
}
