import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/index.ts';
import { EngineError } from '../../engine/index.ts';
import { findEntry } from '../entries/entry-store.ts';
import { dependantPages, PAGE, type Change } from './dependants.ts';
import { inspectAgain, type InspectAgainDependencies } from './inspect-again.ts';
import {
  deleteNotes,
  findNotes,
  holdDataset,
  insertNotes,
  nextForgotten,
  releaseDataset,
  type Note,
} from './reinspection-store.ts';

/** Looks again at entries whose facts depend on other files of their dataset. */
export interface Reinspection {
  /**
   * To be called in the transaction that writes, moves or removes files or folders: that their dependants are to be
   * inspected again is then known for good, whatever happens to the request and this process.
   */
  note(transaction: Database, dataset: { readonly id: string }, changes: readonly Change[]): Promise<void>;
  /**
   * To be called after its commit: what depends on these paths is inspected again, at once when that is little, so that
   * the answer shows it, otherwise in the background. Never rejects; what went wrong is reported.
   */
  refresh(dataset: { readonly id: string }, changedPaths: readonly string[], signal: AbortSignal): Promise<void>;
  /** Settles in the background what an ended process left, or could not settle itself. */
  settle(): Promise<void>;
  /** Waits until nothing is inspected in the background. */
  idle(): Promise<void>;
  /** Ends the work in the background; what is left is settled after the next start. */
  close(): Promise<void>;
}

export interface ReinspectionDependencies extends InspectAgainDependencies {
  /** Takes what went wrong. */
  readonly report: (fault: unknown) => void;
}

/** What is done before an answer: a shapefile or some models, found by an index or a short walk. */
const AT_ONCE = { entries: 8, pages: 2000 / PAGE, milliseconds: 2000 };
/** Requests that wait for each other in a dataset; more are answered before it is done. */
const MOST_WAITING = 4;
/** In the background, all is done. */
const NONE: typeof AT_ONCE = { entries: Infinity, pages: Infinity, milliseconds: Infinity };
/** Notes older than this are no longer those of a request under way. */
const FORGOTTEN_MS = 60_000;
/** How often a process says that it is still at a dataset: well within the time it holds it. */
const RENEWED_MS = 60_000;
/** Between two attempts at an entry while uploads fill the queue of the engine. */
const BUSY_MS = 1000;

export function createReinspection(dependencies: ReinspectionDependencies): Reinspection {
  const { db, report } = dependencies;
  const holder = randomUUID();
  const closing = new AbortController();
  /** Datasets that are looked at in this process, at once or in the background. */
  const underway = new Map<string, { readonly last: Promise<void>; readonly length: number }>();
  const waiting = new Set<string>();
  /** Datasets of which this process has noted changes; spares a question where there are none. */
  const noted = new Set<string>();
  let background: Promise<void> | undefined;
  /** The dataset that is settled in the background. */
  let settling: string | undefined;

  /** Inspects the dependants of changes again. @returns false when the limits end it before the last of them */
  const work = async (
    id: string,
    changes: readonly Note[],
    limits: typeof AT_ONCE,
    signal: AbortSignal,
    before?: () => Promise<void>,
  ): Promise<boolean> => {
    const deadline = Date.now() + limits.milliseconds;
    let [entries, pages] = [0, 0];
    for await (const page of dependantPages(db, id, changes)) {
      if ((pages += 1) > limits.pages) return false;
      for (const path of page) {
        if ((entries += 1) > limits.entries || Date.now() > deadline) return false;
        await before?.();
        while (!(await lookAgain(dependencies, id, path, signal))) {
          if (limits !== NONE) return false;
          await sleep(BUSY_MS, undefined, { signal });
        }
      }
    }
    await deleteNotes(db, id, changes);
    return true;
  };

  const settleDataset = async (id: string): Promise<void> => {
    let held = -Infinity;
    const hold = async (): Promise<void> => {
      if (Date.now() - held < RENEWED_MS) return;
      if (!(await holdDataset(db, id, holder))) throw new Held();
      held = Date.now();
    };
    try {
      await hold();
      for (let notes = await findNotes(db, id); notes.length > 0; notes = await findNotes(db, id))
        await work(id, notes, NONE, closing.signal, hold);
    } catch (fault) {
      if (!(fault instanceof Held || closing.signal.aborted)) report(fault);
    } finally {
      await releaseDataset(db, id, holder).catch(report);
    }
  };

  const drain = async (): Promise<void> => {
    for (const id of waiting) {
      if (closing.signal.aborted) return;
      waiting.delete(id);
      settling = id;
      await takeTurn(id, () => settleDataset(id));
    }
    settling = undefined;
  };
  const wake = (id: string): void => {
    waiting.add(id);
    background ??= drain().finally(() => (background = undefined));
  };
  /** One at a time in a dataset: two would inspect the same files. Never rejects when the turns do not. */
  const takeTurn = async (id: string, turn: () => Promise<void>): Promise<void> => {
    const before = underway.get(id);
    const last = (before?.last ?? Promise.resolve()).then(turn);
    underway.set(id, { last, length: (before?.length ?? 0) + 1 });
    await last;
    if (underway.get(id)?.last === last) underway.delete(id);
  };

  const settleAtOnce = async (id: string, paths: readonly string[], signal: AbortSignal): Promise<void> => {
    let done = false;
    try {
      if (signal.aborted) return;
      const notes = await findNotes(db, id, paths);
      done = notes.length === 0 || (await work(id, notes, AT_ONCE, AbortSignal.any([signal, closing.signal])));
    } catch (fault) {
      if (!signal.aborted && !closing.signal.aborted) report(fault);
    } finally {
      if (!done) wake(id);
    }
  };

  return {
    async note(transaction, { id }, changes) {
      if (changes.length > 0 && (await insertNotes(transaction, id, changes))) noted.add(id);
    },

    async refresh({ id }, changedPaths, signal) {
      if (!noted.has(id)) return;
      // Behind a long one in the background nobody waits: it takes these as well.
      const queue = underway.get(id)?.length ?? 0;
      if (waiting.has(id) || settling === id || queue >= MOST_WAITING) return wake(id);
      await takeTurn(id, () => settleAtOnce(id, changedPaths, signal));
    },

    async settle() {
      const tried: string[] = [];
      for (;;) {
        const id = await nextForgotten(db, FORGOTTEN_MS, tried);
        if (id === undefined || closing.signal.aborted) break;
        tried.push(id);
        wake(id);
        await background;
      }
    },

    async idle() {
      while (background !== undefined) await background;
    },

    async close() {
      closing.abort(new Error('The service is stopping'));
      await Promise.all([background, ...[...underway.values()].map(({ last }) => last)]);
    },
  };
}

/** Another process is at it. */
class Held extends Error {}

/**
 * One entry that cannot be inspected keeps no other from it: it is reported, and stays as it is.
 *
 * @returns false when the engine is too busy to look at it now
 */
async function lookAgain(
  dependencies: ReinspectionDependencies,
  id: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  try {
    const entry = await findEntry(dependencies.db, id, path);
    if (entry !== undefined) await inspectAgain(dependencies, id, entry, signal);
  } catch (fault) {
    signal.throwIfAborted();
    if (fault instanceof EngineError && fault.code === 'busy') return false;
    dependencies.report(fault);
  }
  return true;
}
