import Type, { type Static } from 'typebox';
import { inDataset, type DatasetRef } from './addresses.ts';
import type { Connection } from './connection.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const BuildJobBody = Type.Object({
  jobId: Type.String(),
  path: nullable(Type.String()),
  currentState: Type.String(),
  progressPercent: Type.Optional(nullable(Type.Number())),
  secondsLeft: Type.Optional(nullable(Type.Number())),
  phaseMessage: Type.Optional(nullable(Type.String())),
  outcome: Type.Optional(nullable(Type.String())),
  errorMessage: Type.Optional(nullable(Type.String())),
  createdAt: Type.String(),
});
/** A build job as the server tells it. */
export type BuildJob = Readonly<Static<typeof BuildJobBody>>;

/** Jobs of a page: with those of one request in front, newest first, more are not looked at. */
const PAGE_SIZE = 100;

/** Build jobs of a dataset, newest first. */
export function listBuildJobs(
  connection: Connection,
  dataset: DatasetRef,
  query: { readonly path?: string },
  signal: AbortSignal,
): Promise<BuildJob[]> {
  return connection.json(
    {
      route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/builds',
      path: inDataset(dataset),
      query: { ...query, pageSize: PAGE_SIZE },
      signal,
    },
    Type.Array(BuildJobBody),
  );
}

/** A job by its id. */
export function findBuildJob(
  connection: Connection,
  dataset: DatasetRef,
  jobId: string,
  signal: AbortSignal,
): Promise<BuildJob> {
  const path = { ...inDataset(dataset), jobId };
  return connection.json({ route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/builds/{jobId}', path, signal }, BuildJobBody);
}

const ENDED = new Set(['Succeeded', 'Failed', 'Deleted']);
export const hasEnded = ({ currentState }: { readonly currentState: string }): boolean => ENDED.has(currentState);
