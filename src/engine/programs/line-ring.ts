/** The last lines of a program's output, bounded in number and length however much it prints. */
export interface LineRing {
  /** @param stream where the text comes from: a line of one stream is not cut by words of the other */
  push(text: string, stream?: Stream): void;
  /** Ends unfinished last lines. */
  end(): void;
  lines(): readonly string[];
}

export type Stream = 'output' | 'errors';

/** A screenful twice over: what explains a failure is at the end. */
const MAX_LINES = 100;
/** Longer lines are cut: a program that never ends its line must not fill the memory. */
const MAX_LINE = 2000;
const SAYS_ANYTHING = /\S/;
/** GDAL says so for every driver of the skip list that this build of it does not have anyway. */
const NOISE = /Unable to find driver \w+ to unload from GDAL_SKIP/;

/** `onLine` is told every line as it is complete (cut when over-long). */
export function createLineRing(onLine?: (line: string) => void): LineRing {
  /** The line with number n is at n modulo their number: to move all of them for each of a flood took half of its time. */
  const kept: string[] = [];
  let count = 0;
  const open: Record<Stream, string> = { output: '', errors: '' };

  function finish(stream: Stream): void {
    const line = open[stream];
    open[stream] = '';
    if (!SAYS_ANYTHING.test(line) || NOISE.test(line)) return;
    kept[count % MAX_LINES] = line;
    count += 1;
    onLine?.(line);
  }

  return {
    push(text, stream = 'output') {
      for (const [index, piece] of text.split(/[\r\n]+/).entries()) {
        if (index > 0) finish(stream);
        if (open[stream].length < MAX_LINE) open[stream] = (open[stream] + piece).slice(0, MAX_LINE);
      }
    },
    end() {
      finish('output');
      finish('errors');
    },
    lines() {
      const oldest = count > MAX_LINES ? count % MAX_LINES : 0;
      return [...kept.slice(oldest), ...kept.slice(0, oldest)];
    },
  };
}
