import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { findUserByName, findUserFacts, type User, type UserFacts } from './store.ts';

/** @throws `not-found` */
export async function requireUser(db: Database, userName: string): Promise<User> {
  const user = await findUserByName(db, userName);
  if (user === undefined) throw fail('not-found', `There is no user ${userName}.`);
  return user;
}

/** @throws `not-found` */
export async function requireFacts(db: Database, userName: string): Promise<UserFacts> {
  const facts = await findUserFacts(db, userName);
  if (facts === undefined) throw fail('not-found', `There is no user ${userName}.`);
  return facts;
}
