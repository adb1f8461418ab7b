import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { ClientIo } from '../context.ts';
import { Interrupted, usageError } from '../client-error.ts';

type Terminal = Pick<ClientIo, 'stdin' | 'stderr' | 'signal'>;

/** Longest secret that is read: as long as a server takes one. */
const MAX_SECRET_BYTES = 16 * 1024;

/**
 * Asks on the terminal.
 *
 * @param instead what to do where there is no terminal
 * @throws ClientError when there is none
 */
export async function ask(io: Terminal, question: string, instead: string): Promise<string> {
  requireTerminal(io, instead);
  return prompt(io, question, io.stderr);
}

/** Asks for something that must not be seen: what is typed is not shown. */
export async function askSecret(io: Terminal, question: string, instead: string): Promise<string> {
  requireTerminal(io, instead);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  io.stderr.write(question);
  try {
    return await prompt(io, '', nowhere);
  } finally {
    io.stderr.write('\n');
  }
}

function requireTerminal({ stdin }: Terminal, instead: string): void {
  if (stdin.isTTY !== true) throw usageError(`There is no terminal to ask for it. ${instead}`);
}

async function prompt(io: Terminal, question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: io.stdin, output, terminal: true });
  // With a terminal in raw mode Ctrl+C is a key like all others.
  const interrupted = new Promise<never>((_resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Interrupted()));
    terminal.once('close', () => setImmediate(reject, usageError('Nothing was entered.')));
  });
  try {
    return await Promise.race([terminal.question(question, { signal: io.signal }), interrupted]);
  } finally {
    terminal.close();
  }
}

/** Reads a secret that another program hands over on standard input: its first line. */
export async function readSecret({ stdin, signal }: Terminal): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stdin) {
    signal.throwIfAborted();
    const bytes = Buffer.from(piece as Buffer);
    pieces.push(bytes);
    length += bytes.length;
    if (length > MAX_SECRET_BYTES) throw usageError('Standard input is longer than any password or token.');
  }
  const [line = ''] = Buffer.concat(pieces).toString('utf8').split(/\r?\n/, 1);
  if (line === '') throw usageError('Standard input holds no password or token.');
  return line;
}
