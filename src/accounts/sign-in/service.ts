import type { Database } from '../../database/index.ts';
import { fail, type Caller, type Credentials } from '../../http/index.ts';
import type { Settings } from '../../settings/index.ts';
import { checkPassword, hashPassword, passwordProblems } from '../users/passwords.ts';
import { ADMIN_ROLE, DEACTIVATED_ROLE, findUserById, findUserByName, replacePassword, type User } from '../users/store.ts';
import type { IssuedToken, Tokens } from './session-tokens.ts';

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

export function createAccounts(db: Database, tokens: Tokens, policy: Settings['passwordPolicy']): Accounts {
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

  const callerOf = ({ id, name, roles }: User, carrier: Caller['carrier'], tokenExpires?: number): Caller => ({
    id,
    name,
    roles,
    isAdmin: roles.includes(ADMIN_ROLE),
    carrier,
    tokenExpires,
  });

  return {
    async authenticate(credentials) {
      if (credentials.kind === 'password') {
        const user = await byPassword(credentials.userName, credentials.password);
        return user && callerOf(user, credentials.carrier);
      }
      const claims = await tokens.read(credentials.token);
      const user = claims && (await findUserById(db, claims.userId));
      if (!user || !isActive(user) || user.tokenGeneration !== claims.generation) return undefined;
      return callerOf(user, credentials.carrier, claims.expires);
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
      await replacePassword(db, user.id, await hashPassword(newPassword), false);
      return startSession(await userOf(caller));
    },

    profile: userOf,
  };
}

function isActive(user: User): boolean {
  return !user.roles.includes(DEACTIVATED_ROLE);
}
