import { isStorable } from '../../input/index.ts';
import { SettingsError, type Settings } from '../../settings/index.ts';
import { isRoleName } from '../users/names.ts';
import { emailIn } from './email.ts';
import type { ExternalIdentity } from './identity.ts';
import type { Claims } from './openid-provider.ts';

type OpenIdSettings = Settings['openId'];

/** A group of the provider and the role it gives. */
interface GroupRole {
  readonly group: string;
  readonly role: string;
}

/** The lines of `openId.groupRoles`. @throws SettingsError for a role that nobody can have */
export function readGroupRoles({ groupRoles }: OpenIdSettings): readonly GroupRole[] {
  return groupRoles.map((line) => {
    // The last sign: names of groups may hold more of them (`cn=pilots,dc=example=pilot`).
    const middle = line.lastIndexOf('=');
    const role = line.slice(middle + 1).trim();
    if (!isRoleName(role)) throw new SettingsError(`OpenId.GroupRoles: “${role}” can be no role.`);
    return { group: line.slice(0, middle).trim(), role };
  });
}

/** Longest subject OpenID Connect allows, and far below what an index of the database can hold. */
const MAX_SUBJECT_LENGTH = 255;

/** The person behind the claims of an OpenID Connect provider. @throws Error for a subject no provider may give */
export function identityOf(
  claims: Claims,
  settings: Pick<OpenIdSettings, 'userNameClaim' | 'groupsClaim'>,
  groupRoles: readonly GroupRole[],
): ExternalIdentity {
  const email = emailIn(claims['email']);
  const claimed: unknown = claims[settings.groupsClaim];
  const groups = new Set<unknown>(Array.isArray(claimed) ? claimed : [claimed]);
  const roles = new Set(groupRoles.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  return {
    issuer: claims.iss,
    subject: subjectOf(claims),
    name: userNameFrom(textOf(claims[settings.userNameClaim]) ?? ''),
    email,
    roles: [...roles],
    storageQuota: undefined,
    metadata: (before) => ({
      ...before,
      authProvider: 'openid',
      email,
      displayName: textOf(claims['name']),
      roles: [...roles],
    }),
  };
}

function subjectOf({ sub }: Claims): string {
  if (sub !== '' && sub.length <= MAX_SUBJECT_LENGTH && isStorable(sub)) return sub;
  throw new Error(`the subject is not 1 to ${MAX_SUBJECT_LENGTH} characters of text`);
}

/** Letters lose their accents, and whatever else user names here cannot hold is left out. */
function userNameFrom(claim: string): string {
  return claim.normalize('NFD').replaceAll(/[^A-Za-z0-9]/g, '');
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && isStorable(claim) ? claim : undefined;
}
