import type { FastifyInstance, FastifyRequest } from 'fastify';
import { discard } from '../../bytes/index.ts';
import { fail } from '../errors.ts';
import { createJsonGuard } from './json-guard.ts';
import { readRequestForm } from './multipart.ts';
import { BODY_LIMIT_MS, readText } from './read-body.ts';

/** Fields of a urlencoded form: a batch delete names each path in one. */
const MAX_FIELDS = 100_000;
const AMPERSAND = 0x26;

/**
 * Body forms of the service: JSON, urlencoded and multipart everywhere; an empty body is `{}`. A route with an upload
 * gets its multipart stream unread. Anything else is discarded unless the route wants a body. The limit of the route
 * (`bodyLimit`) counts while the body arrives.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const guard = createJsonGuard();
    const text = await readText(request.raw, request.routeOptions.bodyLimit, guard);
    guard();
    if (text === '') return {};
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw fail('invalid-input', 'The body is not valid JSON.', cause);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const text = await readText(request.raw, request.routeOptions.bodyLimit, createFieldGuard());
    // `curl -d` sends a form by default; JSON read as a form would be one field with a strange name.
    if (text.startsWith('{'))
      throw fail(
        'invalid-input',
        'The body looks like JSON but is sent as a form; add the header content-type: application/json.',
      );
    return fieldsOf(new URLSearchParams(text));
  });
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    if (request.routeOptions.config.declaration?.upload) return undefined;
    const fields: [string, string][] = [];
    await readRequestForm(
      request.raw,
      { field: (name, value) => void fields.push([name, value]) },
      { fieldBytes: request.routeOptions.bodyLimit, limitMs: BODY_LIMIT_MS },
    );
    return fieldsOf(fields);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const { declaration } = request.routeOptions.config;
    discard(request.raw);
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

/** Counts the fields of a urlencoded form as it arrives. Throws `too-large`. */
function createFieldGuard(): (piece: Uint8Array) => void {
  let fields = 1;
  return (piece) => {
    for (let at = piece.indexOf(AMPERSAND); at >= 0; at = piece.indexOf(AMPERSAND, at + 1)) fields += 1;
    if (fields > MAX_FIELDS) throw fail('too-large', `A form may have ${MAX_FIELDS} fields.`);
  };
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
