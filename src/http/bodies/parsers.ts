import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { parseExactly } from './exact-json.ts';
import { parseMultipart } from './multipart.ts';

/**
 * Body forms of the service: JSON, urlencoded and multipart everywhere; an empty body is `{}`. A route with an upload
 * gets its multipart stream unread. Anything else is dropped unless the route wants a body.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {});
    try {
      done(null, parseExactly(text as string));
    } catch (error) {
      const isJson = !(error instanceof SyntaxError);
      done(isJson ? (error as Error) : fail('invalid-input', 'The body is not valid JSON.'), undefined);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    // What `curl -d` sends unless it is told otherwise; read as a form it would be one field of a strange name.
    if ((text as string).startsWith('{')) {
      done(
        fail(
          'invalid-input',
          'The body looks like JSON but is sent as a form; add the header content-type: application/json.',
        ),
        undefined,
      );
    } else done(null, fieldsOf(new URLSearchParams(text as string)));
  });
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    if (request.routeOptions.config.declaration?.upload) return undefined;
    const fields: [string, string][] = [];
    const handlers = {
      field: (name: string, value: string) => void fields.push([name, value]),
      file: (_name: string, stream: Readable) => void stream.resume(),
    };
    await parseMultipart(request.raw, handlers, { fieldBytes: request.routeOptions.bodyLimit });
    return fieldsOf(fields);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const { declaration } = request.routeOptions.config;
    payload.resume();
    if (declaration?.body || declaration?.upload) {
      throw fail('unsupported-media-type', 'Send the body as JSON, as a form or as multipart/form-data.');
    }
    return undefined;
  });
}

/** In a scope of routes that read their bodies themselves, of whatever type they are. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', () => Promise.resolve(undefined));
}

/** Name/value pairs as an object; a name that repeats becomes a list. Made without a prototype that a name could reach. */
function fieldsOf(pairs: Iterable<[string, string]>): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    // Added in place: a copy for each value would take minutes for a body that repeats one name.
    else if (typeof before === 'string') fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}
