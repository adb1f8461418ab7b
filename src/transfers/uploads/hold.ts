import type { Lock, Locker } from '@tus/server';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { endHold, keepHold, takeHold } from './store.ts';

/** How often a holder says that it lives, and looks whether somebody waits. */
const BEAT_MS = 1000;
const ASK_AGAIN_MS = 100;
/** How long a request waits for another one to let go: that one has the end of a write to come to. */
const PATIENCE_MS = 15_000;

/**
 * Locks of uploads as rows of the database, good for all processes: a request holds an upload as long as it says so, and
 * lets go when another one wants it, as a client that lost its connection asks again while the server still waits for it.
 *
 * @returns makes the locks of a request. @param isWanted told when another request wants one of them
 */
export function createHolds(db: Database): (holder: string, isWanted: () => void) => Locker {
  return (holder, isWanted) => ({
    newLock(id) {
      const hold = createHold(db, id, holder);
      const lock: Lock['lock'] = (signal, letGo) =>
        hold.lock(signal, () => {
          isWanted();
          return letGo();
        });
      return { ...hold, lock };
    },
  });
}

export function createHold(db: Database, id: string, holder: string): Lock {
  let beat: NodeJS.Timeout | undefined;
  return {
    async lock(signal, letGo) {
      const end = Date.now() + PATIENCE_MS;
      // An upload that is not there needs no lock: it is about to be made, held already, or missed a moment later.
      while ((await takeHold(db, id, holder)) === 'held') {
        signal.throwIfAborted();
        if (Date.now() > end) throw fail('busy', 'Another request sends to this upload at this moment; try again.');
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
      let wasHeld = false;
      beat = setInterval(() => {
        keepHold(db, id, holder).then(
          (wanted) => {
            if (wanted || (wanted === undefined && wasHeld)) void letGo();
            wasHeld ||= wanted !== undefined;
          },
          () => undefined, // The database is away; what is written can be noted when it is back, or not at all.
        );
      }, BEAT_MS);
    },
    async unlock() {
      clearInterval(beat);
      await endHold(db, id, holder);
    },
  };
}
