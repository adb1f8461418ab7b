import { plain } from './escape.ts';
import { formatBytes, formatDuration } from './format.ts';
import type { OutputStream } from './output.ts';
import type { Progress } from './progress-display.ts';
import { Tally } from './rate.ts';

/** A log is read later: a line now and then is enough, and a short transfer has none. */
const EVERY_MS = 10_000;

/** Progress as lines of a log. */
export function lineProgress(stream: OutputStream): Progress {
  const tally = new Tally();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    stream.write(`${progressText(tally)}\n`);
  };
  return {
    begin(totalFiles, totalBytes) {
      Object.assign(tally, { totalFiles, totalBytes });
      timer ??= setInterval(tell, EVERY_MS).unref();
    },
    file: () => ({
      bytes: (count) => tally.add(count),
      end: () => void tally.files++,
    }),
    note: (text) => void stream.write(`${plain(text)}\n`),
    end: () => clearInterval(timer),
  };
}

/** `12 of 300 files, 1.2 GB of 4 GB, 35 MB/s, 1 min left`. */
export function progressText({ files, totalFiles, bytes, totalBytes, speed, secondsLeft }: Tally): string {
  const amounts = `${files} of ${totalFiles} files, ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  return `${amounts}, ${formatBytes(speed)}/s, ${formatDuration(secondsLeft)} left`;
}
