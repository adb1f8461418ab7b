import type { Answer, RouteName } from '../../../api/routes.ts';
import type { Schema } from './parameter-schema.ts';

/** Answers that hold more than their schemas say: the OpenAPI document leaves these members open. */

type Feature<Type, Coordinates> = {
  readonly type: 'Feature';
  readonly geometry: { readonly type: Type; readonly coordinates: Coordinates };
  readonly properties?: unknown;
};
type Position = readonly number[];

/** A file or folder of a dataset. */
export type Entry = Omit<Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/obj'>, 'point_geom' | 'polygon_geom'> & {
  readonly point_geom: Feature<'Point', Position> | null;
  readonly polygon_geom: Feature<'Polygon', readonly (readonly Position[])[]> | null;
};

type MetadataValue<T> = { readonly data: T };

export type Dataset = Omit<Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/ex'>, 'properties'> & {
  readonly properties: {
    readonly entries?: number;
    readonly meta?: {
      readonly name?: MetadataValue<string>;
      readonly visibility?: MetadataValue<number>;
      readonly tagline?: MetadataValue<string>;
      readonly license?: MetadataValue<string>;
    };
  };
};

/** A tool that can be started in a dataset. */
export type Tool = Omit<Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools'>[number], 'inputSchema'> & {
  readonly inputSchema: Schema;
};

/** What this installation offers and how it is set up. */
export type Features = Omit<Answer<'GET /sys/features'>, 'taskTools'> & {
  readonly taskTools: readonly { readonly id: string; readonly title: string }[];
};

export type HealthStatus = 'Healthy' | 'Degraded' | 'Unhealthy';

type HealthReport = Answer<'GET /health'>;

export type HealthCheck = HealthReport['entries'][string] & { readonly status: HealthStatus };

export type Health = HealthReport & {
  readonly status: HealthStatus;
  readonly entries: Readonly<Record<string, HealthCheck>>;
};

/** What an import fetched. */
export type ImportReport = Extract<Answer<'POST /sys/import-dataset'>, { readonly importedItems: unknown }>;

/** What came of a clean-up: each has some of these members. */
export type CleanUpOutcome = {
  readonly removedFiles?: number;
  readonly removedBytes?: number;
  readonly removedOutputFolders?: number;
  readonly errors?: Readonly<Record<string, string>>;
  readonly removedDatasets?: readonly string[];
  readonly removedBatches?: readonly unknown[];
  readonly deletedCount?: number;
  readonly retentionDays?: number;
  readonly filesChecked?: number;
  readonly incomplete?: number;
  readonly jobsEnqueued?: number;
  readonly missingFiles?: readonly string[];
  readonly filesFailed?: number;
  /** The job that does it; its result is another outcome. */
  readonly jobId?: string | null;
};

/** A job of the whole service. */
export type Operation = Omit<Answer<'GET /sys/jobs/{id}'>, 'result'> & {
  readonly result: ImportReport | CleanUpOutcome | null;
};

/** Fails to compile where the named type contradicts the document. */
type Narrow<R extends RouteName, T extends Answer<R>> = { readonly [key in R]: T };

type Narrowed = Narrow<'GET /health', Health> &
  Narrow<'GET /sys/features', Features> &
  Narrow<'GET /sys/jobs/{id}', Operation> &
  // The pages start imports in the background only.
  Narrow<'POST /sys/import-dataset' | 'POST /sys/import-organization', { readonly jobId: string }> &
  Narrow<'GET /orgs/{orgSlug}/ds', readonly Dataset[]> &
  Narrow<'POST /orgs/{orgSlug}/ds' | 'GET /orgs/{orgSlug}/ds/{dsSlug}/ex', Dataset> &
  Narrow<'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools', readonly Tool[]> &
  Narrow<'GET /orgs/{orgSlug}/ds/{dsSlug}/list' | 'POST /orgs/{orgSlug}/ds/{dsSlug}/search', readonly Entry[]> &
  Narrow<
    | 'GET /orgs/{orgSlug}/ds/{dsSlug}/obj'
    | 'POST /orgs/{orgSlug}/ds/{dsSlug}/obj'
    | 'PUT /orgs/{orgSlug}/ds/{dsSlug}/obj'
    | 'POST /orgs/{orgSlug}/ds/{dsSlug}/obj/copy',
    Entry
  > &
  // Documented as bytes: to a caller that accepts JSON it answers an address.
  Narrow<'POST /orgs/{orgSlug}/ds/{dsSlug}/download', { readonly downloadUrl: string }>;

/** What a page gets from a route. */
export type AnswerTo<R extends RouteName> = R extends keyof Narrowed ? Narrowed[R] : Answer<R>;
