import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { DatasetGrant, OrganizationGrant } from '../../access/index.ts';
import { createThreads, ThreadError, type Threads } from '../../concurrency/index.ts';
import {
  checksumIn,
  type PushRow,
  type Pushes,
  type PushStep,
  type PushTarget,
  type PushUser,
  type SentValue,
  type StateFiles,
} from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { linesOf } from './lines.ts';
import type * as work from './push-thread.ts';
import { createSpool, type Spooled } from './spool.ts';
import { itemOf } from './stamp/item.ts';

/** Where a push begins: a dataset, or the organization and slug of one that is not there yet. */
export type PushPlace =
  | { readonly dataset: DatasetGrant }
  | { readonly organization: OrganizationGrant; readonly slug: string };

/** A request whose body is read here. */
export interface PushCall {
  readonly request: IncomingMessage;
  readonly signal: AbortSignal;
  readonly user: PushUser;
  /** Asked again behind the body. Throws when the caller may no longer write. */
  readmit(): Promise<void>;
}

/** What of a push concerns bodies: stamps and dumps of any size. */
export interface PushBodies {
  /** Begins a push. @returns undefined when the client has to pull first. @throws `invalid-input` for a stamp that cannot be */
  begin(place: PushPlace, call: PushCall): Promise<PushRow | undefined>;
  /** Keeps values of metadata for the push that the body names. */
  keepValues(dataset: DatasetGrant, call: PushCall): Promise<void>;
  /** Removes what processes left behind that died. @param olderThanMs a day, unless no other process can be at work */
  sweep(olderThanMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface PushBodyDependencies {
  readonly pushes: Pushes;
  readonly stamps: StateFiles;
  /** Folder for bodies. */
  readonly scratch: string;
}

/** Reading a stamp is work for one processor, some seconds of it for a million entries. */
const THREADS = 2;
const WAITING = 32;
/** The largest stamp in the worst order, on a slow machine. */
const TIMEOUT_MS = 600_000;
/** Values that are checked and kept at a time. */
const VALUES_AT_ONCE = 500;

export function createPushBodies({ pushes, stamps, scratch }: PushBodyDependencies): PushBodies {
  const spool = createSpool(scratch);
  const module = new URL('./push-thread.ts', import.meta.url);
  const threads = createThreads<typeof work>({ module, threads: THREADS, waiting: WAITING, timeoutMs: TIMEOUT_MS });

  const beginIn = async (place: PushPlace, call: PushCall, body: Spooled): Promise<PushRow | undefined> => {
    const output = join(body.folder, 'difference');
    const target = await compare(place, call, body, output);
    if (target === undefined) return undefined;
    await call.readmit();
    return pushes.begin(target, stepsIn(output), call.user);
  };

  /** Writes the difference between the dataset and the stamp in a body. @returns undefined when that is older */
  const compare = async (
    place: PushPlace,
    call: PushCall,
    body: Spooled,
    output: string,
  ): Promise<PushTarget | undefined> => {
    const run = (present: { file: number; checksum: string } | undefined, isNew: boolean): Promise<boolean> =>
      inThread(threads, 'compareStamps', { ...body, output, present, isNew }, call.signal);
    if ('organization' in place) {
      await run(undefined, true);
      return place;
    }
    const isNew = await pushes.isFresh(place.dataset, call.user);
    const { file, version } = await stamps.open(place.dataset.id);
    try {
      const checksum = await checksumIn(file);
      const isOutdated = await run({ file: file.fd, checksum }, isNew);
      return isOutdated ? undefined : { ...place, base: { state: version, checksum } };
    } finally {
      await file.close();
    }
  };

  return {
    begin: (place, call) => spool.during(call, (body) => beginIn(place, call, body)),

    keepValues: (dataset, call) =>
      spool.during(call, async (body) => {
        const output = join(body.folder, 'values');
        const token = await inThread(threads, 'readMetadata', { ...body, output }, call.signal);
        if (token === undefined) throw fail('invalid-input', 'The token field is required.');
        await call.readmit();
        await pushes.keepValues(await pushes.find(dataset, token, call.user), valuesIn(output));
      }),

    sweep: spool.sweep,
    close: () => threads.close(),
  };
}

/** Work in a thread; what it refuses is told to the client. */
async function inThread<N extends keyof typeof work>(
  threads: Threads<typeof work>,
  name: N,
  input: Parameters<(typeof work)[N]>[0],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<(typeof work)[N]>>> {
  try {
    return await threads.run(name, input, { signal });
  } catch (cause) {
    if (cause instanceof ThreadError && cause.reason === 'invalid-input')
      throw fail('invalid-input', cause.message, cause);
    throw cause;
  }
}

async function* stepsIn(path: string): AsyncGenerator<readonly PushStep[]> {
  for await (const lines of linesOf(path))
    yield lines.map((line) => ({ change: line.startsWith('+') ? 'add' : 'remove', ...itemOf(line.slice(1)) }));
}

async function* valuesIn(path: string): AsyncGenerator<readonly SentValue[]> {
  for await (const lines of linesOf(path))
    for (let from = 0; from < lines.length; from += VALUES_AT_ONCE)
      yield lines.slice(from, from + VALUES_AT_ONCE).map((line) => JSON.parse(line) as SentValue);
}
