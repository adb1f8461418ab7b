import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The service in a process of its own, as users run it. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Ends it with a signal. @returns its exit code, null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export const MAIN = join(import.meta.dirname, '../../src/main.ts');
const START_SECONDS = 60;
/** What one process has read of the sources the next need not read again; the tests start some fifty. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../.toolchain/compile-cache');

/** Starts `main.ts` with a command and waits until it answers. */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  command = 'serve',
): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN, command], {
    env: { ...process.env, NODE_COMPILE_CACHE, PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const service: ServiceProcess = {
    url,
    child,
    output: () => printed,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await exit)[0];
    },
  };
  await waitUntilItAnswers(service);
  return service;
}

async function waitUntilItAnswers({ url, child, output }: ServiceProcess): Promise<void> {
  const end = Date.now() + START_SECONDS * 1000;
  while (Date.now() < end && child.exitCode === null) {
    const answers = await fetch(`${url}/version`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${output()}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
