/** Who sends a request. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly isAdmin: boolean;
  /** How the caller proved who he is; the cookie alone needs the cross-site check. */
  readonly carrier: 'bearer' | 'basic' | 'cookie';
  /** Seconds since 1970; `undefined` for a password. */
  readonly tokenExpires: number | undefined;
}

/**
 * What a route asks of its caller. `organization:*` and `dataset:*` look at the slugs in the path; a thing the caller may
 * not read answers as if it did not exist.
 */
export type AccessRule =
  | 'anonymous'
  | 'signed-in'
  | 'admin'
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

/** Credentials as they came, not yet believed. */
export type Credentials =
  | { readonly kind: 'token'; readonly carrier: 'bearer' | 'cookie'; readonly token: string }
  | { readonly kind: 'password'; readonly carrier: 'basic'; readonly userName: string; readonly password: string };

/** What the server needs to know from the modules above it; the composition root plugs it in. */
export interface AccessControl {
  /** The caller behind credentials, or `undefined` when they are no longer, or never were, good. */
  authenticate(credentials: Credentials): Promise<Caller | undefined>;
  /** The organization and the caller's rights on it; `undefined` when there is none or he may not read it. */
  organization(slug: string, caller: Caller | undefined): Promise<OrganizationGrant | undefined>;
  /** The dataset and the caller's rights on it; `undefined` when there is none or he may not read it. */
  dataset(organizationSlug: string, slug: string, caller: Caller | undefined): Promise<DatasetGrant | undefined>;
}
