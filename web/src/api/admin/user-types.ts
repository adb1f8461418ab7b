/** A line of `GET /users/detailed`. Bytes; no quota means no limit. */
export type User = {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly organizations: readonly string[];
  readonly storageQuota: number | null;
  readonly storageUsed: number;
  readonly organizationCount: number;
  readonly datasetCount: number;
  readonly createdDate: string;
};

export type NewUser = {
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly string[];
};

export type Deletion = {
  readonly userName: string;
  /** Who gets the organizations; without, they stay and have no owner. */
  readonly successor?: string;
};

export type DatasetResult = {
  readonly originalSlug: string;
  readonly newSlug: string | null;
  readonly success: boolean;
  readonly error: string | null;
};

/** What deleting a person changed. */
export type DeletionReport = {
  readonly userName: string;
  readonly successor: string | null;
  readonly organizationsTransferred: number;
  readonly organizationsDeleted: number;
  readonly datasetsTransferred: number;
  readonly datasetsDeleted: number;
  readonly batchesDeleted: number;
  readonly datasetResults: readonly DatasetResult[];
};

export type Metadata = Readonly<Record<string, unknown>>;
