import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A network that loses connections: one is cut after so many bytes, until the cuts are used up. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Bytes that have gone through, both ways. */
  readonly bytes: number;
  /** From now on. */
  cut(cuts: { readonly times: number; readonly after: number }): void;
  /** Holds the connection that carries the last of so many bytes, for good. @returns when it is held */
  hold(after: number): Promise<void>;
}

/** @param target address of the service behind it */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = 0;
  let after = Infinity;
  let bytes = 0;
  let sinceCut = 0;
  let sinceHold = 0;
  let held: { readonly after: number; readonly tell: () => void } | undefined;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      // A cut shows as an error on one side or the other, which is what it is for.
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()));
    }
    const counter = (): Transform =>
      new Transform({
        transform(piece: Buffer, _encoding, done) {
          bytes += piece.length;
          sinceCut += piece.length;
          sinceHold += piece.length;
          if (held !== undefined && sinceHold > held.after) {
            held.tell();
            held = undefined;
            return; // Nothing more comes through, until somebody loses patience.
          }
          const isCut = left > 0 && sinceCut > after;
          if (!isCut) return done(null, piece);
          left--;
          sinceCut = 0;
          near.resetAndDestroy();
        },
      });
    near.pipe(counter()).pipe(far);
    far.pipe(counter()).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return bytes;
    },
    cut(cuts) {
      left = cuts.times;
      after = cuts.after;
      sinceCut = 0;
    },
    hold: (bytesBefore) =>
      new Promise((tell) => {
        held = { after: bytesBefore, tell };
        sinceHold = 0;
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
