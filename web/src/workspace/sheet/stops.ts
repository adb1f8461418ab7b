/** How high the sheet of a phone stands. */
export const STOPS = ['down', 'half', 'full'] as const;
export type Stop = (typeof STOPS)[number];

/** Pixels of a sheet that is down: its handle and its name. sheet.css has the same number. */
export const DOWN = 92;

/** Pixels of the page that a full sheet leaves free. */
const ABOVE_FULL = 56;

/** Height of each stop in a window. */
export const heightsOf = (windowHeight: number): Readonly<Record<Stop, number>> => ({
  down: DOWN,
  half: Math.max(DOWN, Math.round(windowHeight / 2)),
  full: Math.max(DOWN, windowHeight - ABOVE_FULL),
});

/** The stop where a sheet comes to rest that was let go at a height. */
export function nearestStop(height: number, windowHeight: number): Stop {
  const heights = heightsOf(windowHeight);
  const away = (stop: Stop): number => Math.abs(heights[stop] - height);
  return STOPS.reduce((best, stop) => (away(stop) < away(best) ? stop : best));
}

/** The height while it is dragged: never more than full, never less than down. */
export function draggedHeight(height: number, windowHeight: number): number {
  const { down, full } = heightsOf(windowHeight);
  return Math.min(full, Math.max(down, height));
}

/** The stop after a key; null where the key means nothing. */
export function stopAfterKey(key: string, stop: Stop): Stop | null {
  const at = STOPS.indexOf(stop);
  const next: Readonly<Record<string, number>> = {
    ArrowUp: at + 1,
    ArrowRight: at + 1,
    PageUp: at + 1,
    ArrowDown: at - 1,
    ArrowLeft: at - 1,
    PageDown: at - 1,
    Home: 0,
    End: STOPS.length - 1,
  };
  const wanted = Object.hasOwn(next, key) ? next[key] : undefined;
  return wanted === undefined ? null : (STOPS[Math.min(STOPS.length - 1, Math.max(0, wanted))] ?? null);
}
