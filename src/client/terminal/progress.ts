import type { OutputStream } from './output.ts';
import { barProgress } from './progress-bars.ts';
import type { Progress } from './progress-display.ts';
import { lineProgress } from './progress-lines.ts';

export type { FileProgress, Progress } from './progress-display.ts';

const silent: Progress = {
  begin: () => undefined,
  file: () => ({ bytes: () => undefined, end: () => undefined }),
  note: () => undefined,
  end: () => undefined,
};

/**
 * Bars on a terminal, now and then a line elsewhere, nothing when nobody wants to know.
 *
 * @param stream standard error
 * @param shown undefined with `--quiet`: nothing
 */
export function createProgress(
  stream: OutputStream,
  options: { readonly quiet: boolean; readonly bars: boolean },
): Progress {
  if (options.quiet) return silent;
  return options.bars ? barProgress(stream) : lineProgress(stream);
}
