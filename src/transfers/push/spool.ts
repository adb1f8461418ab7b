import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createLimiter } from '../../concurrency/index.ts';
import { fail, failThrottled } from '../../errors/index.ts';

/** Largest body: the stamp of some five million entries, each with its percent signs. */
export const MAX_SPOOLED_BYTES = 1024 ** 3;
/** Bodies that lie on the disk at the same time, and those that wait for it. */
const [AT_ONCE, WAITING] = [16, 32];
/** Bodies of one user among them: a body may take as long as it keeps coming, and others must not wait for it. */
const OF_ONE_USER = 2;
const RETRY_SECONDS = 5;
/** No body is worked on for that long: what is older was left by a process that died. */
const LEFT_MS = 24 * 3_600_000;
const PREFIX = 'push-';

/** A body on the disk, in a folder of its own that goes when the work is done. */
export interface Spooled {
  readonly folder: string;
  readonly path: string;
  /** Its `Content-Type`; empty for none. */
  readonly type: string;
}

/** A body that begins to arrive. */
export interface SentBody {
  readonly request: IncomingMessage;
  readonly signal: AbortSignal;
  /** Whose it is. */
  readonly user: { readonly id: string };
}

/** Bodies of any size, held on the disk instead of in memory. */
export interface Spool {
  /** @throws `too-large`; `invalid-input` for a body that was cut off; `throttled`, `busy` */
  during<T>(sent: SentBody, work: (body: Spooled) => Promise<T>): Promise<T>;
  /** Removes what processes left behind that died. @param olderThanMs a day, unless no other process can be at work */
  sweep(olderThanMs?: number): Promise<void>;
}

export function createSpool(scratch: string): Spool {
  const limiter = createLimiter(AT_ONCE, WAITING, () =>
    fail('busy', 'Many pushes begin at once; try again in a moment.'),
  );
  const counted = countedByUser();
  const spooled = async <T>({ request, signal }: SentBody, work: (body: Spooled) => Promise<T>): Promise<T> => {
    const folder = join(scratch, `${PREFIX}${randomUUID()}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const path = join(folder, 'body');
      await write(request, path, signal);
      return await work({ folder, path, type: request.headers['content-type'] ?? '' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    async during(sent, work) {
      const declared = Number(sent.request.headers['content-length'] ?? 0);
      if (declared > MAX_SPOOLED_BYTES) throw tooLarge();
      return counted(sent.user.id, () => limiter.run(() => spooled(sent, work), sent.signal));
    },

    async sweep(olderThanMs = LEFT_MS) {
      for (const name of await readdir(scratch)) {
        if (!name.startsWith(PREFIX)) continue;
        const facts = await stat(join(scratch, name)).catch(() => undefined);
        if (facts && facts.mtimeMs <= Date.now() - olderThanMs)
          await rm(join(scratch, name), { recursive: true, force: true });
      }
    },
  };
}

/** @returns does work for a user. @throws `throttled` while as much as he may have is under way */
function countedByUser(): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const counts = new Map<string, number>();
  return async (userId, work) => {
    const count = counts.get(userId) ?? 0;
    if (count >= OF_ONE_USER)
      throw failThrottled(`You send ${count} stamps or dumps of metadata already; wait for one to end.`, RETRY_SECONDS);
    counts.set(userId, count + 1);
    try {
      return await work();
    } finally {
      const left = counts.get(userId)! - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
    }
  };
}

async function write(request: IncomingMessage, path: string, signal: AbortSignal): Promise<void> {
  let size = 0;
  const measure = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      size += bytes.length;
      done(size > MAX_SPOOLED_BYTES ? tooLarge() : null, bytes);
    },
  });
  try {
    await pipeline(request, measure, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (cause) {
    if (!request.complete && request.destroyed)
      throw fail('invalid-input', 'The body was cut off before its end.', cause);
    throw cause;
  }
}

const tooLarge = (): Error => fail('too-large', `A push takes bodies of ${MAX_SPOOLED_BYTES} bytes at most.`);
