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
  readonly passwordPolicy: PasswordPolicy | null;
  readonly map?: { readonly basemap: Basemap | null };
};

export type Permissions = { readonly canRead: boolean; readonly canWrite: boolean; readonly canDelete: boolean };

export type Organization = {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly creationDate: string;
  readonly owner: string | null;
  readonly isPublic: boolean;
  readonly permissions: Permissions & { readonly canManageMembers: boolean };
};

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
    };
  };
  readonly permissions: Permissions | null;
  readonly hasThumbnail: boolean | null;
};

export type NewDataset = {
  readonly slug: string;
  readonly name: string;
  readonly visibility: number;
  readonly tagline: string;
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
