import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { readFile } from 'node:fs/promises';

/** A few processes of a FastCGI program that answer at one address. */
export interface FastCgi {
  /** Where the processes listen, on 127.0.0.1: for a web server in front of them. */
  readonly port: number;
  readonly pids: readonly number[];
  /** The body of an answer to a GET request. @throws Error for an answer that is none */
  get(query: string): Promise<Buffer>;
  /** Milliseconds of processor time that the processes have used. */
  processorTime(): Promise<number>;
  close(): Promise<void>;
}

/** Kinds of records (FastCGI specification 1.0, section 8). */
const RECORD = { begin: 1, end: 3, params: 4, input: 5, output: 6 } as const;
const RESPONDER = 1;
const HEADER_BYTES = 8;

/** Starts the program as FastCGI programs are: with a listening socket as its standard input. */
export async function startFastCgi(
  program: string,
  environment: Readonly<Record<string, string>>,
  processes: number,
): Promise<FastCgi> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Node.js passes descriptors on, and tells that of a server nowhere else.
  const { fd } = (server as unknown as { readonly _handle: { readonly fd: number } })._handle;
  const children = Array.from({ length: processes }, () =>
    spawn(program, [], { env: environment, stdio: [fd, 'ignore', 'ignore'] }),
  );
  await Promise.all(children.map((child) => once(child, 'spawn')));
  // The processes have it; this one must not take their connections.
  server.close();
  const pids = children.map(({ pid }) => pid!);
  return {
    port,
    pids,
    get: (query) => request(port, query),
    processorTime: async () => {
      const times = await Promise.all(pids.map(processorTimeOf));
      return times.reduce((sum, time) => sum + time, 0);
    },
    async close() {
      const gone = children.map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
}

/** Milliseconds of processor time that a process has used; `/proc/{pid}/stat` counts them in hundredths of a second. */
export async function processorTimeOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function request(port: number, query: string): Promise<Buffer> {
  const params = Object.entries({ REQUEST_METHOD: 'GET', QUERY_STRING: query, SCRIPT_NAME: '/', SERVER_PORT: '80' });
  const begin = Buffer.from([0, RESPONDER, 0, 0, 0, 0, 0, 0]);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    Buffer.concat([
      record(RECORD.begin, begin),
      record(RECORD.params, Buffer.concat(params.map(([name, value]) => pair(name, value)))),
      record(RECORD.params, Buffer.alloc(0)),
      record(RECORD.input, Buffer.alloc(0)),
    ]),
  );
  const pieces: Buffer[] = [];
  try {
    for await (const piece of socket) pieces.push(piece as Buffer);
  } catch (error) {
    // Programs may close before they have read the end of the empty input: the connection is then reset after the answer.
    if (pieces.length === 0) throw error;
  }
  return bodyOf(Buffer.concat(pieces));
}

function record(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.set([1, type, 0, 1]);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

function pair(name: string, value: string): Buffer {
  const lengths = Buffer.alloc(8);
  // The highest bit tells that a length takes four bytes.
  lengths.writeUInt32BE((name.length | 0x80_00_00_00) >>> 0, 0);
  lengths.writeUInt32BE((value.length | 0x80_00_00_00) >>> 0, 4);
  return Buffer.concat([lengths, Buffer.from(name + value)]);
}

function bodyOf(answer: Buffer): Buffer {
  const output: Buffer[] = [];
  for (let at = 0; at + HEADER_BYTES <= answer.length;) {
    const length = answer.readUInt16BE(at + 4);
    const content = answer.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
    if (answer[at + 1] === RECORD.output) output.push(content);
    at += HEADER_BYTES + length + answer[at + 6]!;
  }
  const whole = Buffer.concat(output);
  const end = whole.indexOf('\r\n\r\n');
  if (end === -1) throw new Error('The FastCGI program gave no answer.');
  return whole.subarray(end + 4);
}
