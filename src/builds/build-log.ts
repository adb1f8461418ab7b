/** The log of one attempt, kept in memory and stored with the job's end. */
export interface BuildLog {
  line(text: string): void;
  text(): string;
}

/** The last lines are the ones that tell what went wrong; a program that floods its output must not fill the database. */
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 500;

export function createBuildLog(): BuildLog {
  const lines: string[] = [];
  return {
    line(text) {
      lines.push(`${new Date().toISOString()} ${text.replaceAll(/[\r\n]+/g, ' ').slice(0, MAX_LINE_LENGTH)}`);
      if (lines.length > MAX_LINES) lines.shift();
    },
    text: () => lines.join('\n'),
  };
}
