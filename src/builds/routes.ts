import Type from 'typebox';
import mime from 'mime';
import { checkEntryPath } from '../datasets/index.ts';
import { Binary, datasetParams, Empty, fail, route, sendFile, type Route } from '../http/index.ts';
import type { JobRow } from './job-store.ts';
import type { Builds } from './service.ts';

const time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const BuildJobBody = Type.Object({
  jobId: Type.String(),
  hash: Type.Union([Type.String(), Type.Null()]),
  path: Type.Union([Type.String(), Type.Null()]),
  currentState: Type.String({ description: 'Enqueued, Processing, Succeeded, Failed or Deleted' }),
  progressPercent: Type.Union([Type.Number(), Type.Null()]),
  phaseMessage: Type.Union([Type.String(), Type.Null()]),
  errorMessage: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed' }),
  createdAt: Type.String({ format: 'date-time' }),
  processingAt: time,
  succeededAt: time,
  failedAt: time,
  deletedAt: time,
});

/** Routes of builds: asking for one, their list, and the files they made. */
export function buildRoutes(builds: Builds): Route[] {
  return [
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/build',
      access: 'dataset:write',
      tag: 'Builds',
      summary: 'Build the outputs of a file',
      description: 'Answers at once; `GET builds` and the entry’s `buildStatus` tell how it goes.',
      params: datasetParams,
      body: Type.Object({
        path: Type.String({ maxLength: 8192 }),
        force: Type.Optional(Type.Boolean({ default: false, description: 'Also when it is built already' })),
      }),
      response: { 200: Empty },
      handle: ({ dataset, body, signedIn }) =>
        builds.request(dataset(), checkEntryPath(body.path), body.force ?? false, signedIn().id),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/builds',
      access: 'dataset:read',
      tag: 'Builds',
      summary: 'Build jobs of the dataset, newest first',
      params: datasetParams,
      query: Type.Object({
        page: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page of the list, from 1' }),
        ),
        pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Jobs per page' })),
      }),
      response: { 200: Type.Array(BuildJobBody) },
      handle: async ({ dataset, query }) =>
        (await builds.list(dataset(), query.page ?? 1, query.pageSize ?? 50)).map(presentJob),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/build/:hash/*',
      access: 'dataset:read',
      shows: ({ params }) => ({ hash: params.hash }),
      challenge: 'Basic',
      tag: 'Builds',
      summary: 'A file of an output, such as cog/cog.tif',
      description: 'Range requests and conditional requests work; the bytes change only when the ETag does.',
      params: Type.Object({
        ...datasetParams.properties,
        hash: Type.String({ description: 'SHA-256 of the file it was built from, as its entry tells it' }),
        '*': Type.String({ description: 'Kind of output and name of the file: `cog/cog.tif`' }),
      }),
      response: { 200: Binary },
      handle: async ({ dataset, params, request, reply }) => {
        const file = await builds.find(dataset(), params.hash, params['*']);
        if (file === undefined) throw fail('not-found', 'This output is not built. The entry’s buildStatus tells why.');
        return sendFile(request, reply, {
          path: file.path,
          etag: file.version,
          contentType: mime.getType(file.path) ?? 'application/octet-stream',
          // Addressed by content, yet a forced build may bring other bytes: kept, and asked about each time.
          cacheControl: dataset().visibility > 0 ? 'public, no-cache' : 'private, no-cache',
        });
      },
    }),
  ];
}

function presentJob(job: JobRow): Type.Static<typeof BuildJobBody> {
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    jobId: job.id,
    hash: job.hash,
    path: job.path,
    currentState: job.state,
    progressPercent: job.progress,
    phaseMessage: job.phase,
    errorMessage: job.error,
    createdAt: job.createdAt.toISOString(),
    processingAt: iso(job.processingAt),
    succeededAt: iso(job.succeededAt),
    failedAt: iso(job.failedAt),
    deletedAt: iso(job.deletedAt),
  };
}
