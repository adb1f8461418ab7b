import Type from 'typebox';
import { askedPath, checkEntryPath, shown } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import {
  Binary,
  datasetParams,
  Empty,
  route,
  type Route,
  sendFile,
  sendParts,
  servedType,
  uploadedContentPolicy,
} from '../http/index.ts';
import { BuildJobBody, presentJob } from './job-body.ts';
import type { JobEvents } from './jobs/events.ts';
import { buildEventRoute } from './routes-events.ts';
import type { Builds } from './service.ts';

/**
 * Routes of builds: asking for one, their list, their changes, and the files they made.
 *
 * @param isOriginal whether a file below `build/{hash}/`, in lower case, has all values of the file it was built from, and no page streams it
 */
export function buildRoutes(builds: Builds, events: JobEvents, isOriginal: (path: string) => boolean): Route[] {
  return [
    buildEventRoute(events),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/build',
      access: 'dataset:write',
      tag: 'Builds',
      summary: 'Build the outputs of a file',
      description:
        'Answers at once; `GET builds` and the entry’s `buildStatus` tell how it goes. A part of a shapefile (.shx, .dbf, .prj, .cpg) stands for the .shp beside it.',
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
        path: Type.Optional(Type.String({ maxLength: 8192, description: 'Only jobs of this file' })),
      }),
      response: { 200: Type.Array(BuildJobBody) },
      handle: async ({ dataset, query }) =>
        (await builds.list(dataset(), { page: query.page ?? 1, pageSize: query.pageSize ?? 50, path: query.path })).map(
          presentJob,
        ),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/builds/:jobId',
      access: 'dataset:read',
      tag: 'Builds',
      summary: 'A build job with its log',
      params: Type.Object({
        ...datasetParams.properties,
        jobId: Type.String({ format: 'uuid', description: 'As the list tells it' }),
      }),
      response: {
        200: Type.Object({
          ...BuildJobBody.properties,
          log: Type.String({ description: 'Its last lines; grows while it runs' }),
        }),
      },
      handle: async ({ dataset, params }) => {
        const job = await builds.job(dataset(), params.jobId);
        return { ...presentJob(job), log: job.log };
      },
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/builds/clear',
      access: 'dataset:write',
      tag: 'Builds',
      summary: 'Forget the build jobs that have ended',
      description:
        'What they built stays, and so does what waits. A build that failed stays as well, until its file is built or gone: it tells why. One that was cancelled is in no list any more, but the one with its `path`.',
      params: datasetParams,
      response: { 200: Type.Object({ deletedCount: Type.Integer() }) },
      handle: async ({ dataset, actor }) => ({ deletedCount: await builds.clear(dataset(), actor()) }),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/build/:hash/*',
      access: 'dataset:read',
      shows: ({ params, query }) => (query.path === undefined ? { hash: params.hash } : shown(query.path)),
      originals: 'some',
      challenge: 'Basic',
      tag: 'Builds',
      summary: 'A file of an output, such as cog/cog.tif',
      description: 'Range requests and conditional requests work; the bytes change only when the ETag does.',
      params: Type.Object({
        ...datasetParams.properties,
        hash: Type.String({ description: 'SHA-256 of the file it was built from, as its entry tells it' }),
        '*': Type.String({ description: 'Kind of output and name of the file: `cog/cog.tif`' }),
      }),
      query: Type.Object({
        path: Type.Optional(
          Type.String({
            maxLength: 8192,
            description:
              'Path of the file it was built from, where several have the same bytes and other files beside them',
          }),
        ),
      }),
      response: { 200: Binary },
      handle: async ({ dataset, params, query, request, reply, caller, requireOriginals }) => {
        // Some disks tell no cases of letters apart.
        if (isOriginal(params['*'].toLowerCase())) requireOriginals();
        const path = query.path === undefined ? undefined : askedPath(query.path);
        const owner = { path, below: caller?.scope?.path };
        const file = await builds.find(dataset(), params.hash, params['*'], owner);
        if (file === undefined) throw fail('not-found', 'This output is not built. The entry’s buildStatus tells why.');
        // Addressed by content, yet a forced build may bring other bytes: kept, and asked about each time.
        const cacheControl = dataset().visibility > 0 ? 'public, no-cache' : 'private, no-cache';
        const answer = { etag: file.version, cacheControl };
        if (file.view !== undefined) {
          const { parts, mediaType } = file.view;
          return sendParts(request, reply, { ...answer, parts, contentType: mediaType, madeOf: file.path });
        }
        const contentType = servedType(file.path);
        // An output may have files as they were uploaded: those of an archive of 3D Tiles have any name.
        void reply.header('content-security-policy', uploadedContentPolicy(contentType));
        return sendFile(request, reply, { ...answer, path: file.path, contentType, isNoticed: true });
      },
    }),
  ];
}
