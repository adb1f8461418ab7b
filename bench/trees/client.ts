import { createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came back, and when, in milliseconds. */
export interface Answer {
  readonly status: number;
  /** Empty when it went to a file. */
  readonly text: string;
  readonly firstByte: number;
  readonly whole: number;
}

export interface Ask {
  readonly method?: string;
  readonly json?: unknown;
  /** File the answer goes to. */
  readonly file?: string;
}

/** Calls a service as one user. `fetch` gives up after five minutes, which a large tree may take on a slow machine. */
export type Client = (path: string, ask?: Ask) => Promise<Answer>;

/** @throws in its calls what the signal says, and for answers that are no success */
export function clientOf(url: string, credentials: string, signal: AbortSignal): Client {
  return async (path, { method = 'GET', json, file } = {}) => {
    const begin = performance.now();
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(url + path, { method, auth: credentials, headers, signal });
    const answered = new Promise<Answer>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        let firstByte = 0;
        const chunks: Buffer[] = [];
        response.once('data', () => (firstByte = performance.now() - begin));
        const kept = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk);
            done();
          },
        });
        pipeline(response, file === undefined ? kept : createWriteStream(file)).then(() => {
          const text = Buffer.concat(chunks).toString();
          const status = response.statusCode ?? 0;
          if (status >= 300) reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`));
          else resolve({ status, text, firstByte, whole: performance.now() - begin });
        }, reject);
      });
    });
    call.end(body);
    return answered;
  };
}

/** Time between two small requests of one kind. */
const PAUSE_MS = 10;

/**
 * Does small requests of several kinds while something runs, each kind one after the other.
 *
 * @returns the longest time each took, and how many there were, in words
 */
export async function whileAsking(
  client: Client,
  paths: Readonly<Record<string, string>>,
  work: () => Promise<unknown>,
): Promise<string> {
  let running = true;
  const kinds = Object.entries(paths).map(async ([what, path]) => {
    let [longest, count] = [0, 0];
    while (running) {
      longest = Math.max(longest, (await client(path)).whole);
      count += 1;
      await sleep(PAUSE_MS);
    }
    return `${what} ${longest.toFixed(0)} ms (of ${count})`;
  });
  try {
    await work();
  } finally {
    running = false;
  }
  return (await Promise.all(kinds)).join(', ');
}
