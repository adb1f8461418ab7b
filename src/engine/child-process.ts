import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EngineError } from './engine-error.ts';
import type { ReplyMessage } from './messages.ts';
import { residentBytes } from './process-memory.ts';
import { signal } from './process-tree.ts';
import type { Watchdog } from './watchdog.ts';

const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url));

/** How often a working child is weighed. A decoder fills about 1 GB a second, so the limit is overrun by 100 MB at most. */
const WEIGH_EVERY_MS = 100;

export interface ChildOptions {
  readonly registry: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryLimitBytes: number;
  readonly watchdog: Watchdog;
}

export interface ChildCall {
  readonly name: string;
  readonly input: unknown;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** One supervised `node` process that runs operations, one at a time. */
export interface SupervisedChild {
  readonly alive: () => boolean;
  readonly calls: () => number;
  run(call: ChildCall): Promise<unknown>;
  /** Ends the process at once and waits until it is gone. */
  end(): Promise<void>;
}

/** Starts a child. Anything that goes wrong with it shows up as the rejection of the call it was working on. */
export function startChild({ registry, environment, memoryLimitBytes, watchdog }: ChildOptions): SupervisedChild {
  const child = fork(PROGRAM, [registry], {
    env: environment,
    // V8's own heap holds little: pixels live outside it. Half the limit leaves GDAL the rest.
    execArgv: [`--max-old-space-size=${Math.max(64, Math.floor(memoryLimitBytes / 2 ** 21))}`],
    serialization: 'advanced',
    // A library's chatter is not kept: what matters comes back as an error.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own: Ctrl-C in the terminal asks the server to drain, not its children to die.
    detached: true,
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { pid } = child;
  if (pid !== undefined) watchdog.guard(pid);
  child.unref();
  child.channel?.unref();
  let calls = 0;
  let working: ((error: EngineError) => void) | null = null;
  let ended = false;

  const onEnd = (text: string): void => {
    // Whatever it may have started is in its group; an error of the channel finds it still alive.
    kill();
    if (pid !== undefined) watchdog.release(pid);
    working?.(new EngineError('crashed', text));
  };
  child.once('exit', (code, name) =>
    onEnd(`The process reading the file ended unexpectedly (${name ?? `exit code ${code}`}).`),
  );
  child.on('error', (error) =>
    onEnd(`The process that reads files could not be used: ${(error as NodeJS.ErrnoException).code ?? 'error'}.`),
  );

  function kill(): void {
    ended = true;
    if (pid !== undefined) signal(-pid, 'SIGKILL');
  }

  function run(call: ChildCall): Promise<unknown> {
    calls += 1;
    const id = calls;
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        working = null;
        clearTimeout(timer);
        clearInterval(weighing);
        call.signal?.removeEventListener('abort', onAbort);
        child.off('message', onReply);
        settle();
      };
      const fail = (error: EngineError): void => finish(() => (kill(), reject(error)));
      const onAbort = (): void => fail(new EngineError('aborted', `The ${call.name} call was aborted.`));
      const onReply = (reply: ReplyMessage): void => {
        if (reply.id !== id) return;
        finish(() => (reply.ok ? resolve(reply.output) : reject(new EngineError(reply.code, reply.message))));
      };
      const onWeighed = (bytes: number): void => {
        if (bytes > memoryLimitBytes && working === fail)
          fail(new EngineError('memory', tooMuch(call.name, memoryLimitBytes)));
      };
      const timer = setTimeout(
        () => fail(new EngineError('timeout', tooLong(call.name, call.timeoutMs))),
        call.timeoutMs,
      );
      const weighing = setInterval(() => void residentBytes(pid ?? 0).then(onWeighed), WEIGH_EVERY_MS);
      working = fail;
      child.on('message', onReply);
      call.signal?.addEventListener('abort', onAbort, { once: true });
      if (ended) fail(new EngineError('crashed', 'The process that reads files could not be started.'));
      else
        child.send(
          { id, name: call.name, input: call.input },
          (error) => error && working === fail && fail(lost(error)),
        );
    });
  }

  return {
    alive: () => !ended,
    calls: () => calls,
    run,
    end() {
      working?.(new EngineError('aborted', 'The engine was closed.'));
      child.ref(); // the exit is waited for: Node must not leave before it
      kill();
      return pid === undefined ? Promise.resolve() : gone;
    },
  };
}

const tooLong = (name: string, ms: number): string =>
  `The ${name} call took longer than ${Math.round(ms)} ms and was ended.`;
const tooMuch = (name: string, bytes: number): string =>
  `The ${name} call needed more than ${Math.round(bytes / 2 ** 20)} MB of memory and was ended.`;
const lost = (cause: Error): EngineError =>
  new EngineError('crashed', 'The process that reads files could not be reached.', { cause });
