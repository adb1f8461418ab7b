import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Script } from './mutations.ts';

/** An answer is expected sooner; events never end, so that a connection is left behind after it. */
const PATIENCE_MS = 10_000;
/** After the first bytes of an answer: what a pipelined one needs to come as well. */
const AFTER_MS = 40;

/**
 * Does what a script says with a connection of its own.
 *
 * @returns what the service sent; `silent` when it left a request unanswered that asked for an answer
 */
export async function play(
  { steps, ends }: Script,
  port: number,
): Promise<{ readonly sent: string; readonly silent: boolean }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let sent = '';
  let isClosed = false;
  socket.setEncoding('latin1');
  socket.on('data', (text) => (sent += String(text)));
  socket.on('error', () => undefined); // The service may refuse the rest of a request; what it sent is what counts.
  socket.once('close', () => (isClosed = true));
  socket.once('end', () => (isClosed = true));
  const until = async (isDone: () => boolean, milliseconds: number): Promise<boolean> => {
    const end = Date.now() + milliseconds;
    while (!isDone() && Date.now() < end) await delay(2);
    return isDone();
  };
  for (const step of steps) {
    if (isClosed) break;
    if (typeof step === 'number') await delay(step);
    else socket.write(step);
  }
  let silent = false;
  if (ends !== 'hang up') {
    if (ends === 'half') socket.end();
    silent = !(await until(() => sent !== '' || isClosed, PATIENCE_MS));
    await until(() => isClosed, AFTER_MS);
  }
  socket.destroy();
  return { sent, silent };
}

/** Status and headers of each answer that was sent. */
export function answersIn(sent: string): { readonly status: number; readonly head: string }[] {
  return [...sent.matchAll(/HTTP\/1\.1 (\d{3}) [^]*?(?=\r\n\r\n)/g)].map(([head, status]) => ({
    status: Number(status),
    head,
  }));
}
