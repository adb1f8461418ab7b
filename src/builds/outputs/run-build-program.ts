import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from '../../engine/index.ts';
import { requireWritten } from './build-failure.ts';
import type { OutputRequest } from './output.ts';
import { runCost } from './run-cost.ts';

interface BuildProgramOptions {
  readonly memoryLimitBytes: number;
  /** Phase of the build at a progress in percent. */
  readonly phaseAt: (percent: number) => string;
  /** Paths that the log must not show, each with the words that replace it. */
  readonly hidden: readonly (readonly [path: string, words: string])[];
}

/**
 * Runs a program of the service for a build: it reads a request file in the scratch folder and leaves an answer file there. Both are
 * removed afterwards.
 *
 * @returns the answer, and a sentence about the time and memory that the program took
 */
export async function runBuildProgram<Answer>(
  { scratch, engine, signal, report, log }: Pick<OutputRequest, 'scratch' | 'engine' | 'signal' | 'report' | 'log'>,
  program: Program,
  request: object,
  { memoryLimitBytes, phaseAt, hidden }: BuildProgramOptions,
): Promise<{ readonly answer: Answer; readonly cost: string }> {
  const files = { request: join(scratch, 'request.json'), answer: join(scratch, 'answer.json') };
  await writeFile(files.request, JSON.stringify(request), { flag: 'wx', signal });
  const all = [...hidden, [scratch, 'the build folder'] as const];
  const run = await engine.run(program, [files.request, files.answer], {
    signal,
    temporaryFolder: scratch,
    memoryLimitBytes,
    onProgress: (percent) => report({ percent, phase: phaseAt(percent) }),
    onLine: (line) =>
      isProgressBar(line) || log(all.reduce((text, [path, words]) => text.replaceAll(path, words), line)),
  });
  await requireWritten(files.answer, 'The program');
  const answer = JSON.parse(await readFile(files.answer, 'utf8')) as Answer;
  for (const file of Object.values(files)) await rm(file);
  return { answer, cost: runCost(run) };
}

/** The service reports progress by itself, so the bar that programs print is left out of the log. */
const isProgressBar = (line: string): boolean => line.startsWith('0...');
