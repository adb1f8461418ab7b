import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessControl, Caller, Credentials, DatasetGrant, OrganizationGrant } from './access.ts';
import { namedBySchema, refuseNul } from './bodies/field-names.ts';
import { openUpload, type Upload } from './bodies/upload.ts';
import { readCredentials } from './credentials.ts';
import { fail } from './errors.ts';
import { Binary, Empty, ErrorBody, type Route, type RouteContext } from './route.ts';
import { refuseCrossSite } from './security.ts';

/** Largest body of a caller nobody knows: a name, a password, a few words. */
const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    declaration?: Route;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    organizationGrant: OrganizationGrant | undefined;
    datasetGrant: DatasetGrant | undefined;
  }
}

/**
 * Registers declared routes: who may call is decided first, then input is read and validated, then the handler runs.
 *
 * @param changed told before the answer to a call that may have changed something is sent, with the dataset it named
 */
export function addRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  access: AccessControl,
  changed: (datasetId: string | undefined) => void,
): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('organizationGrant', undefined);
  app.decorateRequest('datasetGrant', undefined);
  for (const declaration of routes) {
    app.route({
      method: declaration.method,
      url: declaration.path,
      config: { declaration },
      ...(declaration.access === 'anonymous' ? { bodyLimit: MAX_ANONYMOUS_BODY_BYTES } : {}),
      schema: openApiSchema(declaration),
      // Bytes go as they are: their ETag names exactly them, and most are compressed already.
      ...(declaration.response[200] === Binary ? { compress: false } : {}),
      onRequest: async (request, reply) => {
        await admit(request, reply, declaration, access);
      },
      preValidation: async (request) => {
        request.query = namedBySchema(request.query, declaration.query);
        if (declaration.body && !declaration.upload) request.body = namedBySchema(request.body, declaration.body);
      },
      onSend: async (request) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') changed(request.datasetGrant?.id);
      },
      handler: (request, reply) => handle(declaration, request, reply),
    });
  }
}

/** Decides whether the caller may use the route at all; whatever it looked up is kept on the request. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  declaration: Route,
  access: AccessControl,
): Promise<void> {
  const credentials = readCredentials(request.headers, request.cookies);
  request.caller = credentials && (await access.authenticate(credentials, request.ip));
  // A browser adds the cookie, and a password it was once asked for, by itself.
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  if (isChange && request.caller && request.caller.carrier !== 'bearer') refuseCrossSite(request);
  const { caller } = request;
  const { access: rule } = declaration;
  if (rule === 'anonymous') return;
  if (rule === 'signed-in' || rule === 'admin') {
    if (caller === undefined) throw unauthorized(reply, declaration, credentials);
    if (rule === 'admin' && !caller.isAdmin) throw fail('forbidden', 'Only an administrator may do this.');
    return;
  }
  for (const [name, value] of Object.entries(request.params as object)) refuseNul(name, value);
  const { orgSlug = '', dsSlug = '' } = request.params as { orgSlug?: string; dsSlug?: string };
  const grant = rule.startsWith('dataset:')
    ? (request.datasetGrant = await access.dataset(orgSlug, dsSlug, caller))
    : (request.organizationGrant = await access.organization(orgSlug, caller));
  if (grant === undefined) {
    // An anonymous caller is asked to sign in whether the thing exists or not; a signed-in one learns neither.
    if (caller === undefined) throw unauthorized(reply, declaration, credentials);
    throw fail('not-found', `There is no ${rule.split(':')[0]} of that name that you may read.`);
  }
  if (allows(grant.permissions, rule)) return;
  if (caller === undefined) throw unauthorized(reply, declaration, credentials);
  throw fail('forbidden', `You may not ${RIGHT_NAMES[rule]}. Ask the owner of the organization for the right.`);
}

const RIGHT_NAMES: Readonly<Record<string, string>> = {
  'organization:write': 'add to this organization',
  'organization:delete': 'delete this organization',
  'organization:manage': 'manage this organization',
  'dataset:write': 'change this dataset',
  'dataset:delete': 'delete this dataset',
};

function allows(permissions: DatasetGrant['permissions'], rule: string): boolean {
  if (rule.endsWith(':read')) return permissions.canRead;
  if (rule.endsWith(':write')) return permissions.canWrite;
  if (rule.endsWith(':delete')) return permissions.canDelete;
  return permissions.canManageMembers;
}

/** The text is exactly `Unauthorized`: existing web clients go to their sign-in page on it. */
function unauthorized(reply: FastifyReply, declaration: Route, credentials: Credentials | undefined): Error {
  const scheme = declaration.challenge ?? 'Bearer';
  void reply.header(
    'www-authenticate',
    scheme === 'Basic'
      ? 'Basic realm="Alidade", charset="UTF-8"'
      : credentials
        ? 'Bearer error="invalid_token"'
        : 'Bearer',
  );
  return fail('unauthorized', 'Unauthorized');
}

async function handle(declaration: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away'));
  });
  const context: RouteContext<unknown, unknown, unknown> = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    request,
    reply,
    signal: gone.signal,
    signedIn: () => present(request.caller, 'caller'),
    actor: () => {
      const { id, name } = present(request.caller, 'caller');
      return { id, name, address: request.ip };
    },
    organization: () => present(request.organizationGrant, 'organization'),
    dataset: () => present(request.datasetGrant, 'dataset'),
    upload: () => openedUpload(request, declaration),
  };
  const answer = await declaration.handle(context as Parameters<Route['handle']>[0]);
  // Some clients take an empty body with a JSON content type for a failure, so an empty answer has none.
  return answer === undefined && !reply.sent ? reply.send() : answer;
}

function openedUpload(request: FastifyRequest, declaration: Route): Upload {
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) {
    throw fail('unsupported-media-type', 'Send the file as multipart/form-data with the fields `path` and `file`.');
  }
  return openUpload(request.raw, declaration.body);
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`A route without a ${what} in its access rule asked for one`);
  return value;
}

/** The schema Fastify validates with and the OpenAPI document shows. */
function openApiSchema(declaration: Route): Record<string, unknown> {
  const { summary, description, tag, params, query, body, upload, response, access, alias } = declaration;
  return {
    summary,
    description: [description, `Access: ${access}.`].filter(Boolean).join('\n\n'),
    tags: [tag],
    ...(alias ? { hide: true } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body && !upload ? { body } : {}),
    ...(access === 'anonymous' ? {} : { security: [{ bearer: [] }, { basic: [] }, { cookie: [] }] }),
    response: Object.fromEntries([
      ...Object.entries(response).map(([status, schema]) => [status, answerSchema(schema)]),
      ['4xx', ErrorBody],
      ['5xx', ErrorBody],
    ]),
  };
}

function answerSchema(schema: Route['response'][number]): unknown {
  if (schema === Empty) return { type: 'null', description: 'No content' };
  if (schema === Binary) return { description: 'Bytes', content: { 'application/octet-stream': { schema } } };
  return schema;
}
