import { tidyEmbedded } from '../database/index.ts';
import type { Schedule } from '../system/index.ts';
import type { Content } from './content.ts';
import type { Context, Foundation } from './foundation.ts';
import type { Services } from './services.ts';

/** The schedules of all features. Those of the system are in `system/system.ts`. */
export function schedulesOf(
  { lifetime: { signal }, reporter }: Context,
  { database, db }: Foundation,
  { reinspection, pending, removal, refillSearchColumns }: Content,
  { transfers, tasks: { upkeep, parking } }: Services,
): readonly Schedule[] {
  const tidy = {
    everyMs: 60_000,
    run: async () => void (await tidyEmbedded(db)),
    onError: reporter('embedded database'),
  };
  return [
    { everyMs: 60_000, run: transfers.tidy, onError: reporter('transfers') },
    { everyMs: 60_000, run: reinspection.settle, onError: reporter('reinspection') },
    { everyMs: 60_000, run: refillSearchColumns, onError: reporter('search columns') },
    { everyMs: 300_000, run: () => pending.sweep(signal), onError: reporter('pending builds') },
    { everyMs: 5000, run: upkeep.dispatch, onError: reporter('tasks') },
    { everyMs: 1000, run: () => parking.look(signal), onError: reporter('tasks') },
    { everyMs: 30_000, run: upkeep.settle, onError: reporter('tasks') },
    { everyMs: 60_000, run: upkeep.sweep, onError: reporter('tasks') },
    { everyMs: 3_600_000, run: removal.requeue, onError: reporter('removal') },
    ...(database.embedded ? [tidy] : []),
  ];
}
