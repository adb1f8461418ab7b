import type { Database } from '../database/index.ts';
import type { Route } from '../http/index.ts';
import type { Settings } from '../settings/index.ts';
import { createAttempts } from './sign-in/attempts.ts';
import { accountRoutes } from './sign-in/routes.ts';
import { createAccounts, type Accounts } from './sign-in/service.ts';
import { createTokens } from './sign-in/session-tokens.ts';
import type { UserHoldings } from './users/holdings.ts';

/** Everything about users of one process. */
export interface Identity {
  readonly authenticate: Accounts['authenticate'];
  readonly routes: readonly Route[];
}

export interface IdentityOptions {
  readonly db: Database;
  readonly settings: Settings;
  /** Key that signs session tokens. */
  readonly secret: string;
  readonly holdings: UserHoldings;
}

/** Puts the parts of this module together. */
export function createIdentity({ db, settings, secret }: IdentityOptions): Identity {
  const attempts = createAttempts(db, settings.signIn);
  const tokens = createTokens(secret, settings.tokenExpirationInDays);
  const accounts = createAccounts({ db, tokens, attempts, settings });
  return { authenticate: accounts.authenticate, routes: accountRoutes(accounts) };
}
