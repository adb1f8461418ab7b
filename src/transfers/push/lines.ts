import { createReadStream } from 'node:fs';

/** Characters read at once. */
const READ = 256 * 1024;

/** The lines of a file that a thread has written, some hundred or thousand together. */
export async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let left = '';
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: READ })) {
    const lines = (left + (piece as string)).split('\n');
    left = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
}
