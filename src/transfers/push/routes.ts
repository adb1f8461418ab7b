import { Readable } from 'node:stream';
import Type from 'typebox';
import type { PushRow, Pushes, PushUser } from '../../datasets/index.ts';
import { datasetParams, Empty, leastFileBytes, route, type Route, type RouteContext } from '../../http/index.ts';
import type { TakePushedFile } from './files.ts';
import type { PushBodies } from './service.ts';

const AT = '/orgs/:orgSlug/ds/:dsSlug/push';
const FORM = 'application/x-www-form-urlencoded';

const tokenField = Type.String({ minLength: 1, maxLength: 200, description: 'From the answer that began the push' });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const NeededBody = Type.Object({
  neededFiles: orNull(Type.Array(Type.String(), { description: 'Paths of files to upload' })),
  neededMeta: orNull(Type.Array(Type.String(), { description: 'Ids of metadata to send' })),
  pullRequired: Type.Boolean({ description: 'The dataset has changed: nothing was begun, and the rest is null' }),
  token: orNull(Type.String()),
});

type Context = Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'signal' | 'signedIn' | 'actor' | 'readmit'>;

const userOf = ({ signedIn, actor }: Context): PushUser => {
  const { id, name } = signedIn();
  return { id, name, actor: actor() };
};
const callOf = (context: Context) => ({
  request: context.request.raw,
  signal: context.signal,
  user: userOf(context),
  readmit: context.readmit,
});

/** Routes by which a dataset becomes what a client has. */
export function pushRoutes(pushes: Pushes, bodies: PushBodies, takeFile: TakePushedFile): Route[] {
  return [
    route({
      method: 'POST',
      path: `${AT}/init`,
      access: 'dataset:write',
      creates: true,
      tag: 'Push',
      summary: 'Begin a push: what must be sent so that the dataset becomes what the client has',
      description: [
        'In place of another one that the caller has begun; what was sent for that is not asked for again. A dataset that is',
        'not there is made, private, and goes again unless it gets something. The body may have up to a gibibyte.',
      ].join(' '),
      params: datasetParams,
      stream: { type: FORM },
      body: Type.Object({
        checksum: Type.Optional(
          Type.String({ description: 'Of the stamp the dataset had when the client last looked; not for a new one' }),
        ),
        stamp: Type.String({ description: 'The stamp of the client, as JSON' }),
      }),
      response: { 200: NeededBody },
      handle: async (context) => {
        const { organization, dataset } = context.request.admission;
        const { dsSlug } = context.params;
        const place = dataset ? { dataset } : { organization: organization!, slug: dsSlug.toLowerCase() };
        const push = await bodies.begin(place, callOf(context));
        if (push === undefined) return { neededFiles: null, neededMeta: null, pullRequired: true, token: null };
        void context.reply.type('application/json; charset=utf-8');
        return context.reply.send(Readable.from(answerText(pushes, push)));
      },
    }),
    route({
      method: 'POST',
      path: `${AT}/upload`,
      access: 'dataset:write',
      tag: 'Push',
      summary: 'Send a file of a push',
      description:
        'Multipart fields `path`, `token` and `file`, in any order. The bytes must have the hash of the stamp. The same file may be sent again.',
      params: datasetParams,
      body: Type.Object({
        path: Type.String({ maxLength: 8192, description: 'Path of the file in the dataset' }),
        token: tokenField,
      }),
      upload: { file: 'file', description: 'The file' },
      response: { 200: Empty },
      handle: async (context) => {
        const { request, signal, signedIn, readmit, upload } = context;
        const leastBytes = leastFileBytes(request.headers);
        await takeFile(context.dataset(), { leastBytes, signal, upload, uploader: { ...signedIn(), readmit } });
      },
    }),
    route({
      method: 'POST',
      path: `${AT}/meta`,
      access: 'dataset:write',
      tag: 'Push',
      summary: 'Send metadata of a push',
      description: 'What the push does not need is dropped. The body may have up to a gibibyte.',
      params: datasetParams,
      stream: { type: FORM },
      body: Type.Object({
        meta: Type.String({ description: 'A list as the answer of `meta/dump`, as JSON' }),
        token: tokenField,
      }),
      response: { 200: Empty },
      handle: (context) => bodies.keepValues(context.dataset(), callOf(context)),
    }),
    route({
      method: 'POST',
      path: `${AT}/commit`,
      access: 'dataset:write',
      tag: 'Push',
      summary: 'Finish a push: the dataset becomes what the client has',
      description: 'All at once or, when something is missing or the dataset has changed since, not at all (400).',
      params: datasetParams,
      body: Type.Object({ token: tokenField }),
      response: { 200: Empty },
      handle: async (context) => {
        const { signal, signedIn, actor, readmit } = context;
        const push = await pushes.find(context.dataset(), context.body.token, signedIn());
        await pushes.commit(context.dataset(), push, { ...signedIn(), readmit, actor: actor() }, signal);
      },
    }),
  ];
}

/** The answer that begins a push, as JSON piece by piece: it may name a million files. */
async function* answerText(pushes: Pushes, push: PushRow): AsyncGenerator<string> {
  yield '{"neededFiles":';
  yield* listText(pushes.neededFiles(push));
  yield ',"neededMeta":';
  yield* listText(pushes.neededValues(push));
  yield `,"pullRequired":false,"token":${JSON.stringify(push.id)}}`;
}

async function* listText(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    yield separator + page.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
