import { createHash } from 'node:crypto';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail, type Caller, type Credentials } from '../../http/index.ts';
import type { Settings } from '../../settings/index.ts';
import { requireLocalPassword } from '../external/local-management.ts';
import { deleteTokensOf } from '../access-tokens/store.ts';
import { checkPassword, hashPassword, requireGoodPassword } from '../users/passwords.ts';
import {
  ADMIN_ROLE,
  endSessions,
  findUserById,
  findUserByName,
  isActive,
  replacePassword,
  type User,
} from '../users/store.ts';
import type { Attempts } from './attempts.ts';
import type { IssuedToken, Tokens } from './session-tokens.ts';

export interface Session extends IssuedToken {
  readonly user: User;
}

/** The provider that is asked about names and tokens that are not kept here. It may make users. */
export interface ExternalSignIn {
  /** @returns `undefined` when the provider refuses. @throws `busy` when it is away */
  byPassword(userName: string, password: string, address: string): Promise<User | undefined>;
  byToken(token: string, address: string): Promise<User | undefined>;
}

/** What is sent to sign in: a name and a password, or a token of an external provider. */
export type SignInInput = { readonly userName: string; readonly password: string } | { readonly token: string };

export interface Accounts {
  /**
   * The caller behind credentials; `undefined` when they are not, or no longer, good.
   *
   * @param address where they came from. @throws `throttled`
   */
  authenticate(credentials: Credentials, address: string): Promise<Caller | undefined>;
  /** @throws `wrong-credentials`, with the same text and in the same time whatever is wrong; `throttled` */
  signIn(input: SignInInput, address: string): Promise<Session>;
  /** A session for somebody who has proved who he is. @throws `wrong-credentials` for a deactivated user */
  startSession(user: User): Promise<Session>;
  /**
   * A new token for somebody who has one. It is good no longer than the present one for users of a provider: whom the
   * provider no longer lets in must be out here after a while, too.
   */
  refresh(caller: Caller): Promise<Session>;
  /** Changes the own password; every session of before ends, so a new one comes with it. */
  changePassword(caller: Caller, passwords: PasswordChange, actor: Actor): Promise<Session>;
  /** Ends every session of the caller. @param accessTokens also deletes what programs and links were given */
  signOutEverywhere(caller: Caller, accessTokens: boolean, actor: Actor): Promise<void>;
  profile(caller: Caller): Promise<User>;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** Also deletes what programs and links were given. */
  readonly tokens?: boolean | undefined;
}

export interface AccountDependencies {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly attempts: Attempts;
  readonly settings: Pick<Settings, 'passwordPolicy' | 'externalAuthUrl' | 'openId'>;
  readonly external?: ExternalSignIn | undefined;
}

export function createAccounts({ db, tokens, attempts, settings, external }: AccountDependencies): Accounts {
  const userOf = async (caller: Caller): Promise<User> => {
    const user = await findUserById(db, caller.id);
    if (user === undefined) throw fail('unauthorized', 'Unauthorized');
    return user;
  };

  const byPassword = async (userName: string, password: string, address: string): Promise<User | undefined> => {
    const known = await findUserByName(db, userName);
    const attempt = await attempts.begin({ userName, userId: known?.id, address });
    try {
      const user =
        external && known?.origin !== 'local'
          ? await external.byPassword(userName, password, address)
          : (await checkPassword(password, known?.passwordHash))
            ? known
            : undefined;
      if (!user || !isActive(user)) return undefined;
      await attempt.succeeded(user.id);
      return user;
    } catch (cause) {
      await attempt.withdraw();
      throw cause;
    }
  };

  const byToken = async (token: string, address: string): Promise<User | undefined> => {
    if (external === undefined) return undefined;
    const attempt = await attempts.begin({ userName: undefined, address });
    const user = await external.byToken(token, address).catch(async (cause: unknown) => {
      await attempt.withdraw();
      throw cause;
    });
    if (user) await attempt.succeeded(user.id);
    return user;
  };

  /** A map asks for forty tiles at once: the same password from the same place is one attempt, and is hashed once. */
  const checkOnce = sharedWhileRunning(byPassword);

  const startSession = async (user: User, until?: number): Promise<Session> => {
    if (!isActive(user)) throw fail('wrong-credentials', 'Unauthorized');
    const { id, tokenGeneration: generation, roles } = user;
    return { ...(await tokens.issue({ id, generation, isAdmin: roles.includes(ADMIN_ROLE) }, until)), user };
  };

  return {
    async authenticate(credentials, address) {
      if (credentials.kind === 'password') {
        const user = await checkOnce(credentials.userName, credentials.password, address);
        return user && callerOf(user, credentials.carrier);
      }
      const claims = await tokens.read(credentials.token);
      const user = claims && (await findUserById(db, claims.userId));
      if (!user || !isActive(user) || user.tokenGeneration !== claims.generation) return undefined;
      return callerOf(user, credentials.carrier, claims.expires);
    },

    async signIn(input, address) {
      const user =
        'token' in input
          ? await byToken(input.token, address)
          : await checkOnce(input.userName, input.password, address);
      if (user === undefined) throw fail('wrong-credentials', 'Unauthorized');
      return startSession(user);
    },

    startSession: (user) => startSession(user),

    async refresh(caller) {
      const user = await userOf(caller);
      return startSession(user, user.origin === 'external' ? caller.tokenExpires : undefined);
    },

    async changePassword(caller, { oldPassword, newPassword, tokens: accessTokens = false }, actor) {
      requireGoodPassword(newPassword, settings.passwordPolicy);
      const user = await userOf(caller);
      requireLocalPassword(settings, user, true);
      const attempt = await attempts.begin({ userName: user.name, userId: user.id, address: actor.address ?? '' });
      if (!(await checkPassword(oldPassword, user.passwordHash))) {
        throw fail('invalid-input', 'PasswordMismatch - Incorrect password.');
      }
      await attempt.succeeded(user.id);
      const passwordHash = await hashPassword(newPassword);
      await db.transaction().execute(async (transaction) => {
        if (accessTokens) await deleteTokensOf(transaction, user.id);
        await replacePassword(transaction, user.id, passwordHash, false);
        await recordAudit(transaction, {
          actor,
          action: 'user.password',
          subject: user.name,
          details: { accessTokens },
        });
      });
      return startSession(await userOf(caller));
    },

    async signOutEverywhere(caller, accessTokens, actor) {
      await db.transaction().execute(async (transaction) => {
        if (accessTokens) await deleteTokensOf(transaction, caller.id);
        await endSessions(transaction, caller.id);
        await recordAudit(transaction, {
          actor,
          action: 'user.sign-out',
          subject: caller.name,
          details: { accessTokens },
        });
      });
    },

    profile: userOf,
  };
}

function callerOf({ id, name, roles }: User, carrier: Caller['carrier'], tokenExpires?: number): Caller {
  return { id, name, roles, isAdmin: roles.includes(ADMIN_ROLE), carrier, tokenExpires };
}

/** The same call made again while it is answered gets that answer. Arguments are kept as a digest only. */
function sharedWhileRunning<T>(call: (...texts: [string, string, string]) => Promise<T>): typeof call {
  const running = new Map<string, Promise<T>>();
  return (...texts) => {
    const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64');
    const known = running.get(key);
    if (known) return known;
    const answer = call(...texts).finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}
