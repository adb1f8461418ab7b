import { createHash } from 'node:crypto';
import type { Caller, Credentials, SignInContext } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
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
  setLanguage,
  type User,
} from '../users/store.ts';
import type { Attempts } from './attempts.ts';
import type { IssuedToken, Tokens } from './session-tokens.ts';

export interface Session extends IssuedToken {
  readonly user: User;
  /** A new known device, after a password was proved. */
  readonly device?: string | undefined;
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
   * @throws `throttled`
   */
  authenticate(credentials: Credentials, context: SignInContext): Promise<Caller | undefined>;
  /** @throws `wrong-credentials`, with the same text and in the same time whatever is wrong; `throttled` */
  signIn(input: SignInInput, context: SignInContext): Promise<Session>;
  /** A session for somebody who has proved who he is. @throws `wrong-credentials` for a deactivated user */
  startSession(user: User): Promise<Session>;
  /**
   * A new token for somebody who has one. It is good no longer than the present one for users of a provider: whom the
   * provider no longer lets in must be out here after a while, too.
   */
  refresh(caller: Caller): Promise<Session>;
  /** Changes the own password; every session of before ends, so a new one comes with it. */
  changePassword(caller: Caller, passwords: PasswordChange, context: SignInContext, actor: Actor): Promise<Session>;
  /** Ends every session of the caller. @param accessTokens also deletes what programs and links were given */
  signOutEverywhere(caller: Caller, accessTokens: boolean, actor: Actor): Promise<void>;
  profile(caller: Caller): Promise<User>;
  /** @param language of the pages; null: that of the browser */
  setLanguage(caller: Caller, language: string | null): Promise<void>;
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

  const byPassword = async (userName: string, password: string, context: SignInContext): Promise<User | undefined> => {
    const known = await findUserByName(db, userName);
    const attempt = await attempts.begin({ userName, password, user: known, context });
    if (attempt.isKnownWrong) return undefined;
    try {
      const user =
        external && known?.origin !== 'local'
          ? await external.byPassword(userName, password, context.address)
          : (await checkPassword(password, known?.passwordHash))
            ? known
            : undefined;
      // A deactivated user's right password is remembered as a wrong one: else repeating it would tell that it is right.
      if (!user || !isActive(user)) {
        await attempt.wrong();
        return undefined;
      }
      await attempt.succeeded(user.id);
      return user;
    } catch (cause) {
      await attempt.withdraw();
      throw cause;
    }
  };

  const byToken = async (token: string, address: string): Promise<User | undefined> => {
    if (external === undefined) return undefined;
    const attempt = await attempts.beginWithToken(address);
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

  const withDevice = async (session: Session): Promise<Session> => ({
    ...session,
    device: await attempts.issueDevice(session.user),
  });

  return {
    async authenticate(credentials, context) {
      if (credentials.kind === 'password') {
        const user = await checkOnce(credentials.userName, credentials.password, context);
        return user && callerOf(user, credentials.carrier);
      }
      const claims = await tokens.read(credentials.token);
      const user = claims && (await findUserById(db, claims.userId));
      if (!user || !isActive(user) || user.tokenGeneration !== claims.generation) return undefined;
      return callerOf(user, credentials.carrier, claims.expires);
    },

    async signIn(input, context) {
      const isToken = 'token' in input;
      const user = isToken
        ? await byToken(input.token, context.address)
        : await checkOnce(input.userName, input.password, context);
      if (user === undefined) throw fail('wrong-credentials', 'Unauthorized');
      return isToken ? startSession(user) : withDevice(await startSession(user));
    },

    startSession: (user) => startSession(user),

    async refresh(caller) {
      const user = await userOf(caller);
      return startSession(user, user.origin === 'external' ? caller.tokenExpires : undefined);
    },

    async changePassword(caller, { oldPassword, newPassword, tokens: accessTokens = false }, context, actor) {
      requireGoodPassword(newPassword, settings.passwordPolicy);
      const user = await userOf(caller);
      requireLocalPassword(settings, user, true);
      const attempt = await attempts.begin({ userName: user.name, password: oldPassword, user, context });
      if (attempt.isKnownWrong || !(await checkPassword(oldPassword, user.passwordHash))) {
        await attempt.wrong();
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
      return withDevice(await startSession(await userOf(caller)));
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

    setLanguage: (caller, language) => setLanguage(db, caller.id, language),
  };
}

function callerOf({ id, name, roles }: User, carrier: Caller['carrier'], tokenExpires?: number): Caller {
  return { id, name, roles, isAdmin: roles.includes(ADMIN_ROLE), carrier, tokenExpires };
}

/** The same call made again while it is answered gets that answer. Arguments are kept as a digest only. */
function sharedWhileRunning<T>(call: (...given: [string, string, SignInContext]) => Promise<T>): typeof call {
  const running = new Map<string, Promise<T>>();
  return (...given) => {
    const key = createHash('sha256').update(JSON.stringify(given)).digest('base64');
    const known = running.get(key);
    if (known) return known;
    const answer = call(...given).finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}
