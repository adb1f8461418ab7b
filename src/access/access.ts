import type { Carrier, Credentials, SignInContext } from './credentials.ts';

/** Who sends a request. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly isAdmin: boolean;
  /** How the caller proved who he is; the cookie alone needs the cross-site check. */
  readonly carrier: Carrier;
  /** Seconds since 1970; `undefined` for a password, and for an access token without end. */
  readonly tokenExpires: number | undefined;
  /** What an access token is good for; absent for a session or a password, which may do all that the user may. */
  readonly scope?: TokenScope;
}

/** Limits of an access token; whatever they are, it may never do more than its user may at that moment. */
export interface TokenScope {
  readonly tokenId: string;
  /** A `personal` token speaks for its user; a `link` only lets read what it names. */
  readonly kind: 'personal' | 'link';
  readonly readOnly: boolean;
  /** The only dataset it is good for; absent: everything but administration. */
  readonly datasetId?: string;
  /** The entry, and all below it, it is good for; empty: the whole dataset. */
  readonly path: string;
  /** Set on a link that hands out no originals. */
  readonly withholdsOriginals?: true;
  /** Origins of the sites that may embed the pages a link opens. */
  readonly frames?: readonly string[];
  /** Shows that the caller knows the password of a link. Without it, a link with a password opens nothing. */
  readonly proof?: string;
}

/**
 * What a route asks of its caller. `organization:*` and `dataset:*` look at the slugs in the path; a thing the caller may
 * not read answers as if it did not exist.
 */
export type AccessRule =
  | 'anonymous'
  | 'signed-in'
  | 'admin'
  /** Administrators, and programs that send the monitor token (`MonitorToken`). */
  | 'monitor'
  | 'organization:read'
  | 'organization:write'
  | 'organization:delete'
  | 'organization:manage'
  | 'dataset:read'
  | 'dataset:write'
  | 'dataset:delete';

/** What a caller may do with an organization or dataset. */
export interface Permissions {
  readonly canRead: boolean;
  readonly canWrite: boolean;
  readonly canDelete: boolean;
  readonly canManageMembers: boolean;
}

export const ALL_PERMISSIONS: Permissions = { canRead: true, canWrite: true, canDelete: true, canManageMembers: true };

/** What remains of rights through an access token. */
export function limitedBy(permissions: Permissions, scope: TokenScope | undefined): Permissions {
  if (!scope?.readOnly) return permissions;
  return { canRead: permissions.canRead, canWrite: false, canDelete: false, canManageMembers: false };
}

export interface OrganizationGrant {
  readonly id: string;
  readonly slug: string;
  readonly permissions: Permissions;
}

export interface DatasetGrant {
  readonly id: string;
  readonly slug: string;
  readonly organization: { readonly id: string; readonly slug: string };
  readonly visibility: number;
  readonly permissions: Permissions;
}

/** Entries by path (`undefined`: the whole dataset), or any entry that has these bytes. */
export type Shown = { readonly paths: readonly (string | undefined)[] } | { readonly hash: string };

/** What the server needs to know from the modules above it; the composition root plugs it in. */
export interface AccessControl {
  /**
   * The caller behind credentials, or `undefined` when they are no longer, or never were, good.
   *
   * @param context slows down the guessing of passwords. @throws `throttled`
   */
  authenticate(credentials: Credentials, context: SignInContext): Promise<Caller | undefined>;
  /** The organization and the caller's rights on it; `undefined` when there is none or he may not read it. */
  organization(slug: string, caller: Caller | undefined): Promise<OrganizationGrant | undefined>;
  /** The dataset and the caller's rights on it; `undefined` when there is none or he may not read it. */
  dataset(organizationSlug: string, slug: string, caller: Caller | undefined): Promise<DatasetGrant | undefined>;
  /** Whether an entry at or below `path` has these bytes: for addresses that name a hash, asked with a token for a path. */
  holds(datasetId: string, path: string, hash: string): Promise<boolean>;
}
