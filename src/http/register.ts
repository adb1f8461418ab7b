import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors/index.ts';
import type { Upload } from '../forms/index.ts';
import { admit, admitAgain, admitShown, onlyReads, refuseWithheld, type Admission, type Gate } from './admit.ts';
import { namedBySchema } from './bodies/field-names.ts';
import { leaveBodiesUnread } from './bodies/parsers.ts';
import { openUpload } from './bodies/upload.ts';
import { QUICK_COMPRESSION } from './compression.ts';
import { describeAccess, securityOf } from './security-schemes.ts';
import { Binary, Empty, ErrorBody, EventStream, Media, type Route, type RouteContext } from './route.ts';

/** Largest body of an anonymous caller (a name, a password, a few words), and of all fields beside a file. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** Largest body where the route does not say: metadata values, parameters of a tool, outlines of a search. */
const BODY_BYTES = 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    declaration?: Route;
  }
  interface FastifyRequest {
    /** What the access decision let the call in with; nobody before it is made. */
    admission: Admission;
  }
}

export interface RouteOptions extends Gate {
  /** Told before the answer to a call that may have changed something is sent. */
  readonly changed: (change: Change) => void;
}

/** What a call that went well may have changed. */
export interface Change {
  /** Who may do what. */
  readonly rights: boolean;
  /** Files of this dataset; absent when the address names none. */
  readonly datasetId: string | undefined;
}

const NOBODY: Admission = {};
/** A body that took longer may have outlived the rights of its sender. Notices of changes take less. */
const SLOW_BODY_MS = 1000;

/** Lets every request begin as nobody's. To be called before hooks that refuse requests: those at the end look at the admission. */
export function beginAsNobody(app: FastifyInstance): void {
  // Fastify lets no object be shared by all requests: the value comes with the first hook.
  app.decorateRequest('admission');
  app.addHook('onRequest', (request, _reply, done) => {
    request.admission = NOBODY;
    done();
  });
}

/** Registers declared routes: who may call is decided first, then input is read and validated, then the handler runs. */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], options: RouteOptions): void {
  const readFields = routes.filter(({ stream }) => stream === undefined);
  const readStreams = routes.filter(({ stream }) => stream !== undefined);
  addAll(app, readFields, options);
  // Parsers belong to a scope of the server: here whatever type a body has, it reaches its handler unread.
  void app.register(async (scope) => {
    leaveBodiesUnread(scope);
    addAll(scope, readStreams, options);
  });
}

function addAll(app: FastifyInstance, routes: readonly Route[], options: RouteOptions): void {
  for (const declaration of routes) {
    if (declaration.discovery) addDiscovery(app, declaration.path, declaration.discovery);
    app.route({
      method: declaration.method,
      url: declaration.path,
      config: { declaration },
      bodyLimit: bodyLimitOf(declaration),
      schema: openApiSchema(declaration),
      compress: isPlain(declaration) ? false : QUICK_COMPRESSION,
      onRequest: async (request, reply) => {
        // What is kept of the answer is good for these credentials alone.
        void reply.header('vary', 'Authorization, Cookie');
        request.admission = await admit(request, declaration, options);
      },
      preValidation: async (request) => {
        request.query = namedBySchema(request.query, declaration.query);
        if (declaration.body && !declaration.upload && !declaration.stream)
          request.body = namedBySchema(request.body, declaration.body);
      },
      onSend: async (request, reply) => {
        const { caller, dataset } = request.admission;
        // Told of refused calls and to callers nobody knows, anybody could make the service forget what it has looked up.
        if (caller !== undefined && reply.statusCode < 400 && !onlyReads(request, declaration))
          options.changed({ rights: !declaration.upload && !declaration.stream, datasetId: dataset?.id });
        if (!reply.hasHeader('cache-control'))
          void reply.header('cache-control', reply.statusCode < 400 ? 'private, no-cache' : 'no-store');
      },
      handler: async (request, reply) => {
        const { params, query, body } = request as Parameters<NonNullable<Route['shows']>>[0];
        const input = { params, query, body };
        const readmit = async (): Promise<void> => {
          request.admission = await admitAgain(request, declaration, options, request.admission);
        };
        if (reply.elapsedTime > SLOW_BODY_MS) await readmit();
        request.admission = await admitShown(request, declaration, options, request.admission, input);
        return handle(declaration, request, reply, readmit);
      },
    });
  }
}

function bodyLimitOf({ bodyBytes, access, upload }: Route): number {
  return bodyBytes ?? (access === 'anonymous' || upload ? SMALL_BODY_BYTES : BODY_BYTES);
}

/** Bytes go as they are: their ETag names exactly them, and most are compressed already. Events must not wait for others. */
function isPlain({ plain, response }: Route): boolean {
  return plain === true || response[200] === Binary || response[200] === EventStream;
}

/** A route to find the headers by; they are sent before it is reached, and so are the answers to preflights. */
function addDiscovery(app: FastifyInstance, path: string, headers: Readonly<Record<string, string>>): void {
  app.options(path, { schema: { hide: true }, config: { discovery: headers } }, (_request, reply) =>
    reply.callNotFound(),
  );
}

async function handle(
  declaration: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  readmit: () => Promise<void>,
): Promise<unknown> {
  let gone: AbortSignal | undefined;
  const { caller, organization, dataset } = request.admission;
  const context: RouteContext<unknown, unknown, unknown> = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller,
    request,
    reply,
    // Made when it is asked for: most answers are shorter than the time to make it.
    get signal() {
      return (gone ??= goneSignal(reply));
    },
    // As he is now: `readmit` may have found that he is no administrator any more.
    signedIn: () => present(request.admission.caller, 'caller'),
    actor: () => {
      const { id, name, scope } = present(caller, 'caller');
      return { id, name, address: request.ip, ...(scope ? { token: scope.tokenId } : {}) };
    },
    organization: () => present(organization, 'organization'),
    dataset: () => present(dataset, 'dataset'),
    readmit,
    requireOriginals: () => refuseWithheld(request.admission),
    upload: () => openedUpload(request, declaration),
  };
  const answer = await declaration.handle(context as Parameters<Route['handle']>[0]);
  // Its caller went away while it was sent: another answer would only fill the log.
  if (reply.raw.headersSent && !reply.sent) return reply.hijack();
  // Some clients take an empty body with a JSON content type for a failure, so an empty answer has none.
  return answer === undefined && !reply.sent ? reply.send() : answer;
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const settle = (): void => {
    if (!raw.writableFinished) gone.abort(new Error('The client went away'));
  };
  // A destroyed response does not emit `close` again.
  if (raw.destroyed) settle();
  else raw.once('close', settle);
  return gone.signal;
}

function openedUpload(request: FastifyRequest, declaration: Route): Upload {
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) {
    throw fail('unsupported-media-type', 'Send the file as multipart/form-data with the fields `path` and `file`.');
  }
  return openUpload(request.raw, declaration.body, bodyLimitOf(declaration));
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`A route without a ${what} in its access rule asked for one`);
  return value;
}

/** The schema Fastify validates with and the OpenAPI document shows. */
function openApiSchema(declaration: Route): Record<string, unknown> {
  const { summary, description, tag, params, query, body, upload, stream, response, types, alias } = declaration;
  const error = declaration.errorForm ? ERROR_TEXT : ErrorBody;
  return {
    summary,
    description: [description, describeAccess(declaration)].filter(Boolean).join('\n\n'),
    tags: [tag],
    ...(alias ? { hide: true } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body && !upload && !stream ? { body } : {}),
    ...securityOf(declaration),
    response: Object.fromEntries([
      ...Object.entries(response).map(([status, schema]) => [status, answerSchema(schema, types)]),
      ['4xx', error],
      ['5xx', error],
    ]),
  };
}

/** An error in the form of a service; which one depends on what is asked for. */
const ERROR_TEXT = {
  description: 'An exception as the service that is asked for, in its version, writes it',
  content: { 'text/xml': { schema: { type: 'string' } }, 'application/json': { schema: {} } },
};

function answerSchema(schema: Route['response'][number], types: Route['types']): unknown {
  if (schema === Media || (types !== undefined && schema === Binary)) {
    const known = types ?? ['application/octet-stream'];
    // What is JSON has a body of any kind, not a text.
    const schemaOf = (type: string): unknown => (/[/+]json\b/.test(type) ? {} : schema);
    return {
      description: 'Bytes',
      content: Object.fromEntries(known.map((type) => [type, { schema: schemaOf(type) }])),
    };
  }
  if (schema === Empty) return { type: 'null', description: 'No content' };
  if (schema === Binary) return { description: 'Bytes', content: { 'application/octet-stream': { schema } } };
  if (schema === EventStream) return { description: 'Events', content: { 'text/event-stream': { schema } } };
  return schema;
}
