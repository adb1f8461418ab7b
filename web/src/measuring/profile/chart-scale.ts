/** Round values for an axis: 1, 2 or 5 times a power of ten apart, within both ends. */
export function ticksOf(from: number, to: number, most: number): readonly number[] {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span)) return [from];
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  // Multiples, not sums: 0.1 + 0.2 is not 0.3.
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Lowest and highest value, a little apart where they are the same; null without values. */
export function rangeOf(values: readonly (number | null)[]): readonly [low: number, high: number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return null;
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** Metres up and down along a profile, from one height to the next. */
export function climbOf(values: readonly (number | null)[]): { readonly up: number; readonly down: number } {
  let [up, down] = [0, 0];
  let before: number | null = null;
  for (const value of values) {
    if (value === null) continue;
    const step: number = before === null ? 0 : value - before;
    if (step > 0) up += step;
    else down -= step;
    before = value;
  }
  return { up, down };
}

/** SVG path through the values; where there are none it has a gap. */
export function pathOf(
  values: readonly (number | null)[],
  place: (index: number, value: number) => readonly [number, number],
): string {
  let isOpen = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const [x, y] = place(index, value);
      const part = `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
      isOpen = true;
      return part;
    })
    .join('');
}

/** Number of the value that is nearest to a place, in values that grow. */
export function nearestIndex(values: readonly number[], place: number): number {
  let [low, high] = [0, values.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > place) high = middle;
    else low = middle;
  }
  return place - (values[low] ?? 0) <= (values[high] ?? 0) - place ? low : Math.max(low, high);
}
