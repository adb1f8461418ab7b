import { MultiBar, type SingleBar } from 'cli-progress';
import { characters } from './characters.ts';
import { plain } from './escape.ts';
import { formatBytes } from './format.ts';
import type { OutputStream } from './output.ts';
import type { Progress } from './progress-display.ts';
import { progressText } from './progress-lines.ts';
import { Tally } from './rate.ts';

const BAR_WIDTH = 24;
/** Beside the bar: percent and sizes of the file. */
const FILE_NUMBERS_WIDTH = 34;

/** Progress as bars: one of the whole below one for each file that is on its way. */
export function barProgress(stream: OutputStream): Progress {
  const tally = new Tally();
  const width = stream.columns ?? 80;
  const bars = new MultiBar(
    {
      stream,
      fps: 5,
      hideCursor: true,
      clearOnComplete: true,
      gracefulExit: false, // Signals belong to the command.
      format: (_options, params, payload: { readonly text?: () => string }) => {
        const part = params.total > 0 ? Math.min(1, params.value / params.total) : 0;
        return `${draw(part)} ${(payload.text?.() ?? '').slice(0, Math.max(0, width - BAR_WIDTH - 2))}`;
      },
    },
    undefined,
  );
  let total: SingleBar | undefined;
  const advance = (count: number): void => {
    tally.add(count);
    total?.update(tally.bytes);
  };
  return {
    begin(totalFiles, totalBytes) {
      Object.assign(tally, { totalFiles, totalBytes });
      total ??= bars.create(totalBytes, 0, { text: () => progressText(tally) });
      total.setTotal(totalBytes);
    },
    file(name, size) {
      let done = 0;
      const room = Math.max(8, width - BAR_WIDTH - FILE_NUMBERS_WIDTH);
      const text = () => `${shorten(plain(name), room)} ${formatBytes(done)} of ${formatBytes(size)}`;
      const bar = bars.create(size, 0, { text });
      return {
        bytes(count) {
          done += count;
          bar.update(done);
          advance(count);
        },
        end() {
          tally.files++;
          bar.stop();
          bars.remove(bar);
        },
      };
    },
    // Above the bars, when they are drawn next.
    note: (text) => bars.log(`${plain(text)}\n`),
    end: () => bars.stop(),
  };
}

function draw(part: number): string {
  const filled = Math.round(part * BAR_WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}

/** The end of a name tells more than its beginning. */
function shorten(name: string, room: number): string {
  const all = characters(name);
  return all.length <= room ? name : `…${all.slice(all.length - room + 1).join('')}`;
}
