/** The last lines of a program's output, bounded in number and length however much it prints. */
export interface LineRing {
  push(text: string): void;
  /** Ends an unfinished last line. */
  end(): void;
  lines(): readonly string[];
}

/** A screenful twice over: what explains a failure is at the end. */
const MAX_LINES = 100;
/** Longer lines are cut: a program that never ends its line must not fill the memory. */
const MAX_LINE = 2000;
/** GDAL says so for every driver of the skip list that this build of it does not have anyway. */
const NOISE = /Unable to find driver \w+ to unload from GDAL_SKIP/;

/** `onLine` is told every line as it is complete (cut when over-long). */
export function createLineRing(onLine?: (line: string) => void): LineRing {
  const kept: string[] = [];
  let open = '';

  function finish(): void {
    const line = open;
    open = '';
    if (line.trim() === '' || NOISE.test(line)) return;
    kept.push(line);
    if (kept.length > MAX_LINES) kept.shift();
    onLine?.(line);
  }

  return {
    push(text) {
      const pieces = text.split(/[\r\n]+/);
      pieces.forEach((piece, index) => {
        if (index > 0) finish();
        if (open.length < MAX_LINE) open = (open + piece).slice(0, MAX_LINE);
      });
    },
    end: finish,
    lines: () => [...kept],
  };
}
