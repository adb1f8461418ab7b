export type ClassMethod = 'quantiles' | 'equal';

export const [FEWEST_CLASSES, MOST_CLASSES] = [3, 10];

/**
 * Where classes begin and end, from the minimum to the maximum. There are fewer classes where values repeat so often that some
 * would be empty.
 *
 * @param quantiles at equal shares from the minimum to the maximum; empty: no breaks
 */
export function classBreaks(quantiles: readonly number[], classes: number, method: ClassMethod): readonly number[] {
  const [least, most] = [quantiles[0], quantiles.at(-1)];
  if (least === undefined || most === undefined) return [];
  const breaks = Array.from({ length: classes + 1 }, (_, at) => {
    const share = at / classes;
    return method === 'equal' ? least + (most - least) * share : quantileAt(quantiles, share);
  });
  const different = breaks.map(short).filter((value, at, all) => at === 0 || value > (all[at - 1] ?? value));
  return different.length === 1 ? [...different, ...different] : different;
}

function quantileAt(quantiles: readonly number[], share: number): number {
  const place = share * (quantiles.length - 1);
  const below = quantiles[Math.floor(place)] ?? 0;
  const above = quantiles[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** Six digits are enough to tell classes apart, and short enough for an address. */
const short = (value: number): number => Number(value.toPrecision(6));
