import { checkCompleteness, isCheckDue, type CompletenessOptions } from '../../builds/index.ts';
import type { Database } from '../../database/index.ts';
import type { Operation, Operations } from '../../jobs/index.ts';

export const COMPLETENESS_TOOL = 'artifact-check';

/** Looks at the outputs of all datasets and asks for builds of what is missing; the result is the count. */
export function completenessOperation(options: CompletenessOptions): Operation {
  return async ({ userId, signal, report }) => ({
    ...(await checkCompleteness(options, userId, (files) => report(null, `${files} files checked`), signal)),
  });
}

/** Starts it when it has not been made for a day; whatever process takes it, it is one at a time. */
export async function checkWhenDue(
  db: Database,
  operations: Pick<Operations, 'startOnce'>,
  now = Date.now(),
): Promise<void> {
  if (await isCheckDue(db, now))
    await db.transaction().execute((transaction) => operations.startOnce(transaction, COMPLETENESS_TOOL, {}, null));
}
