/**
 * One port, answered by several processes (setting `Processes`), for machines with more processors than one process can use
 * for its answers.
 *
 * The process that is started answers nothing itself: it starts the others, starts those again that end, and ends with them.
 * It loads neither the application nor the database, and takes 35 MB.
 *
 * - The first process is started alone. It answers that the service starts, brings the schema up to date and makes the first
 *   administrator, as a single one does. When it is ready, the others start. Builds and tasks are its work alone: they run in
 *   processes of their own and use all processors by themselves.
 * - Each listens on a socket of its own with the same port (SO_REUSEPORT), and the system shares connections out by the hash of
 *   their addresses. One socket for all, or one process that accepts and sends connections on, as node:cluster does, was
 *   measured beside it (docs/performance.md, Requests).
 * - One that was started later opens the port when it is ready, so that nobody is told that the service starts.
 * - When this process is gone, however it ended, the others end in order: their channel is closed (`starter.ts`).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { SettingsError, type Settings } from './settings/index.ts';
import { tellStarter } from './starter.ts';
import { findPort } from './starting.ts';

/** What one of several processes is told. */
export interface Part {
  /** From 1 on; one that is started again has the number of the one that ended. */
  readonly number: number;
  /** Whether others have answered before. */
  readonly joins: boolean;
  readonly port: number;
}

/** The part of this process; undefined in one that was not started by `serveByProcesses`. */
export function ownPart(): Part | undefined {
  const text = process.env['ALIDADE_PART'];
  return text === undefined ? undefined : (JSON.parse(text) as Part);
}

/** @returns settings of one of several processes: builds and tasks are the first one's */
export function settingsOfPart(settings: Settings, { number, port }: Part): Settings {
  if (number === 1) return { ...settings, port };
  const { builds, processingPlatform } = settings;
  return {
    ...settings,
    port,
    builds: { ...builds, concurrency: 0 },
    processingPlatform: { ...processingPlatform, workers: 0 },
  };
}

/** The pause before a process is started again, in milliseconds; each further one is twice as long. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** One that lived this long had started well: the pauses begin anew. */
const CALM_MS = 60_000;
/** Starts of a process that was never ready. The first one fails because of settings: another start cannot help. */
const STARTS_OF_FIRST = 1;
const STARTS_OF_OTHERS = 3;

/**
 * Starts the processes and keeps them running until this one is told to stop, or one of them cannot start.
 *
 * @param closingMs time after which processes that were told to end are killed
 * @throws SettingsError when the database serves one process only, or the port cannot be used
 */
export async function serveByProcesses(settings: Settings, closingMs: number): Promise<void> {
  const { processes } = settings;
  requireServer(settings);
  const port = await findPort(settings);
  const ending = new AbortController();
  const children = new Set<ChildProcess>();
  const kept: Promise<void>[] = [];
  let exitCode = 0;

  const killAll = (): never => {
    for (const child of children) child.kill('SIGKILL');
    process.exit(exitCode || 1);
  };
  const end = (code: number): void => {
    exitCode ||= code;
    if (ending.signal.aborted) return killAll(); // Asked twice: at once, without waiting for anything.
    ending.abort();
    for (const child of children) child.kill('SIGTERM');
    setTimeout(killAll, closingMs).unref();
    void Promise.all(kept).then(() => process.exit(exitCode));
  };

  const keep = async (number: number, onFirstReady: () => void): Promise<void> => {
    const mostStarts = number === 1 ? STARTS_OF_FIRST : STARTS_OF_OTHERS;
    let wasReady = false;
    let wait = FIRST_PAUSE_MS;
    for (let starts = 1; ; starts += 1) {
      const began = Date.now();
      const child = startPart({ number, port, joins: number > 1 || wasReady }, starts - 1);
      children.add(child);
      child.on('message', (message) => {
        if (message !== 'ready' || wasReady) return;
        wasReady = true;
        onFirstReady();
      });
      const code = await endOf(child);
      children.delete(child);
      if (ending.signal.aborted) return void (exitCode ||= code);
      if (!wasReady && starts === mostStarts) return end(code || 1); // It has said why.
      if (Date.now() - began > CALM_MS) wait = FIRST_PAUSE_MS;
      process.stderr.write(
        `Process ${number} of ${processes} ended by itself (exit code ${code}). It is started again in ${wait / 1000} s.\n`,
      );
      await pause(wait, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
    }
  };

  // A terminal sends Ctrl+C to the others as well; to them a second signal says nothing new (`server.ts`).
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  const startOthers = (): void => {
    if (ending.signal.aborted) return;
    tellStarter();
    for (let number = 2; number <= processes; number += 1) kept.push(keep(number, () => undefined));
  };
  kept.push(keep(1, startOthers));
}

/** Starts a process as this one was started, with a channel to it. */
function startPart(part: Part, restarts: number): ChildProcess {
  const before = Number(process.env['ALIDADE_RESTARTS'] ?? 0);
  return fork(process.argv[1]!, process.argv.slice(2), {
    env: { ...process.env, ALIDADE_PART: JSON.stringify(part), ALIDADE_RESTARTS: String(before + restarts) },
  });
}

/** @returns its exit code when it has ended; 128 + number of the signal when one ended it */
function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? codeOf(signal)));
    // One that could not even be started has no exit.
    child.on('error', () => child.pid === undefined && resolve(1));
  });
}

/** SIGTERM, or Ctrl+C of a terminal, ends a process that has not begun anything yet: that is an end in order. */
const codeOf = (signal: NodeJS.Signals | null): number =>
  signal === null || signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 128 + constants.signals[signal];

function requireServer({ databaseUrl, processes }: Settings): void {
  if (databaseUrl !== undefined) return;
  throw new SettingsError(
    `Processes is ${processes}, and the embedded database serves one process only. Set DatabaseUrl (environment DATABASE_URL) to a PostgreSQL server, or leave Processes at 1.`,
  );
}
