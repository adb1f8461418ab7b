import type { Caller } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { managesUsers } from '../external/local-management.ts';
import { protectAdministration } from '../roles/administrators.ts';
import { lockAdministration } from '../roles/roles.ts';
import type { UserDependencies } from './dependencies.ts';
import type { DatasetResult } from './holdings.ts';
import { requireUser } from './required-user.ts';
import { findUserByName, isActive, type User } from './store.ts';

/** What became of a deleted user and of what he owned. */
export interface Deletion {
  readonly userName: string;
  readonly successor: string | null;
  readonly organizationsTransferred: number;
  readonly organizationsDeleted: number;
  readonly datasetsTransferred: number;
  readonly datasetsDeleted: number;
  readonly batchesDeleted: number;
  readonly datasetResults: readonly DatasetResult[];
}

type Dependencies = Pick<UserDependencies, 'db' | 'settings' | 'holdings'>;

/**
 * Deletes a user and gives what he owned to the successor.
 *
 * @throws `forbidden` for administrators who must stay; `conflict` for the caller himself, and for who would come back
 */
export function deleteUser(
  { db, settings, holdings }: Dependencies,
  userName: string,
  successorName: string | undefined,
  caller: Pick<Caller, 'id'>,
  actor: Actor,
): Promise<Deletion> {
  return db.transaction().execute(async (transaction) => {
    await lockAdministration(transaction);
    const user = await requireUser(transaction, userName);
    await protectAdministration(transaction, user, undefined, settings.defaultAdmin.userName);
    if (user.id === caller.id) throw fail('conflict', 'Nobody can delete himself; ask another administrator.');
    keepShutOut(user, settings);
    const successor = await successorOf(transaction, user, successorName);
    const release = await holdings.release(transaction, user, successor, actor);
    // Behind his datasets: a commit of a batch takes its dataset first.
    const batchesDeleted = await holdings.giveUp(transaction, user.id);
    await transaction.deleteFrom('users').where('id', '=', user.id).execute();
    const { organizationsTransferred, datasetsTransferred, datasetResults } = release;
    const to = successor?.name ?? null;
    const details = { successor: to, organizationsTransferred, datasetsTransferred };
    await recordAudit(transaction, { actor, action: 'user.delete', subject: user.name, details });
    return {
      userName: user.name,
      successor: to,
      organizationsTransferred,
      organizationsDeleted: 0,
      datasetsTransferred,
      datasetsDeleted: 0,
      batchesDeleted,
      datasetResults,
    };
  });
}

/** Only the row of a user remembers that he is shut out; the provider would sign him in as somebody new. */
function keepShutOut(user: User, settings: Dependencies['settings']): void {
  if (user.origin === 'local' || isActive(user) || managesUsers(settings)) return;
  throw fail(
    'conflict',
    `${user.name} is shut out. Deleted, he could sign in again through the provider; leave him deactivated instead.`,
  );
}

/** @throws `invalid-input` for one who cannot take over */
async function successorOf(db: Database, user: User, name: string | undefined): Promise<User | undefined> {
  if (name === undefined) return undefined;
  const successor = await findUserByName(db, name);
  if (successor === undefined) throw fail('invalid-input', `successor must exist; there is no user ${name}.`);
  if (successor.id === user.id) throw fail('invalid-input', 'successor must be somebody else.');
  if (!isActive(successor)) throw fail('invalid-input', `successor must be active; ${successor.name} is deactivated.`);
  return successor;
}
