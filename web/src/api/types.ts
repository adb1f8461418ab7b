import type { Feature, Point, Polygon } from 'geojson';

/** The signed-in person, as `GET /users/me` tells it. `expires` is in Unix seconds; absent: not told. */
export type Session = {
  readonly userName: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
  readonly expires?: number;
};

export type PasswordPolicy = {
  readonly minLength: number;
  readonly requireDigit: boolean;
  readonly requireUppercase: boolean;
  readonly requireLowercase: boolean;
  readonly requireNonAlphanumeric: boolean;
};

export type Basemap = { readonly url: string; readonly attribution: string };

/** The part of `GET /sys/features` the pages use. */
export type Features = {
  /** False: an external provider signs people in, and accounts are made and named there. */
  readonly userManagement: boolean;
  readonly organizationMemberManagement: boolean;
  /** False: quotas are kept, and nothing is refused because of them. */
  readonly storageLimiter: boolean;
  readonly registryVersion: string | null;
  readonly ddbVersion: string | null;
  readonly passwordPolicy: PasswordPolicy | null;
  /** `openId`: a provider people can sign in at, and the address that leads there. */
  readonly signIn: { readonly openId: { readonly name: string; readonly url: string } | null };
  readonly map?: { readonly basemap: Basemap | null };
  /** Tools of the service; what is hidden is not offered. */
  readonly taskTools: readonly { readonly id: string; readonly title: string }[];
};

export type Permissions = { readonly canRead: boolean; readonly canWrite: boolean; readonly canDelete: boolean };

export type Organization = {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly creationDate: string;
  readonly owner: string | null;
  readonly isPublic: boolean;
  /** Null where the service does not tell, as in the list of public ones. */
  readonly permissions: (Permissions & { readonly canManageMembers: boolean }) | null;
};

/** What an edit of an organization may change; what is left out stays as it is. */
export type OrganizationChange = Pick<Organization, 'slug' | 'name' | 'isPublic'> & {
  readonly description: string;
  readonly owner?: string;
};

/** 0 reads, 1 also writes, 2 also deletes, 3 also manages members. */
export type MemberLevel = 0 | 1 | 2 | 3;

export type Member = {
  readonly userName: string;
  readonly email: string | null;
  readonly permissions: MemberLevel;
  readonly grantedAt: string | null;
  readonly grantedBy: string | null;
};

/** An organization as one of its people sees it; owners have no level. */
export type OwnOrganization = Pick<Organization, 'slug' | 'name' | 'isPublic'> & {
  readonly isOwner: boolean;
  readonly permissions: MemberLevel | null;
};

/** Bytes; `total` is null when there is no limit. */
export type Storage = { readonly total: number | null; readonly used: number };

/** A personal access token or a share link, without its secret. */
export type AccessToken = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'link';
  /** Who made it. */
  readonly userName: string;
  readonly organization: string | null;
  readonly dataset: string | null;
  readonly path: string | null;
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
};

/** The answer that shows the secret, once. `url` is there for a link only. */
export type CreatedToken = AccessToken & { readonly token: string; readonly url?: string };

/** `expiresInDays` 0: no end. */
export type NewToken = {
  readonly name: string;
  readonly expiresInDays: number;
  readonly readOnly: boolean;
  readonly organization?: string;
  readonly dataset?: string;
};

export type NewLink = { readonly name: string; readonly expiresInDays: number; readonly path?: string };

export type NewOrganization = Pick<Organization, 'slug' | 'name' | 'isPublic'> & { readonly description: string };

type MetaValue<T> = { readonly data: T };

export type Dataset = {
  readonly slug: string;
  readonly creationDate: string;
  readonly size: number;
  readonly properties: {
    readonly entries?: number;
    readonly meta?: {
      readonly name?: MetaValue<string>;
      readonly visibility?: MetaValue<number>;
      readonly tagline?: MetaValue<string>;
      readonly license?: MetaValue<string>;
    };
  };
  readonly permissions: Permissions | null;
  readonly hasThumbnail: boolean | null;
  /** Only a folder or a file of it is open: nothing is known of the rest. */
  readonly isPart?: true;
};

export type NewDataset = {
  readonly slug: string;
  readonly name: string;
  readonly visibility: number;
  readonly tagline: string;
};

/** What is left out stays as it is; empty texts are taken away. */
export type DatasetChange = {
  readonly slug: string;
  readonly name?: string;
  readonly visibility?: number;
  readonly tagline?: string;
  readonly license?: string;
};

/** Which dataset a call is about. */
export type DatasetRef = { readonly org: string; readonly ds: string };

export type BuildStatus = 'queued' | 'building' | 'failed' | 'pending';

/** A file or folder of a dataset. `mtime` is in Unix seconds, `buildProgress` in percent. */
export type Entry = {
  readonly path: string;
  readonly hash: string | null;
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly point_geom: Feature<Point> | null;
  readonly polygon_geom: Feature<Polygon> | null;
  readonly buildStatus?: BuildStatus | null;
  readonly buildMissingDependencies?: readonly string[] | null;
  readonly buildProgress?: number | null;
  readonly buildError?: string | null;
};
