import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** The service in a process of its own, as users run it. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Ends it with a signal. @returns its exit code, null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The bundle, which `tools/run.mjs` has just brought up to date, as it does for users. Without it the sources. */
const MAIN = process.env['ALIDADE_MAIN'] ?? join(import.meta.dirname, '../../src/main.ts');
/** A start takes two seconds alone, and many times that on a busy machine. */
const START_SECONDS = 120;
/**
 * Where this process does without the second, optimizing compiler for the embedded database's WebAssembly, its services do
 * as well: those of tests end before that pays, those of benchmarks are run as users run them.
 */
const OPTIONS = [
  ...process.execArgv.filter((option) => option === '--liftoff-only'),
  // As `tools/hand-over.mjs` and the container image start it.
  '--max-semi-space-size=8',
];

/** Arguments with which Node.js runs the service, for tests that look at such a process themselves. */
export const mainArguments = (...rest: readonly string[]): string[] => [...OPTIONS, MAIN, ...rest];
export const mainEnvironment = (environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  LOG_LEVEL: 'warn',
  ...environment,
});

/**
 * What starters and the container image set: memory that is freed goes back to the system, also when the process has taken
 * large pieces before.
 */
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/** Headers of the first administrator. */
export const basic = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
});

/**
 * Starts the program with a command and waits until it answers.
 *
 * @param more options of Node.js itself
 */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  command = 'serve',
  more: readonly string[] = [],
): Promise<ServiceProcess> {
  const port = await freePort();
  const service: ServiceProcess = {
    url: `http://127.0.0.1:${port}`,
    ...startMain({ PORT: String(port), ...environment }, command, more),
  };
  await waitUntilItAnswers(service);
  return service;
}

/** A process that builds only. It says nothing when it is ready. */
export type WorkerProcess = Pick<ServiceProcess, 'child' | 'output' | 'end'>;

/** Starts `alidade worker`, which needs a PostgreSQL server. */
export const startWorker = (environment: Readonly<Record<string, string>>): WorkerProcess =>
  startMain(environment, 'worker');

function startMain(
  environment: Readonly<Record<string, string>>,
  command: string,
  more: readonly string[] = [],
): WorkerProcess {
  const child = spawn(process.execPath, [...more, ...mainArguments(command)], {
    env: mainEnvironment(environment),
    // By the channel it ends with this process, also when a test has failed before it ended it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return {
    child,
    output: () => printed,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await exit)[0];
    },
  };
}

/** Waits for the line that says it listens; asking again and again would take the processor from what is starting. */
async function waitUntilItAnswers({ child, output }: ServiceProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, START_SECONDS * 1000);
    const settle = (): void => {
      clearTimeout(limit);
      resolve();
    };
    child.stdout?.on('data', () => isReady(output()) && settle());
    child.once('close', settle);
  });
  if (isReady(output())) return;
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${output()}`);
}

const isReady = (printed: string): boolean => /^ {2}Alidade \S+ is ready: /m.test(printed);
