import type { BlobStore } from '../../blobs/index.ts';
import type { MetaValue, PullSource, StampEntry } from '../../sync/index.ts';
import { createRetries, OutboundError, type Retries, type RetryLimits } from '../outbound/index.ts';
import { readValue, type DatasetAddress, type Peer } from '../peer/index.ts';
import { BudgetSpent, ofOneFile } from './file-fault.ts';
import { transferFile } from './file-transfer.ts';
import { NO_HASH, type RemoteState } from './remote-state.ts';

export interface ImportLimits {
  /** Files fetched at the same time. */
  readonly parallelFiles: number;
  readonly fileTimeoutMs: number;
  /** Counts down what all datasets of the import may still bring, in bytes. */
  readonly budget: { bytes: number };
  readonly retry: RetryLimits;
}

/** A file whose bytes are in the blob store. */
export interface ArrivedFile {
  readonly hash: string;
  readonly size: number;
  /** Whether it was transferred; else it was here already under another path. */
  readonly isNew: boolean;
  readonly retries: Retries;
}

export interface SourceOptions {
  readonly peer: Peer;
  readonly dataset: DatasetAddress;
  readonly state: Pick<RemoteState, 'sizes'>;
  readonly blobs: BlobStore;
  readonly limits: ImportLimits;
  /** Told of bytes as they arrive. */
  readonly arrived: (bytes: number) => void;
  /** Told when no more metadata can be had. */
  readonly withheld: (cause: OutboundError) => void;
}

/** The other instance, as changes come from it. */
export function importSource(options: SourceOptions): PullSource<ArrivedFile> {
  let isWithheld = false;
  return {
    fetch: (entry, signal) => fetchFile(options, entry, signal),

    async *dump(ids, signal) {
      if (isWithheld) return;
      try {
        yield* dumpedValues(options, ids, signal);
      } catch (cause) {
        if (signal.aborted || !(cause instanceof OutboundError) || cause.fault === 'unauthorized') throw cause;
        isWithheld = true;
        options.withheld(cause);
      }
    },
  };
}

/** @throws FileFault, or what ends the whole import */
function fetchFile(
  { peer, dataset, state, blobs, limits, arrived }: SourceOptions,
  { path, hash }: StampEntry,
  signal: AbortSignal,
): Promise<ArrivedFile> {
  const retries = createRetries(limits.retry);
  const file = { path, size: state.sizes.get(path), hash: hash === NO_HASH ? undefined : hash };
  let charged = 0;
  const allow = (bytes: number): void => {
    const more = Math.max(0, bytes - charged);
    if (more > limits.budget.bytes) throw new BudgetSpent();
    limits.budget.bytes -= more;
    charged += more;
  };
  return ofOneFile(limits.fileTimeoutMs, signal, retries, async (limited) => {
    const blob = await transferFile({ peer, dataset, file, blobs, retries, allow, arrived }, limited);
    return { hash: blob.hash, size: blob.size, isNew: true, retries };
  });
}

/** Values by id; a dump that breaks off is asked for the rest. @throws OutboundError */
async function* dumpedValues(
  { peer, dataset, limits }: SourceOptions,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<MetaValue> {
  const retries = createRetries(limits.retry);
  const open = new Set(ids);
  while (open.size > 0)
    try {
      let items = 0;
      for await (const item of peer.values(dataset, [...open], signal)) {
        const value = readValue(item);
        items += 1;
        if (value === undefined || items > ids.length)
          throw new OutboundError('lasting', 'The source sends other things than the metadata it was asked for.');
        if (open.delete(value.id)) yield value;
      }
      return;
    } catch (cause) {
      await retries.pause(cause, signal);
    }
}
