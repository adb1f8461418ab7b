import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadOptions, ThreadRequest } from './embedded-thread.ts';

/** The embedded database in a thread of its own: its statements do not hold up the answers that need none. */
export interface EmbeddedThread {
  /** A connection to it, for `pg`; one at a time. */
  connect(): Duplex;
  /** Closes the database. */
  close(): Promise<void>;
}

/**
 * Starts the thread and opens the database in it.
 *
 * @param onPanic told when the database has given itself up, or the thread ended; must end the process
 * @throws what the opening met
 */
export async function startEmbeddedThread(
  options: ThreadOptions & { readonly onPanic: (cause: Error) => void },
): Promise<EmbeddedThread> {
  const { onPanic, ...workerData } = options;
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
    workerData,
    execArgv: [], // Those of a script that is told on the command line fit no file.
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  // Rejects with the error that ends the thread.
  const [opened] = (await once(worker, 'message')) as [ThreadAnswer];
  if (opened.name !== 'opened') throw new Error(`The embedded database cannot open: ${JSON.stringify(opened)}`);

  let stream: ThreadStream | undefined;
  let pending = 0;
  let over = false;
  const send = (request: ThreadRequest): void => {
    // A pending answer keeps the process running; the idle thread does not.
    if (pending === 0) worker.ref();
    pending += 1;
    worker.postMessage(request, typeof request === 'string' ? [] : [request.buffer]);
  };
  const panic = (cause: Error): void => {
    if (over) return;
    over = true;
    onPanic(cause);
    stream?.destroy(cause);
  };
  worker.on('message', (answer: ThreadAnswer) => {
    if (answer.name === 'bytes') stream?.push(answer.bytes);
    else if (answer.name === 'panic') panic(new Error(answer.reason));
    else if (answer.name === 'done') {
      pending -= 1;
      if (pending === 0) worker.unref();
    }
  });
  worker.on('error', panic);
  worker.on('exit', () => panic(new Error('Its thread ended')));
  worker.unref();

  return {
    connect() {
      stream = new ThreadStream(send);
      return over ? stream.destroy(new Error('The embedded database has ended')) : stream;
    },
    async close() {
      if (over) return;
      over = true;
      send('close');
      await ended;
    },
  };
}

/** What `pg` takes for a socket. */
class ThreadStream extends Duplex {
  readonly #send: (messages: Uint8Array<ArrayBuffer>) => void;

  constructor(send: (messages: Uint8Array<ArrayBuffer>) => void) {
    super();
    this.#send = send;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {} // Answers are pushed when they come.

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(new Uint8Array(chunk));
    done();
  }

  /** The messages of one statement, which are written together. */
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}
