import Type, { type Static } from 'typebox';
import { fail } from '../../errors/index.ts';
import { Binary, datasetParams, LIST_BODY_BYTES, route, type Route } from '../../http/index.ts';
import { shown } from '../../datasets/index.ts';
import { shownPaths } from './asked-paths.ts';
import type { Downloads } from './routes-answers.ts';

/** Longest field: a comma list of 10,000 paths. */
const MAX_FIELD_CHARS = 4 * 1024 * 1024;

const pathsField = Type.Optional(
  Type.Array(Type.String({ maxLength: MAX_FIELD_CHARS }), {
    description:
      'Path in the dataset, or several separated by commas; may be given more than once. A path that exists as it stands is one, commas or not. Without any the whole dataset.',
  }),
);
const inlineField = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1, default: 0, description: '1: shown, not saved (single files)' }),
);
const downloadQuery = Type.Object({
  path: pathsField,
  inline: inlineField,
  selection: Type.Optional(
    Type.String({ format: 'uuid', description: 'Selection that a POST asked an address for; instead of paths' }),
  ),
});
const downloadBody = Type.Object({
  path: pathsField,
  paths: Type.Optional(Type.Array(Type.String({ maxLength: MAX_FIELD_CHARS }), { description: 'The same as `path`' })),
  inline: inlineField,
});

const named = ({ path = [], paths = [] }: Static<typeof downloadBody>): readonly string[] => [path, paths].flat();

const ABOUT = `One file is sent as it is: ranges, \`HEAD\`, \`ETag\` (the SHA-256 of its bytes), \`If-None-Match\`, \`If-Range\`.
A folder, several paths or the whole dataset are sent as a ZIP archive that is made while it is sent: it has no length and
no ranges, and a connection that ends before its directory came is an archive that is not whole. Each entry is as it was
when its turn came; files are as they were uploaded, whatever happens to their entries in the six hours after that. A path
that becomes a folder while the archive is sent may be in it as both.

Limits: beyond \`maxConcurrentDownloadsPerUser\` open downloads the answer is 429 with \`Retry-After\` (a page when \`Accept\`
names \`text/html\`). With the header \`X-Download-Check\` nothing is sent: 200 without a body when a download would be, or 429.
With \`disableAnonymousBulkDownloads\` archives answer anonymous callers 401. Clients compare the size of a selection with
\`bulkDownloadAsyncThresholdBytes\` of \`/sys/features\` and ask for a background task above it; the service refuses no size.`;

/** Routes that send files and archives of files. */
export function downloadRoutes(downloads: Downloads): Route[] {
  const common = { access: 'dataset:read', originals: true, tag: 'Objects', response: { 200: Binary } } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/download',
      shows: ({ query }) => (query.selection === undefined ? shownPaths(query.path ?? []) : { paths: [undefined] }),
      summary: 'Download a file, or an archive of several',
      description: ABOUT,
      params: datasetParams,
      query: downloadQuery,
      handle: (context) => {
        const { selection, path = [], inline } = context.query;
        if (selection === undefined) return downloads.send(context, path, inline === 1);
        if (path.length > 0) throw fail('invalid-input', 'Name either paths or a selection.');
        return downloads.sendKept(context, selection);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/download',
      reads: true,
      shows: ({ body }) => shownPaths(named(body)),
      summary: 'Download what a form names',
      description:
        'As GET, for more paths than an address holds. With `Accept: application/json` the answer is `{"downloadUrl": …}` instead: an address that sends the same for an hour to anyone who may read the dataset then, so that a browser can save it.',
      params: datasetParams,
      body: downloadBody,
      bodyBytes: LIST_BODY_BYTES,
      handle: async (context) => {
        const wantsAddress = /^application\/json\b/i.test(context.request.headers.accept?.trim() ?? '');
        if (!wantsAddress) return downloads.send(context, named(context.body), context.body.inline === 1);
        return { downloadUrl: await downloads.keep(context, named(context.body)) };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/download/*',
      shows: ({ params }) => shown(params['*']),
      summary: 'Download a file or a folder, its path in the address',
      params: Type.Object({
        ...datasetParams.properties,
        '*': Type.String({ maxLength: 8192, description: 'Path in the dataset, / between names' }),
      }),
      query: Type.Pick(downloadQuery, ['inline']),
      alias: true,
      handle: (context) => downloads.sendEntry(context, context.params['*'], context.query.inline === 1),
    }),
  ];
}
