export type HealthStatus = 'Healthy' | 'Degraded' | 'Unhealthy';

export type HealthCheck = {
  readonly status: HealthStatus;
  readonly description?: string | null;
  readonly data?: Readonly<Record<string, unknown>>;
};

export type Health = { readonly status: HealthStatus; readonly entries: Readonly<Record<string, HealthCheck>> };

/** A background job: a build of a file, or something of the whole service. Dates are ISO 8601. */
export type Task = {
  readonly taskId: string;
  readonly orgSlug: string | null;
  readonly dsSlug: string | null;
  readonly toolId: string;
  readonly state: string;
  readonly progressPercent: number | null;
  readonly phaseMessage: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly path: string | null;
  readonly owner: string | null;
  /** Why it failed. */
  readonly errorText: string | null;
  /** Of an import only. */
  readonly import: TaskImport | null;
};

/** Where an import comes from and goes to; the counts are null until it has ended. */
export type TaskImport = {
  readonly source: string;
  /** "organization" or "organization/dataset" there. */
  readonly from: string;
  /** The same, here. */
  readonly to: string;
  readonly datasets: number | null;
  readonly files: number | null;
  readonly failures: number | null;
};

export type TaskPage = { readonly items: readonly Task[]; readonly total: number };

/** An operation of the whole service, for instance an import. */
export type Operation = {
  readonly jobId: string;
  readonly toolId: string;
  readonly state: string;
  readonly progressPercent: number | null;
  readonly phase: string | null;
  readonly result: unknown;
  readonly errorText: string | null;
};

export type AuditItem = {
  readonly id: number;
  readonly at: string;
  readonly actor: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
};

export type AuditPage = { readonly items: readonly AuditItem[]; readonly next: number | null };

export type ConfigurationField = {
  readonly key: string;
  readonly displayName: string;
  readonly currentValue: string | null;
  readonly defaultValue: string | null;
  /** Differs from the default; of a secret: there is one. */
  readonly isSet: boolean;
  readonly description: string | null;
  readonly sensitive: boolean;
};

export type Configuration = {
  readonly sections: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string | null;
    readonly fields: readonly ConfigurationField[];
  }[];
};

export type NewImport = {
  readonly sourceRegistryUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly sourceOrganization: string;
  /** Without, all of the organization's datasets are fetched. */
  readonly sourceDataset?: string;
  readonly destinationOrganization?: string;
  readonly destinationDataset?: string;
};

export type ImportReport = {
  readonly importedItems: readonly { readonly organization: string; readonly dataset: string }[];
  readonly errors: readonly {
    readonly organization: string | null;
    readonly dataset: string | null;
    readonly message: string;
  }[];
  readonly fileErrors: readonly { readonly dataset: string; readonly filePath: string; readonly message: string }[];
  readonly totalSize: number;
  readonly totalFiles: number;
  readonly skippedFiles: number;
};
