/** The thread of the embedded database: receives messages of the protocol from `embedded-stream.ts`, and sends the answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { joined } from '../bytes/index.ts';
import { openEngine } from './embedded-engine.ts';

export interface ThreadOptions {
  readonly dataDir: string;
  readonly flushes: boolean;
}

/** What the thread is sent: messages of the protocol, or that it should close the database and end. */
export type ThreadRequest = Uint8Array<ArrayBuffer> | 'close';

export type ThreadAnswer =
  | { readonly name: 'opened' }
  | { readonly name: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** What one request asked for was sent. */
  | { readonly name: 'done' }
  | { readonly name: 'panic'; readonly reason: string };

/** Larger answers are sent in parts, so that they are never whole in this thread. The database gives them in parts of 8 KiB. */
const PART_BYTES = 256 * 1024;

const port = parentPort!;
const send = (answer: ThreadAnswer): void => port.postMessage(answer);

let parts: Uint8Array[] = [];
let size = 0;
function sendParts(): void {
  if (size === 0) return;
  const bytes = joined(parts);
  [parts, size] = [[], 0];
  port.postMessage({ name: 'bytes', bytes } satisfies ThreadAnswer, [bytes.buffer]);
}
function take(part: Uint8Array): void {
  parts.push(part);
  size += part.length;
  if (size >= PART_BYTES) sendParts();
}

const engine = await openEngine({
  ...(workerData as ThreadOptions),
  onPanic(reason) {
    // The parts of the last answer, an error, are not sent: a caller that saw it would go on before the process knows why.
    send({ name: 'panic', reason });
    process.exit(1); // Ends this thread only.
  },
});
port.on('message', (request: ThreadRequest) => {
  // What is thrown ends the thread, and is a panic to the others.
  void (request === 'close' ? close() : execute(request));
});
send({ name: 'opened' });

async function execute(messages: Uint8Array): Promise<void> {
  await engine.execute(messages, take);
  sendParts();
  send({ name: 'done' });
}

async function close(): Promise<void> {
  await engine.close();
  port.close();
}
