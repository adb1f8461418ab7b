import { plainLine } from '../../builds/index.ts';

/** What is told of a task while it runs. */
export interface Notes {
  readonly progress: number | null;
  readonly phase: string | null;
  /** The last lines of its log. */
  readonly lines: readonly string[];
  /** Lines there ever were. */
  readonly cursor: number;
}

/** Takes notes of a task that runs, and writes them down now and then. */
export interface NoteTaker {
  report(percent: number | null, phase: string): void;
  /** Adds a line, with the time and without paths of the machine, whoever said it. */
  log(line: string): void;
  now(): Notes;
  /** Ends the writing; resolves when none is under way. */
  end(): Promise<void>;
}

export interface NoteLimits {
  readonly maxLines: number;
  /** UTF-8. */
  readonly maxBytes: number;
  readonly everyMs: number;
}

/** Characters of a phase: a program may print anything. A line is cut where paths are taken out of it. */
const MAX_PHASE = 200;

/**
 * @param before the log of earlier attempts, which goes on
 * @param write what it cannot write is written with the next notes
 */
export function createNoteTaker(
  before: Pick<Notes, 'lines' | 'cursor'>,
  { maxLines, maxBytes, everyMs }: NoteLimits,
  write: (notes: Notes) => Promise<void>,
): NoteTaker {
  const lines = [...before.lines];
  let { cursor } = before;
  let [progress, phase]: [number | null, string | null] = [null, null];
  let bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let [writtenAt, hasEnded] = [0, false];
  const now = (): Notes => ({ progress, phase, lines: [...lines], cursor });
  const publish = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writtenAt = Date.now();
    // Notes that cannot be written are lost; whether the task counts is decided elsewhere.
    const notes = now();
    writing = writing.then(() => write(notes)).catch(() => undefined);
  };
  const changed = (atOnce: boolean): void => {
    if (hasEnded) return;
    const wait = writtenAt + everyMs - Date.now();
    if (atOnce || wait <= 0) publish();
    else timer ??= setTimeout(publish, wait);
  };
  return {
    report(percent, itsPhase) {
      const shown = plainLine(itsPhase).slice(0, MAX_PHASE).toWellFormed();
      const isNew = shown !== phase;
      progress = percent === null || !Number.isFinite(percent) ? null : Math.min(100, Math.max(0, percent));
      phase = shown;
      changed(isNew);
    },

    log(text) {
      const line = `[${new Date().toISOString().slice(11, 19)}] ${plainLine(text)}`;
      lines.push(line);
      cursor += 1;
      bytes += Buffer.byteLength(line);
      while (lines.length > maxLines || (bytes > maxBytes && lines.length > 1))
        bytes -= Buffer.byteLength(lines.shift()!);
      changed(false);
    },

    now,

    end() {
      hasEnded = true;
      clearTimeout(timer);
      return writing;
    },
  };
}
