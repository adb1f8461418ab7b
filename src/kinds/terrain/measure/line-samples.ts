/** Longitude and latitude. */
export type Degrees = readonly [longitude: number, latitude: number];

export interface LineSamples {
  /** In metres. */
  readonly length: number;
  /** From the begin of the line, one of each sample. */
  readonly distances: readonly number[];
  readonly positions: readonly Degrees[];
}

/** Pieces of a leg whose lengths are added, each short enough for the radii of its middle: 10 km of a leg of 640 km. */
const PIECES = 64;

/**
 * Places at equal distances along a line that is straight in degrees, its ends included.
 *
 * @param metresBetween east and north between two near places
 */
export function samplesAlong(
  line: readonly Degrees[],
  samples: number,
  metresBetween: (from: Degrees, to: Degrees) => readonly [east: number, north: number],
): LineSamples {
  const [first = [0, 0]] = line;
  /** Ends of pieces with their distances. */
  const ends: { readonly at: number; readonly place: Degrees }[] = [{ at: 0, place: first }];
  let length = 0;
  line.slice(1).forEach((to, leg) => {
    const from = line[leg]!;
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const place = between(from, to, piece / PIECES);
      length += Math.hypot(...metresBetween(ends.at(-1)!.place, place));
      ends.push({ at: length, place });
    }
  });
  const distances = Array.from({ length: samples }, (_, sample) => (length * sample) / (samples - 1));
  let next = 1;
  const positions = distances.map((distance) => {
    while (next < ends.length - 1 && ends[next]!.at < distance) next += 1;
    const [before, after] = [ends[next - 1]!, ends[next]!];
    const step = after.at - before.at;
    return between(before.place, after.place, step > 0 ? Math.min(1, (distance - before.at) / step) : 0);
  });
  return { length, distances, positions };
}

function between([x0, y0]: Degrees, [x1, y1]: Degrees, share: number): Degrees {
  // The ends exactly.
  if (share === 1) return [x1, y1];
  return [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
}
