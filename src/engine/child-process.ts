import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { EngineError } from './engine-error.ts';
import type { ReplyMessage } from './messages.ts';
import type { Operation } from './operation.ts';
import { isFromOutside } from './outside-signals.ts';
import { residentBytes } from './process-memory.ts';
import { signal } from './process-tree.ts';
import type { Watchdog } from './watchdog.ts';

const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url));

/** How often a working child is weighed. A decoder fills about 1 GB a second, so the limit is overrun by 100 MB at most. */
const WEIGH_EVERY_MS = 100;

export interface ChildOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryLimitBytes: number;
  readonly watchdog: Watchdog;
}

export interface ChildCall {
  readonly operation: Pick<Operation<never, unknown>, 'name' | 'module'>;
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
export function startChild({ environment, memoryLimitBytes, watchdog }: ChildOptions): SupervisedChild {
  const child = fork(PROGRAM, [], {
    env: environment,
    // V8's own heap holds little: pixels live outside it. Half the limit leaves GDAL the rest.
    execArgv: [`--max-old-space-size=${Math.max(64, Math.floor(memoryLimitBytes / 2 ** 21))}`],
    serialization: 'advanced',
    // A library's chatter is not kept: what matters comes back as an error. V8 says there why it gives up.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
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
  const lastWords = listenToEnd(child.stderr as Socket);
  let calls = 0;
  let working: ((error: EngineError) => void) | null = null;
  let ended = false;

  const onEnd = (error: EngineError): void => {
    // Whatever it may have started is in its group; an error of the channel finds it still alive.
    kill();
    if (pid !== undefined) watchdog.release(pid);
    working?.(error);
  };
  child.once('exit', (code, name) => {
    const text = `The process reading the file ended unexpectedly (${name ?? `exit code ${code}`}).`;
    const crashed = new EngineError(name !== null && isFromOutside(name) ? 'ended' : 'crashed', text);
    if (name !== 'SIGABRT') return onEnd(crashed);
    kill();
    void lastWords().then((words) => onEnd(OUT_OF_HEAP.test(words) ? new EngineError('memory', HEAP_FULL) : crashed));
  });
  child.on('error', (error) => {
    const reason = (error as NodeJS.ErrnoException).code ?? 'error';
    onEnd(new EngineError('ended', `The process that reads files could not be used: ${reason}.`));
  });

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
      const onAbort = (): void => fail(new EngineError('aborted', `The ${call.operation.name} call was aborted.`));
      const onReply = (reply: ReplyMessage): void => {
        if (reply.id !== id) return;
        finish(() => (reply.ok ? resolve(reply.output) : reject(new EngineError(reply.code, reply.message))));
      };
      const onWeighed = (bytes: number): void => {
        if (bytes > memoryLimitBytes && working === fail)
          fail(new EngineError('memory', tooMuch(call.operation.name, memoryLimitBytes)));
      };
      const timer = setTimeout(
        () => fail(new EngineError('timeout', tooLong(call.operation.name, call.timeoutMs))),
        call.timeoutMs,
      );
      const weighing = setInterval(() => void residentBytes(pid ?? 0).then(onWeighed), WEIGH_EVERY_MS);
      working = fail;
      child.on('message', onReply);
      call.signal?.addEventListener('abort', onAbort, { once: true });
      if (ended) fail(new EngineError('ended', 'The process that reads files could not be started.'));
      else
        child.send(
          { id, module: call.operation.module, input: call.input },
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
/** What V8 says when objects of JavaScript do not fit its own part of the memory; the process looks as if it had crashed. */
const OUT_OF_HEAP = /heap out of memory|allocation failed|Reached heap limit/i;
const HEAP_FULL = 'Reading the file needed more objects than fit the memory it may have, and was ended.';
/** V8 adds a trace of some kilobytes to what it says. */
const KEPT_CHARACTERS = 16_384;
/** The words of a process that is gone are in the pipe already; another may hold it open. */
const WORDS_WITHIN_MS = 200;

/** Reads a stream to its end, keeping the last of it only. @returns a function that tells it, once there is no more to come */
function listenToEnd(stream: Socket): () => Promise<string> {
  let text = '';
  const ended = new Promise<void>((resolve) => void stream.once('close', () => resolve()));
  stream.unref(); // an idle child keeps nobody waiting
  stream.setEncoding('latin1').on('data', (chunk: string) => (text = (text + chunk).slice(-KEPT_CHARACTERS)));
  return async () => {
    await Promise.race([ended, new Promise((resolve) => void setTimeout(resolve, WORDS_WITHIN_MS))]);
    return text;
  };
}

const lost = (cause: Error): EngineError =>
  new EngineError('ended', 'The process that reads files could not be reached.', { cause });
