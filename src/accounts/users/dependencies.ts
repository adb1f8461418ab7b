import type { Database } from '../../database/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Attempts } from '../sign-in/attempts.ts';
import type { UserHoldings } from './holdings.ts';

/** What the administration of users needs. */
export interface UserDependencies {
  readonly db: Database;
  readonly settings: Pick<
    Settings,
    'passwordPolicy' | 'externalAuthUrl' | 'openId' | 'defaultAdmin' | 'defaultStorageQuotaMB'
  >;
  readonly attempts: Attempts;
  readonly holdings: UserHoldings;
}
