/** Reads percentages out of GDAL's `0...10...20...100 - done.`, however the output is cut into pieces. */
export interface ProgressReader {
  /** The new percentage 0..100 when this piece of output moved it, else null. */
  push(text: string): number | null;
}

/** A number directly followed by dots or by the end mark, and dots that follow: the shape nothing else GDAL prints has. */
const BAR = /(?:^|[\s.:])(100|[1-9]0|0)(\.{0,3})(?= - done|$|\.|[1-9])/g;
/** Longest unfinished line that is looked at: the bar itself has 60 characters. */
const KEPT = 256;

export function createProgressReader(): ProgressReader {
  let line = '';
  let last = -1;
  return {
    push(text) {
      const cut = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
      const whole = (line + text).slice(-KEPT - text.length);
      line = (cut < 0 ? whole : text.slice(cut + 1)).slice(-KEPT);
      let percent = -1;
      for (const [, tens = '0', dots = ''] of whole.matchAll(BAR)) percent = Number(tens) + dots.length * 2.5;
      if (percent < 0 || percent === last) return null;
      last = percent;
      return percent;
    },
  };
}
