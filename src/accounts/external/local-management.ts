import { fail } from '../../errors/index.ts';
import type { Settings } from '../../settings/index.ts';
import { sameRoles } from '../roles/roles.ts';
import { DEACTIVATED_ROLE, type User } from '../users/store.ts';

type ProviderSettings = Pick<Settings, 'externalAuthUrl' | 'openId'>;

/** Whether users and their passwords are kept here: not where a provider signs them in. */
export function managesUsers({ externalAuthUrl, openId }: ProviderSettings): boolean {
  return externalAuthUrl === undefined && openId.issuer === undefined;
}

/** @throws `forbidden` when an external provider manages the users */
export function requireLocalManagement(settings: ProviderSettings): void {
  if (managesUsers(settings)) return;
  throw fail(
    'forbidden',
    'Users, their passwords, e-mails and roles are kept by the sign-in provider; change them there.',
  );
}

/**
 * Lets a password be set by which somebody can sign in. With a provider these are the ones of users made here before, each
 * changed by himself only; without one anyone whom a provider signed in once may be given a password.
 *
 * @throws `forbidden` for others when an external provider manages the users
 */
export function requireLocalPassword(
  settings: ProviderSettings,
  { origin }: Pick<User, 'origin'>,
  isOwn: boolean,
): void {
  if (!isOwn || origin === 'external') requireLocalManagement(settings);
}

/**
 * Lets an administrator shut users out and in, no matter who keeps their other roles.
 *
 * @throws `forbidden` for other changes when an external provider manages the users
 */
export function requireLocalRoles(
  settings: ProviderSettings,
  before: readonly string[],
  after: readonly string[],
): void {
  const others = (roles: readonly string[]): readonly string[] => roles.filter((role) => role !== DEACTIVATED_ROLE);
  if (!sameRoles(others(before), others(after))) requireLocalManagement(settings);
}
