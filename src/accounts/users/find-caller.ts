import type { Caller } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { ADMIN_ROLE, findUserById, isActive } from './store.ts';

/** A user as he is now, for work that goes on when his request has ended; `undefined` when he is gone or deactivated. */
export async function findCaller(db: Database, userId: string): Promise<Caller | undefined> {
  const user = await findUserById(db, userId);
  if (user === undefined || !isActive(user)) return undefined;
  const { id, name, roles } = user;
  return { id, name, roles, isAdmin: roles.includes(ADMIN_ROLE), carrier: 'bearer', tokenExpires: undefined };
}
