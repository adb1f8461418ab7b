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
  /** Adds the line that an attempt begins with. Its paths are those of the caller, and stay. Steps are told anew. */
  begin(line: string): void;
  /** The first time that a phase comes, it is a line of the log as well; phases that differ by numbers are one. */
  report(percent: number | null, phase: string): void;
  /** Adds a line, with the time and without paths of the machine, no matter who said it. */
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

/** The last phase of a tool, which is no step: the platform says what came of the task. */
const END = 'done';
/** A phase without its numbers: what only counts on is no new step. */
const stepOf = (phase: string): string => phase.replaceAll(/\d+/g, '#');
/** Characters of the time in front of a line: `[12:34:56] `. */
const TIME_LENGTH = 11;

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
  /** What was said since they were looked at last: of a flood, most is never looked at. */
  let fresh: { readonly at: number; readonly text: string; readonly isOwn: boolean }[] = [];
  let { cursor } = before;
  let [progress, phase]: [number | null, string | null] = [null, null];
  let bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let [writtenAt, hasEnded] = [0, false];
  const takeIn = (): void => {
    for (const { at, text, isOwn } of fresh.slice(-maxLines)) {
      const said = isOwn ? text.replaceAll(/\p{Cc}+/gu, ' ') : plainLine(text);
      const line = `[${new Date(at).toISOString().slice(11, 19)}] ${said}`;
      lines.push(line);
      bytes += Buffer.byteLength(line);
    }
    fresh = [];
    let gone = 0;
    for (; lines.length - gone > maxLines || (bytes > maxBytes && lines.length - gone > 1); gone += 1)
      bytes -= Buffer.byteLength(lines[gone]!);
    lines.splice(0, gone);
  };
  const now = (): Notes => {
    takeIn();
    return { progress, phase, lines: [...lines], cursor };
  };
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
  const add = (text: string, isOwn = false): void => {
    fresh.push({ at: Date.now(), text, isOwn });
    if (fresh.length === 2 * maxLines) fresh = fresh.slice(-maxLines);
    cursor += 1;
  };
  /** Steps that are lines already. A task that another machine works on is looked at for hours, each time with the same step. */
  const steps = new Set(before.lines.map((line) => stepOf(line.slice(TIME_LENGTH))));
  return {
    begin(line) {
      steps.clear();
      add(line, true);
      changed(false);
    },

    report(percent, itsPhase) {
      const shown = plainLine(itsPhase).slice(0, MAX_PHASE).toWellFormed();
      const isNew = shown !== phase;
      const step = stepOf(shown);
      if (!steps.has(step) && shown !== '' && shown !== END) add(shown);
      steps.add(step);
      progress = percent === null || !Number.isFinite(percent) ? null : Math.min(100, Math.max(0, percent));
      phase = shown;
      changed(isNew);
    },

    log(text) {
      add(text);
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
