import Type from 'typebox';
import { BatchBody } from '../../datasets/index.ts';
import { Empty, leastFileBytes, linkNextPage, route, type Route, type RouteContext } from '../../http/index.ts';
import { readDisplayName } from '../../input/index.ts';
import type { ShareFiles } from './files.ts';
import type { Sharer, Shares } from './service.ts';

export const tokenParams = Type.Object({ token: Type.String({ maxLength: 128, description: 'What `init` answered' }) });

export const StagedBody = Type.Object({
  path: Type.String(),
  hash: Type.String({ description: 'SHA-256 of the file' }),
  size: Type.Integer(),
});

/** A batch with where its files will be: anyone who did not name a dataset learns which one was made. */
const SharedBody = Type.Object({
  ...BatchBody.properties,
  tag: Type.Union([Type.String(), Type.Null()], { description: '`organization/dataset`' }),
});

/** A page of the files of a batch: of most batches all. */
const MAX_PAGE = 10_000;

/** Somebody who shares, by the call he makes. */
export function sharerOf({ signedIn, readmit, actor }: RouteContext<unknown, unknown, unknown>): Sharer {
  return { caller: signedIn, readmit, actor };
}

/**
 * Who uploads into a share. He is asked for again before a file is staged; whether the share still runs is asked where it
 * is held, and the right to write again when all that was staged is committed.
 */
export const uploaderOf = (sharer: Sharer) => ({ ...sharer.caller(), readmit: () => sharer.readmit() });

/** A route under both forms of its address, the one of the interface and the one of existing clients. */
export function inBothForms(path: string, former: string, declare: (path: string) => Route): Route[] {
  return [declare(path), { ...declare(former), alias: true }];
}

/** Routes of shares. */
export function shareRoutes(shares: Shares, files: ShareFiles): Route[] {
  const common = { access: 'signed-in', tag: 'Share' } as const;
  return [
    route({
      ...common,
      method: 'POST',
      path: '/share/init',
      summary: 'Begin a share: a batch of files that become part of a dataset together',
      description:
        'Without `tag` and `orgSlug` a public dataset of a slug of its own is made in your own organization, without a dataset in `tag` in that organization. Your shares of the same dataset that run are rolled back.',
      body: Type.Object({
        tag: Type.Optional(
          Type.String({ maxLength: 300, description: '`organization/dataset`, or an organization; made if missing' }),
        ),
        orgSlug: Type.Optional(Type.String({ maxLength: 200, description: 'Organization of a new dataset' })),
        datasetName: Type.Optional(Type.String({ maxLength: 256, description: 'Name of a new dataset' })),
      }),
      response: { 200: Type.Object({ token: Type.String() }) },
      handle: async (context) => {
        const datasetName = readDisplayName('datasetName', context.body.datasetName);
        return { token: await shares.begin({ ...context.body, datasetName }, sharerOf(context)) };
      },
    }),
    ...inBothForms('/share/:token', '/share/info/:token', (path) =>
      route({
        ...common,
        method: 'GET',
        path,
        summary: 'A share with its files, in whatever state it is',
        description: 'Files by path; `Link` leads to the next page while there is one.',
        params: tokenParams,
        query: Type.Object({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Most files of a page' })),
          after: Type.Optional(Type.String({ maxLength: 8192, description: 'From the `Link` of the page before' })),
        }),
        response: { 200: SharedBody },
        handle: async ({ params, query: { limit = MAX_PAGE, after }, signedIn, request, reply }) => {
          const { id, token, userName, state, startedAt, endedAt, tag } = await shares.find(params.token, signedIn());
          const entries = await files.list(id, after, limit);
          const last = entries.at(-1);
          if (last && entries.length === limit) linkNextPage(request, reply, last.path);
          const [start, end] = [startedAt.toISOString(), endedAt?.toISOString() ?? null];
          return { token, userName, start, end, status: state, tag, entries };
        },
      }),
    ),
    ...inBothForms('/share/:token/upload', '/share/upload/:token', (path) =>
      route({
        ...common,
        method: 'POST',
        path,
        summary: 'Upload a file into a share',
        description:
          'Multipart fields `path` and `file`, in any order and of any size. It is no part of the dataset before the commit. The same file again is answered the same; other bytes replace it.',
        params: tokenParams,
        body: Type.Object({
          path: Type.String({ maxLength: 8192, description: 'Path in the dataset, / between names' }),
          sha256: Type.Optional(Type.String({ maxLength: 64, description: 'SHA-256 of the file, hexadecimal' })),
        }),
        upload: { file: 'file', description: 'The file' },
        response: { 200: StagedBody },
        handle: async (context) => {
          const { params, request, signal, signedIn } = context;
          const share = await shares.open(params.token, signedIn());
          return files.upload(share, uploaderOf(sharerOf(context)), {
            upload: context.upload(),
            leastBytes: leastFileBytes(request.headers),
            headers: request.headers,
            signal,
          });
        },
      }),
    ),
    ...inBothForms('/share/:token/commit', '/share/commit/:token', (path) =>
      route({
        ...common,
        method: 'POST',
        path,
        summary: 'Commit a share: all its files become part of the dataset at once',
        description: 'A share that is committed already is answered the same.',
        params: tokenParams,
        response: {
          200: Type.Object({
            url: Type.String({ description: 'Page of the dataset, on this server' }),
            tag: Type.String({ description: '`organization/dataset`' }),
          }),
        },
        handle: async (context) => {
          const dataset = await shares.commit(context.params.token, sharerOf(context), context.signal);
          const tag = `${dataset.organization.slug}/${dataset.slug}`;
          return { url: `/r/${tag}`, tag };
        },
      }),
    ),
    ...inBothForms('/share/:token/rollback', '/share/rollback/:token', (path) =>
      route({
        ...common,
        method: 'POST',
        path,
        summary: 'Roll a share back: nothing of it stays',
        description: 'A dataset that came into being with the share goes with it, unless something else is in it.',
        params: tokenParams,
        response: { 200: Empty },
        handle: (context) => shares.rollBack(context.params.token, sharerOf(context)),
      }),
    ),
  ];
}
