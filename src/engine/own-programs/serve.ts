import { readFileSync, writeFileSync } from 'node:fs';
import { OperationRefusal } from '../operation-refusal.ts';
import { exitCodeOf } from '../machine-fault.ts';
import { printProgress } from './progress-bar.ts';
import { REFUSED } from './refused.ts';

/** What a program of ours can say while it works. */
export interface ProgramVoice {
  /** @param share 0 to 1 of its work */
  progress(share: number): void;
  /** A line for the owner of the task, when the work is done. */
  say(line: string): void;
  /** A line for the owner of the task, at once. */
  tell(line: string): void;
}

/**
 * Runs a program of ours, `program.ts REQUEST ANSWER`: reads the request, a file of JSON that only this service writes, and writes
 * what the work answers as JSON. An `OperationRefusal` is a word about the input; errors of the machine end with another exit code
 * (`machine-fault.ts`).
 */
export async function serveProgram<Request>(
  work: (request: Request, voice: ProgramVoice) => object | Promise<object>,
): Promise<void> {
  const [requestFile = '', answerFile = ''] = process.argv.slice(2);
  const lines: string[] = [];
  try {
    const request = JSON.parse(readFileSync(requestFile, 'utf8')) as Request;
    const answer = await work(request, {
      progress: printProgress(),
      say: (line) => void lines.push(line),
      // Not on the stream of the bar of progress, which would be cut in two.
      tell: (line) => void process.stderr.write(`${plain(line)}\n`),
    });
    writeFileSync(answerFile, JSON.stringify(answer), { flag: 'wx' });
    print(lines);
  } catch (error) {
    print(lines);
    const words = error instanceof Error ? error.message : String(error);
    // On a line of its own: the bar of progress has not ended its one.
    process.stderr.write(`\n${error instanceof OperationRefusal ? REFUSED : 'ERROR 1: '}${plain(words)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

const plain = (line: string): string => line.replaceAll(/\s+/g, ' ');

/** Behind the bar of progress, which would be cut in two by them. */
function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`\n${plain(line)}\n`);
}
