import type { Database } from '../database/index.ts';
import type { Settings } from '../settings/index.ts';
import { createExternalSignIn, openIdRoutes } from './external/index.ts';
import { managesUsers } from './external/local-management.ts';
import { createAttempts } from './sign-in/attempts.ts';
import { accountRoutes } from './sign-in/routes.ts';
import { createAccounts, type Accounts } from './sign-in/service.ts';
import { createTokens } from './sign-in/session-tokens.ts';
import { userFactRoutes } from './users/fact-routes.ts';
import type { UserHoldings } from './users/holdings.ts';
import { roleRoutes } from './roles/routes.ts';
import { createRoles } from './roles/roles.ts';
import { userRoutes } from './users/routes.ts';
import { createUsers } from './users/service.ts';

/** Everything about users of one process. */
export interface Identity {
  readonly authenticate: Accounts['authenticate'];
  readonly routes: ReturnType<typeof accountRoutes>;
}

export interface IdentityOptions {
  readonly db: Database;
  readonly settings: Settings;
  /** Key that signs session tokens. */
  readonly secret: string;
  readonly holdings: UserHoldings;
  /** Address users reach the service at, for a request. */
  readonly originOf: (request: { readonly protocol: string; readonly host: string }) => URL;
}

/** Puts the parts of this module together. */
export function createIdentity({ db, settings, secret, holdings, originOf }: IdentityOptions): Identity {
  const attempts = createAttempts(db, settings.signIn, secret);
  const tokens = createTokens(secret, settings.tokenExpirationInDays);
  const external = createExternalSignIn({ db, settings, secret, begin: holdings.begin });
  const accounts = createAccounts({ db, tokens, attempts, settings, external: external.form });
  const users = createUsers({ db, settings, attempts, holdings });
  return {
    authenticate: accounts.authenticate,
    routes: [
      ...accountRoutes(accounts),
      ...userRoutes(users),
      ...userFactRoutes(users, managesUsers(settings)),
      ...roleRoutes(createRoles(db)),
      ...openIdRoutes({ openId: external.openId, startSession: accounts.startSession, originOf }),
    ],
  };
}
