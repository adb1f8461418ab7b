import { createRateMeter } from './rate.ts';
import type { UploadItem, UploadRequest, UploadState } from './upload-item.ts';
import { isOpen } from './upload-item.ts';

/** Three at a time hide the round trips of small files; more would only share the same line. */
const PARALLEL = 3;

/** Reports the total of bytes gone out, and what holds the rest up. */
export type OnSent = (bytes: number, note?: string) => void;

/** Sends one item; resolves when the service has it. */
export type Transfer = (request: UploadRequest, onSent: OnSent, signal: AbortSignal) => Promise<void>;

export type UploadQueueOptions = {
  readonly transfer: Transfer;
  /** Called when an item has arrived, so that its folder can be shown anew. */
  readonly onDone: (item: UploadItem) => void;
  readonly describe: (error: unknown) => string;
  readonly now?: () => number;
};

export type UploadSnapshot = { readonly items: readonly UploadItem[]; readonly rate: number | null };

export type UploadQueue = {
  readonly add: (requests: readonly UploadRequest[]) => void;
  readonly cancel: (id: number) => void;
  readonly cancelAll: () => void;
  readonly retry: (id: number) => void;
  readonly retryFailed: () => void;
  /** Forgets everything that is over. */
  readonly clear: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly snapshot: () => UploadSnapshot;
};

/** The list of uploads of this page: order, parallelism, cancelling and trying again. Knows no browser API. */
export function createUploadQueue({
  transfer,
  onDone,
  describe,
  now = () => performance.now(),
}: UploadQueueOptions): UploadQueue {
  const items = new Map<number, UploadItem>();
  const aborts = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  const meter = createRateMeter();
  let nextId = 1;
  let current: UploadSnapshot | null = null;

  const changed = (): void => {
    current = null;
    for (const listener of listeners) listener();
  };
  const patch = (id: number, change: Partial<UploadItem>): void => {
    const item = items.get(id);
    if (item !== undefined) items.set(id, { ...item, ...change });
  };

  const send = async (item: UploadItem): Promise<void> => {
    const abort = new AbortController();
    aborts.set(item.id, abort);
    patch(item.id, { state: 'sending', sent: 0, note: null, problem: null });
    meter.add(now(), 0);
    let counted = 0;
    const onSent: OnSent = (bytes, note) => {
      // What a lost connection took with it is sent once more.
      meter.add(now(), Math.max(0, bytes - counted));
      counted = bytes;
      patch(item.id, { sent: Math.min(bytes, item.size), note: note ?? null });
      changed();
    };
    try {
      await transfer(item, onSent, abort.signal);
      if (!abort.signal.aborted) patch(item.id, { state: 'done', sent: item.size });
      onDone(item);
    } catch (error) {
      // A cancelled item has its state already, perhaps even a new attempt.
      if (!abort.signal.aborted) patch(item.id, { state: 'failed', problem: describe(error) });
    } finally {
      if (aborts.get(item.id) === abort) aborts.delete(item.id);
      pump();
    }
  };

  const pump = (): void => {
    for (const item of items.values()) {
      if (aborts.size >= PARALLEL) break;
      if (item.state === 'waiting') void send(item);
    }
    if (aborts.size === 0) meter.reset();
    changed();
  };

  const stop = (id: number): void => {
    const item = items.get(id);
    if (item === undefined || !isOpen(item)) return;
    patch(id, { state: 'cancelled' });
    aborts.get(id)?.abort();
    aborts.delete(id);
  };
  const restart = (matches: (item: UploadItem) => boolean): void => {
    for (const item of items.values()) {
      if (matches(item)) patch(item.id, { state: 'waiting', sent: 0, problem: null });
    }
    pump();
  };

  return {
    add: (requests) => {
      for (const request of requests) {
        const id = nextId++;
        const size = request.file?.size ?? 0;
        items.set(id, { ...request, id, state: 'waiting', size, sent: 0, note: null, problem: null });
      }
      pump();
    },
    cancel: (id) => {
      stop(id);
      pump();
    },
    cancelAll: () => {
      for (const id of [...items.keys()]) stop(id);
      pump();
    },
    retry: (id) => restart((item) => item.id === id && REPEATABLE.has(item.state)),
    retryFailed: () => restart((item) => item.state === 'failed'),
    clear: () => {
      for (const item of [...items.values()]) if (!isOpen(item)) items.delete(item.id);
      changed();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => (current ??= { items: [...items.values()], rate: meter.rate(now()) }),
  };
}

const REPEATABLE: ReadonlySet<UploadState> = new Set(['failed', 'cancelled']);
