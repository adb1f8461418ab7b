import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { runClient } from '../../src/client/index.ts';

const PROGRAM = join(import.meta.dirname, '../../src/client/standalone.ts');
const { PATH, NODE_COMPILE_CACHE } = process.env;

/** What a command printed, and how it ended. */
export interface ClientRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines of JSON on standard output. */
  json(): unknown[];
}

/** The client as a user has it: a home and a folder to work in. */
export interface TestClient extends AsyncDisposable {
  readonly home: string;
  /** Folder that commands run in. */
  readonly cwd: string;
  /** Runs a command in this process. */
  run(words: readonly string[], options?: RunOptions): Promise<ClientRun>;
  /** The same where a test sets itself up. @throws when the command fails */
  prepare(words: readonly string[], options?: RunOptions): Promise<void>;
  /** Starts a command in a process of its own, as users do, and killers. */
  start(words: readonly string[], folder?: string): ClientProcess;
}

/** A command that runs. */
export interface ClientProcess {
  /** What it printed so far, on both ways. */
  output(): string;
  /** Ends it with a signal. @returns its exit code, null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Its exit code when it ends by itself. */
  readonly ended: Promise<number | null>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  /** Folder that the command runs in, from that of the client. */
  readonly folder?: string;
}

/** @param env variables of all its commands */
export async function testClient(env: Readonly<Record<string, string>> = {}): Promise<TestClient> {
  const home = await mkdtemp(join(tmpdir(), 'alidade-client-'));
  const cwd = await mkdtemp(join(tmpdir(), 'alidade-work-'));
  const run: TestClient['run'] = async (words, options = {}) => {
    const stdout = collector();
    const stderr = collector();
    const stdin = new PassThrough();
    stdin.end(options.stdin ?? '');
    const code = await runClient(words, {
      stdin,
      stdout: stdout.stream,
      stderr: stderr.stream,
      env: { HOME: home, ...env, ...options.env },
      cwd: join(cwd, options.folder ?? ''),
      signal: options.signal ?? new AbortController().signal,
    });
    return {
      code,
      stdout: stdout.text(),
      stderr: stderr.text(),
      json: () =>
        stdout
          .text()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as unknown),
    };
  };
  return {
    home,
    cwd,
    run,
    async prepare(words, options) {
      const { code, stderr } = await run(words, options);
      if (code !== 0) throw new Error(`alidade ${words.join(' ')} ended with ${code}: ${stderr}`);
    },
    start(words, folder = '') {
      const child = spawn(process.execPath, [PROGRAM, ...words], {
        cwd: join(cwd, folder),
        env: { PATH, NODE_COMPILE_CACHE, HOME: home, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece: Buffer) => (printed += piece.toString()));
      const ended = once(child, 'close').then(([code]) => code as number | null);
      const end = (signal: NodeJS.Signals): Promise<number | null> => {
        child.kill(signal);
        return ended;
      };
      return { output: () => printed, end, ended };
    },
    async [Symbol.asyncDispose]() {
      await rm(home, { recursive: true, force: true });
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

function collector() {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('utf8') };
}
