import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/index.ts';
import { fail, type Caller, type Credentials } from '../http/index.ts';
import type { Settings } from '../settings/index.ts';
import { checkPassword, hashPassword, passwordProblems } from './passwords.ts';
import { ADMIN_ROLE, DEACTIVATED_ROLE, findUserById, findUserByName, replacePassword, type User } from './store.ts';
import type { IssuedToken, Tokens } from './tokens.ts';

export interface Session extends IssuedToken {
  readonly user: User;
}

export interface Accounts {
  /** The caller behind credentials; `undefined` when they are not, or no longer, good. */
  authenticate(credentials: Credentials): Promise<Caller | undefined>;
  /** @throws `wrong-credentials`, with the same text and in the same time whatever is wrong */
  signIn(userName: string, password: string): Promise<Session>;
  /** A new token for somebody who has one. */
  refresh(caller: Caller): Promise<Session>;
  /** Changes the own password; every token issued before is dead, so a new one comes with it. */
  changePassword(caller: Caller, oldPassword: string, newPassword: string): Promise<Session>;
  profile(caller: Caller): Promise<User>;
}

/**
 * Programs that send Basic credentials send them with every request; hashing takes 20 ms and more of a core each time.
 * A pair that was good is remembered this long, by a hash, together with the user's token generation.
 */
const BASIC_CACHE = { max: 10_000, ttl: 60_000 } as const;

export function createAccounts(db: Database, tokens: Tokens, policy: Settings['passwordPolicy']): Accounts {
  const knownPairs = new LRUCache<string, { userId: string; generation: number }>(BASIC_CACHE);

  const startSession = async (user: User): Promise<Session> => ({
    ...(await tokens.issue({
      id: user.id,
      generation: user.tokenGeneration,
      isAdmin: user.roles.includes(ADMIN_ROLE),
    })),
    user,
  });

  const userOf = async (caller: Caller): Promise<User> => {
    const user = await findUserById(db, caller.id);
    if (user === undefined) throw fail('unauthorized', 'Unauthorized');
    return user;
  };

  const byPassword = async (userName: string, password: string): Promise<User | undefined> => {
    const user = await findUserByName(db, userName);
    const fits = await checkPassword(password, user?.passwordHash);
    return fits && user && isActive(user) ? user : undefined;
  };

  const byPair = async (userName: string, password: string): Promise<User | undefined> => {
    const key = createHash('sha256').update(`${userName.length}:${userName}${password}`).digest('base64');
    const known = knownPairs.get(key);
    if (known) {
      const user = await findUserById(db, known.userId);
      if (user && isActive(user) && user.tokenGeneration === known.generation) return user;
      knownPairs.delete(key);
    }
    const user = await byPassword(userName, password);
    if (user) knownPairs.set(key, { userId: user.id, generation: user.tokenGeneration });
    return user;
  };

  const byToken = async (token: string): Promise<User | undefined> => {
    const claims = await tokens.read(token);
    const user = claims && (await findUserById(db, claims.userId));
    return user && isActive(user) && user.tokenGeneration === claims.generation ? user : undefined;
  };

  return {
    async authenticate(credentials) {
      const user =
        credentials.kind === 'token'
          ? await byToken(credentials.token)
          : await byPair(credentials.userName, credentials.password);
      if (user === undefined) return undefined;
      const { id, name, roles } = user;
      return { id, name, roles, isAdmin: roles.includes(ADMIN_ROLE), carrier: credentials.carrier };
    },

    async signIn(userName, password) {
      const user = await byPassword(userName, password);
      if (user === undefined) throw fail('wrong-credentials', 'Unauthorized');
      return startSession(user);
    },

    async refresh(caller) {
      return startSession(await userOf(caller));
    },

    async changePassword(caller, oldPassword, newPassword) {
      const problems = passwordProblems(newPassword, policy);
      if (problems.length > 0) throw fail('invalid-input', problems.join('; '));
      const user = await userOf(caller);
      if (!(await checkPassword(oldPassword, user.passwordHash))) {
        throw fail('invalid-input', 'PasswordMismatch - Incorrect password.');
      }
      await replacePassword(db, user.id, await hashPassword(newPassword));
      return startSession(await userOf(caller));
    },

    profile: userOf,
  };
}

function isActive(user: User): boolean {
  return !user.roles.includes(DEACTIVATED_ROLE);
}
