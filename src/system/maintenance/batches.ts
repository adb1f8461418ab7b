import Type from 'typebox';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import type { BatchEnding } from '../../datasets/index.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

export const BatchName = Type.Object({
  token: Type.String(),
  userName: Type.String(),
  status: Type.Integer({ description: 'What it was: 0 running, 1 committed, 2 rolled back' }),
  start: Type.String({ format: 'date-time' }),
  end: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  organization: nullableText,
  dataset: nullableText,
});

export const BatchFault = Type.Object({
  token: Type.String(),
  organization: nullableText,
  dataset: nullableText,
  message: Type.String(),
});

export interface BatchRemoval {
  readonly db: Database;
  readonly batches: Pick<BatchEnding, 'remove'>;
  readonly batchHours: number;
  readonly onError: (fault: unknown) => void;
}

const HOUR_SECONDS = 3600;

/** Removes batches that are over, one by one: what goes wrong with one keeps no other. */
export async function removeBatches({ db, batches, batchHours, onError }: BatchRemoval, actor: Actor) {
  const removedBatches: Type.Static<typeof BatchName>[] = [];
  const removeBatchErrors: Type.Static<typeof BatchFault>[] = [];
  const overdue = { idleSeconds: batchHours * HOUR_SECONDS, committed: true };
  for await (const { batch, fault } of batches.remove(overdue)) {
    const { token, organization, dataset, userName, state, startedAt, endedAt } = batch;
    if (fault !== undefined) {
      onError(fault);
      removeBatchErrors.push({ token, organization, dataset, message: 'The service failed; see its log.' });
      continue;
    }
    const [start, end] = [startedAt.toISOString(), endedAt?.toISOString() ?? null];
    removedBatches.push({ token, userName, status: state, start, end, organization, dataset });
  }
  const details = { batches: removedBatches.length };
  await recordAudit(db, { actor, action: 'system.cleanup', subject: 'upload batches', details });
  return { removedBatches, removeBatchErrors };
}
