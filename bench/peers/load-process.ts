/**
 * The load of the rows, as a process of its own: one request at a time on each connection, over bare sockets, since a client
 * shares the processors with what it measures. Takes its job as JSON from standard input, prints what it measured.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Load, LoadJob } from './load.ts';

const READ_BYTES = 256 * 1024;
const { port, requests, connections, warmUpMs, milliseconds, isOnce } = JSON.parse(
  await text(process.stdin),
) as LoadJob;
const bytes = requests.map((request) => Buffer.from(request, 'latin1'));

let [next, answers] = [0, 0];
let times: number[] = [];
let end = 0;

/** The request to send next, or none when the time is over. */
function take(): Buffer | undefined {
  if (performance.now() >= end || (isOnce && next >= bytes.length)) return undefined;
  return bytes[next++ % bytes.length];
}

/** Asks on one connection until the time is over. */
function lane(): Promise<void> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let [begun, head, left, isChunked] = [0, '', -1, false];
    let tail = '';
    const ask = (): void => {
      const request = take();
      if (request === undefined) {
        socket.destroy();
        return resolve();
      }
      [head, left, isChunked, tail] = ['', -1, false, ''];
      begun = performance.now();
      socket.write(request);
    };
    const read = (piece: Buffer): void => {
      let at = 0;
      if (left === -1) {
        head += piece.toString('latin1');
        const ended = head.indexOf('\r\n\r\n');
        if (ended === -1) return;
        at = piece.length - (head.length - ended - 4);
        if (!/^HTTP\/1\.1 (200|206|304)/.test(head)) throw new Error(`The answer was ${head}`);
        head = head.slice(0, ended);
        isChunked = /^transfer-encoding: chunked/im.test(head);
        left = head.startsWith('HTTP/1.1 304') ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      }
      if (isChunked) {
        // Nothing follows an answer before the next request, so that its end is that of the piece.
        tail = (tail + piece.toString('latin1', Math.max(at, piece.length - 7))).slice(-7);
        if (!tail.endsWith('0\r\n\r\n')) return;
      } else {
        left -= piece.length - at;
        if (left > 0) return;
      }
      answers += 1;
      times.push(performance.now() - begun);
      ask();
    };
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          try {
            read(buffer.subarray(0, length));
          } catch (error) {
            socket.destroy();
            reject(error as Error);
          }
          return true;
        },
      },
    });
    socket.once('connect', ask).once('error', reject);
    // A server that closes has answered nothing; what was resolved or rejected before stays so.
    socket.once('close', () => reject(new Error('The server closed a connection.')));
  });
}

async function run(duration: number): Promise<number> {
  times = [];
  const begun = performance.now();
  end = begun + duration;
  await Promise.all(Array.from({ length: connections }, lane));
  return performance.now() - begun;
}

// Until both sides have compiled what they run all the time.
if (warmUpMs > 0) await run(warmUpMs);
const taken = await run(milliseconds);
times.sort((left, right) => left - right);
const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? NaN;
const load: Load = { answers, perSecond: (times.length / taken) * 1000, median: at(0.5), p99: at(0.99) };
process.stdout.write(JSON.stringify(load));
