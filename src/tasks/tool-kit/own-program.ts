import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, type Program, REFUSED } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import type { RunningTask } from '../index.ts';

/** The part of a task's whole that a program does. */
export interface ProgramStep {
  readonly phase: string;
  /** Percent of the task at its begin and at its end; all of it unless told. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Runs a program of ours (`program.ts`) for a task: its progress is the task's, its lines are in the log.
 *
 * @returns what it answers. @throws `invalid-input` with its words where it refuses what it was given; EngineError
 */
export async function runOwnProgram<Answer>(
  {
    engine,
    folder,
    signal,
    report,
    log,
  }: Pick<RunningTask<unknown>, 'engine' | 'folder' | 'signal' | 'report' | 'log'>,
  program: Program,
  request: object,
  { phase, from = 0, to = 100 }: ProgramStep,
): Promise<Answer> {
  const id = randomUUID();
  const [requestFile, answerFile] = [join(folder, `${id}.request`), join(folder, `${id}.answer`)];
  await writeFile(requestFile, JSON.stringify(request), { flag: 'wx', signal });
  report(from, phase);
  try {
    await engine.run(program, [requestFile, answerFile], {
      signal,
      temporaryFolder: folder,
      onProgress: (percent) => report(from + (percent / 100) * (to - from), phase),
      onLine(line) {
        // What it refuses is why the task fails: the log says so itself.
        if (line !== '' && !PROGRESS.test(line) && !line.startsWith(REFUSED)) log(line);
      },
    });
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
  return JSON.parse(await readFile(answerFile, 'utf8')) as Answer;
}

/** Progress as programs print it. */
const PROGRESS = /^\d{1,3}\.[\d.]*/;

function refusalOf(error: unknown): Error | undefined {
  if (!(error instanceof EngineError) || error.code !== 'failed') return undefined;
  const line = error.output.findLast((each) => each.startsWith(REFUSED));
  return line === undefined ? undefined : fail('invalid-input', line.slice(REFUSED.length));
}
