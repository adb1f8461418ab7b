import type { LeastProgress, MemoryClient } from './memory-client.ts';

/** Memory that a client holds. */
export interface Held {
  readonly client: MemoryClient;
  shrink(bytes: number): void;
  /** Ends the connection and gives the memory back; the connection frees its buffers a moment later. */
  cutOff(): void;
}

/** What clients hold of a share, and which of them make no progress. */
export interface Holders {
  /** @param release gives the memory back */
  add(client: MemoryClient, bytes: number, release: () => void): Held;
  bytesOf(subject: string): number;
  anonymousBytes(): number;
}

interface Entry extends Held {
  bytes: number;
  /** Bytes that the client had moved when it made progress last. */
  moved: number;
  /** When that was. */
  since: number;
}

/** One look at each connection. A client without progress is found this much late. */
const LOOK_MS = 1000;

/**
 * @param progress what a client moves at least
 * @param silent told at each look of the clients that make no progress, the longest first
 */
export function createHolders(progress: LeastProgress, silent: (held: readonly Held[]) => void): Holders {
  const entries = new Set<Entry>();
  const bySubject = new Map<string, number>();
  let anonymous = 0;
  let looking: NodeJS.Timeout | undefined;

  function count({ subject, isAnonymous }: MemoryClient, bytes: number): void {
    const own = (bySubject.get(subject) ?? 0) + bytes;
    if (own === 0) bySubject.delete(subject);
    else bySubject.set(subject, own);
    if (isAnonymous) anonymous += bytes;
  }

  function look(): void {
    const now = performance.now();
    for (const entry of entries) {
      const moved = entry.client.moved();
      if (moved !== undefined && moved - entry.moved < progress.bytes) continue;
      entry.moved = moved ?? entry.moved;
      entry.since = now;
    }
    const late = [...entries].filter(({ since }) => now - since >= progress.ms);
    if (late.length > 0) silent(late.toSorted((one, other) => one.since - other.since));
  }

  return {
    add(client, bytes, release) {
      const entry: Entry = {
        client,
        bytes,
        moved: client.moved() ?? 0,
        since: performance.now(),
        shrink(to) {
          count(client, to - entry.bytes);
          entry.bytes = to;
          if (to > 0) return;
          entries.delete(entry);
          if (entries.size === 0) clearInterval(looking);
        },
        cutOff() {
          client.cutOff();
          release();
        },
      };
      count(client, bytes);
      if (entries.size === 0) looking = setInterval(look, LOOK_MS).unref();
      entries.add(entry);
      return entry;
    },
    bytesOf: (subject) => bySubject.get(subject) ?? 0,
    anonymousBytes: () => anonymous,
  };
}
