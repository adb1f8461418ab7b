/** Reads percentages out of GDAL's `0...10...20...100 - done.`, however the output is cut into pieces. */
export interface ProgressReader {
  /** The new percentage 0..100 when this piece of output moved it, else null. */
  push(text: string): number | null;
}

/** What GDAL prints from beginning to end: forty steps of 2.5 percent, every fourth of them a number. */
const STEPS = Array.from({ length: 41 }, (_, step) => (step % 4 === 0 ? String((step / 4) * 10) : '.'));
const BAR = STEPS.join('');
/** Length of the bar once a step is printed in full, by step. */
const ENDS = STEPS.map((_, step) => STEPS.slice(0, step + 1).join('').length);
/** A bar begins with 0 and a dot and not inside of a number. */
const BEGIN = /(?:^|[^\d.])(0\.[\d.]*)/g;
/** Longest unfinished line that is looked at; what GDAL prints before the bar is a file name at most. */
const KEPT = 4096;

export function createProgressReader(): ProgressReader {
  let line = '';
  let last = -1;
  return {
    push(text) {
      const said = line + text;
      line = said.slice(Math.max(said.lastIndexOf('\n'), said.lastIndexOf('\r')) + 1).slice(-KEPT);
      // No bar goes beyond its line.
      let bar: string | undefined;
      for (const [, found] of said.matchAll(BEGIN)) bar = found;
      if (bar === undefined) return null;
      const percent = percentOf(bar);
      if (percent === last) return null;
      last = percent;
      return percent;
    },
  };
}

function percentOf(bar: string): number {
  let length = 0;
  while (length < bar.length && bar[length] === BAR[length]) length += 1;
  return ENDS.findLastIndex((end) => end <= length) * 2.5;
}
