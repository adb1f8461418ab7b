import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/index.ts';
import type { Operation, Operations } from '../../jobs/index.ts';
import type { EntryObserver } from '../objects/entry-observer.ts';
import type { StateFiles } from '../state-files/state-files.ts';
import { lockRemoved, nextRemoved, removeRow, removeRows, START, takeAway, type Position } from './removal-store.ts';

/** Id of the operation that removes what was taken away. */
export const REMOVAL_TOOL = 'dataset-removal';

/** Rows removed by one statement: some ten milliseconds, so that the embedded database serves others in between. */
const BATCH = 2000;

/** The end of datasets: at once for everybody who asks, in the background for their rows. */
export interface DatasetRemoval {
  /** Takes datasets away that the transaction has locked; what is in them is removed once it has committed. */
  begin(transaction: Database, ids: readonly string[]): Promise<void>;
  /** Removes all that was taken away, by whomever. Can be cut off anywhere and begun anew. */
  readonly operation: Operation;
  /** Starts the operation anew when the one that had to remove what was taken away has failed. */
  requeue(): Promise<void>;
}

export interface RemovalOptions {
  readonly db: Database;
  readonly operations: Pick<Operations, 'start' | 'startOnce'>;
  readonly observers: readonly Pick<EntryObserver, 'datasetsDeleted'>[];
  /** What is kept of datasets as files. */
  readonly files: readonly Pick<StateFiles, 'remove'>[];
}

export function createRemoval({ db, operations, observers, files }: RemovalOptions): DatasetRemoval {
  /** @returns false when the dataset is gone, or another process is at it */
  const inTransaction = async <T>(id: string, work: (transaction: Database) => Promise<T>): Promise<T | false> =>
    db.transaction().execute(async (transaction) => (await lockRemoved(transaction, id)) && work(transaction));

  const remove = async (id: string, signal: AbortSignal): Promise<boolean> => {
    // Builds and tasks first: what they write now is refused, but they need not go on.
    for (const { datasetsDeleted } of observers) {
      const stop = await inTransaction(id, (transaction) => datasetsDeleted(transaction, [id]));
      if (stop === false) return false;
      await stop();
    }
    for (let position: Position | undefined = START; position !== undefined;) {
      signal.throwIfAborted();
      const from: Position = position;
      const next = await inTransaction(id, (transaction) => removeRows(transaction, id, from, BATCH));
      if (next === false) return false;
      position = next;
      // Answers of the embedded database come without anything else having had its turn.
      await setImmediate();
    }
    // Before the row, so that nothing stays when the process ends here. A file that is being written now finds out itself.
    for (const kept of files) await kept.remove(id);
    await inTransaction(id, (transaction) => removeRow(transaction, id));
    return true;
  };

  return {
    async begin(transaction, ids) {
      if (ids.length === 0) return;
      await takeAway(transaction, ids);
      await operations.start(transaction, REMOVAL_TOOL, { datasets: ids.length }, null);
    },

    async requeue() {
      if ((await nextRemoved(db, undefined)) === undefined) return;
      await db.transaction().execute((transaction) => operations.startOnce(transaction, REMOVAL_TOOL, {}, null));
    },

    async operation({ signal, report }) {
      let datasets = 0;
      for (let id = await nextRemoved(db, undefined); id !== undefined; id = await nextRemoved(db, id)) {
        report(null, `${datasets} datasets removed`);
        if (await remove(id, signal)) datasets += 1;
      }
      return { datasets };
    },
  };
}
