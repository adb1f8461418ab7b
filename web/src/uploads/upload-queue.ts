import { createRateMeter } from './rate.ts';
import type { UploadItem, UploadRequest, UploadState, WhenTaken } from './upload-item.ts';
import { isOpen } from './upload-item.ts';

/** Three at a time hide the round trips of small files; more would only share the same line. */
const PARALLEL = 3;

/** The line is good again each time before a file is sent once more; one that is cut off so often has a fault of its own. */
const MOST_CUT_OFF = 5;

/** Reports the total of bytes gone out, and what holds the rest up. */
export type OnSent = (bytes: number, note?: string) => void;

/** What is sent, and what to do when something is there. */
export type UploadTask = UploadRequest & Pick<UploadItem, 'whenTaken' | 'cutOff'>;

/** Sends one item; resolves with its path when the service has it, and with null when the path is taken and nothing was done. */
export type Transfer = (task: UploadTask, onSent: OnSent, signal: AbortSignal) => Promise<string | null>;

export type UploadQueueOptions = {
  readonly transfer: Transfer;
  /** Called when an item has arrived, so that its folder can be shown anew. */
  readonly onDone: (item: UploadItem) => void;
  readonly describe: (error: unknown) => string;
  /** Whether the connection is to blame, not the file. */
  readonly isLineLost: (error: unknown) => boolean;
  /** Resolves when the service answers again; at the latest when the signal is aborted. Never rejects. */
  readonly untilAnswered: (signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
};

export type UploadSnapshot = {
  readonly items: readonly UploadItem[];
  readonly rate: number | null;
  /** The connection is lost, and what waits goes on when it is back. */
  readonly paused: boolean;
};

export type UploadQueue = {
  readonly add: (requests: readonly UploadRequest[]) => void;
  readonly cancel: (id: number) => void;
  readonly cancelAll: () => void;
  readonly retry: (id: number) => void;
  readonly retryFailed: () => void;
  /** What is to happen to all whose names are taken. */
  readonly settleTaken: (choice: Exclude<WhenTaken, 'ask'> | 'skip') => void;
  /** Forgets everything that is over, and fits. */
  readonly clear: (fits?: (item: UploadItem) => boolean) => void;
  /** Ends and forgets everything. */
  readonly reset: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly snapshot: () => UploadSnapshot;
};

/** The list of uploads of this page: order, parallelism, cancelling and trying again. Knows no browser API. */
export function createUploadQueue({
  transfer,
  onDone,
  describe,
  isLineLost,
  untilAnswered,
  now = () => performance.now(),
}: UploadQueueOptions): UploadQueue {
  const items = new Map<number, UploadItem>();
  /** Those of them that wait, in order: looking for the next among a hundred thousand would take longer than sending it. */
  const waiting = new Set<number>();
  const aborts = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  const meter = createRateMeter();
  let [nextId, nextBatch] = [1, 1];
  let current: UploadSnapshot | null = null;
  /** Ends the waiting for the service. */
  let pause: AbortController | null = null;

  const changed = (): void => {
    current = null;
    for (const listener of listeners) listener();
  };
  const patch = (id: number, change: Partial<UploadItem>): void => {
    const item = items.get(id);
    if (item === undefined) return;
    items.set(id, { ...item, ...change });
    if (change.state === 'waiting') waiting.add(id);
    else if (change.state !== undefined) waiting.delete(id);
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
      const path = await transfer(item, onSent, abort.signal);
      if (path === null) {
        if (!abort.signal.aborted) patch(item.id, { state: 'taken', sent: 0 });
      } else {
        if (!abort.signal.aborted) patch(item.id, { state: 'done', sent: item.size, path });
        onDone(item);
      }
    } catch (error) {
      // A cancelled item has its state already, perhaps even a new attempt.
      if (!abort.signal.aborted) giveBack(item, error);
    } finally {
      if (aborts.get(item.id) === abort) aborts.delete(item.id);
      pump();
    }
  };

  /** After a failure: back to those that wait, behind them, when the connection is lost. */
  const giveBack = (item: UploadItem, error: unknown): void => {
    const cutOff = item.cutOff + 1;
    if (!isLineLost(error) || cutOff >= MOST_CUT_OFF) {
      patch(item.id, { state: 'failed', problem: describe(error) });
      return;
    }
    patch(item.id, { state: 'waiting', sent: 0, note: null, cutOff });
    if (pause !== null) return;
    const begun = (pause = new AbortController());
    void untilAnswered(begun.signal).then(() => {
      if (pause !== begun) return;
      pause = null;
      pump();
    });
  };

  const pump = (): void => {
    if (waiting.size === 0) {
      pause?.abort();
      pause = null;
    }
    for (const id of waiting) {
      const item = items.get(id);
      if (aborts.size >= PARALLEL || pause !== null) break;
      if (item !== undefined) void send(item);
    }
    if (aborts.size === 0) meter.reset();
    changed();
  };

  const stop = (id: number): void => {
    const item = items.get(id);
    if (item === undefined || !(isOpen(item) || item.state === 'taken')) return;
    patch(id, { state: 'cancelled' });
    aborts.get(id)?.abort();
    aborts.delete(id);
  };
  const restart = (matches: (item: UploadItem) => boolean, change: Partial<UploadItem> = {}): void => {
    for (const item of items.values()) {
      if (matches(item)) patch(item.id, { state: 'waiting', sent: 0, problem: null, cutOff: 0, ...change });
    }
    pump();
  };
  const isTaken = ({ state }: UploadItem): boolean => state === 'taken';

  return {
    add: (requests) => {
      const [batch, chosenAt] = [nextBatch++, Date.now()];
      for (const request of requests) {
        const id = nextId++;
        const size = request.file?.size ?? 0;
        items.set(id, { ...request, ...FRESH, id, batch, chosenAt, size });
        waiting.add(id);
      }
      pump();
    },
    cancel: (id) => {
      stop(id);
      pump();
    },
    cancelAll: () => {
      for (const id of Array.from(items.keys())) stop(id);
      pump();
    },
    retry: (id) => restart((item) => item.id === id && REPEATABLE.has(item.state)),
    retryFailed: () => restart((item) => item.state === 'failed'),
    settleTaken: (choice) => {
      if (choice === 'skip') {
        for (const item of items.values()) if (isTaken(item)) patch(item.id, { state: 'cancelled' });
        changed();
      } else restart(isTaken, { whenTaken: choice });
    },
    reset: () => {
      for (const id of Array.from(items.keys())) stop(id);
      items.clear();
      pump();
    },
    clear: (fits = () => true) => {
      for (const item of Array.from(items.values()))
        if (!isOpen(item) && !isTaken(item) && fits(item)) items.delete(item.id);
      changed();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => (current ??= { items: [...items.values()], rate: meter.rate(now()), paused: pause !== null }),
  };
}

const FRESH = { state: 'waiting', whenTaken: 'ask', sent: 0, cutOff: 0, note: null, problem: null } as const;

const REPEATABLE: ReadonlySet<UploadState> = new Set(['failed', 'cancelled']);
