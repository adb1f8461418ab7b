import { fail } from '../../http/index.ts';
import type { Settings } from '../../settings/index.ts';

type ProviderSettings = Pick<Settings, 'externalAuthUrl'> & { readonly openId: Pick<Settings['openId'], 'issuer'> };

/** Whether users and their passwords are kept here: not where a provider signs them in. */
export function managesUsers({ externalAuthUrl, openId }: ProviderSettings): boolean {
  return externalAuthUrl === undefined && openId.issuer === undefined;
}

/** @throws `forbidden` */
export function requireManagement(settings: ProviderSettings): void {
  if (managesUsers(settings)) return;
  throw fail('forbidden', 'Users, their addresses and passwords are kept by the sign-in provider; change them there.');
}
