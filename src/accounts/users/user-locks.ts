import { anyOf, type Database } from '../../database/index.ts';

/** Locks users for this transaction, in the order of their ids so that two transactions never wait for each other. */
export async function lockUsers(transaction: Database, ids: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(ids, 'uuid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
