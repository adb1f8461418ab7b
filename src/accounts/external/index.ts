import type { Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { User } from '../users/store.ts';
import { createExternalUsers } from './external-users.ts';
import { createFormSignIn, type FormSignIn } from './form-sign-in.ts';
import { createOpenIdSignIn, type OpenIdSignIn } from './openid-sign-in.ts';

export { managesUsers } from './local-management.ts';
export { OPENID_LOGIN_PATH, openIdRoutes } from './openid-routes.ts';

/** What signs users in besides their passwords here; each is absent when its setting is. */
export interface ExternalSignIn {
  readonly form: FormSignIn | undefined;
  readonly openId: OpenIdSignIn | undefined;
}

export interface ExternalSignInOptions {
  readonly db: Database;
  readonly settings: Pick<Settings, 'externalAuthUrl' | 'openId' | 'defaultStorageQuotaMB'>;
  /** Key of the service. */
  readonly secret: string;
  /** Makes what a new user begins with, in the same transaction. */
  readonly begin: (transaction: Database, user: Pick<User, 'id' | 'name'>, actor: Actor) => Promise<unknown>;
}

const MIB = 1024 * 1024;

/** Asks nothing of any provider before somebody signs in. */
export function createExternalSignIn({ db, settings, secret, begin }: ExternalSignInOptions): ExternalSignIn {
  const { externalAuthUrl, openId, defaultStorageQuotaMB } = settings;
  const defaultStorageQuota = defaultStorageQuotaMB === undefined ? null : defaultStorageQuotaMB * MIB;
  const users = createExternalUsers({ db, defaultStorageQuota, begin });
  const { issuer } = openId;
  return {
    form: externalAuthUrl === undefined ? undefined : createFormSignIn(externalAuthUrl, users),
    openId: issuer === undefined ? undefined : createOpenIdSignIn({ ...openId, issuer }, secret, users),
  };
}
