import { throttleProgress } from '../../jobs/index.ts';
import { plainLine } from '../outputs/index.ts';

/** The log of one attempt: kept in memory, written down now and then while it grows, and with the job's end. */
export interface BuildLog {
  /** Adds a line, with the time and without paths of the machine, no matter who said it. */
  line(text: string): void;
  text(): string;
}

/** The last lines are the ones that tell what went wrong; a program that floods its output must not fill the database. */
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 500;

/** @param write told the whole log at most twice a second; what it cannot write is written with a later line */
export function createBuildLog(write: (text: string) => Promise<void>): BuildLog {
  const lines: string[] = [];
  const text = (): string => lines.join('\n');
  const publish = throttleProgress(() => write(text()));
  return {
    line(entry) {
      lines.push(`${new Date().toISOString()} ${plainLine(entry).slice(0, MAX_LINE_LENGTH).toWellFormed()}`);
      if (lines.length > MAX_LINES) lines.shift();
      publish(null, '');
    },
    text,
  };
}
