import type { FastifyInstance, FastifyRequest } from 'fastify';
import { discard } from '../../bytes/index.ts';
import { fail } from '../../errors/index.ts';
import { readUrlencoded } from '../../forms/index.ts';
import { createJsonGuard } from '../../input/index.ts';
import { lastReplyOn } from '../connections.ts';
import type { BodyBudget } from './body-budget.ts';
import { readFieldForm } from './multipart.ts';
import { readPieces, readText, type BodyRoom } from './read-body.ts';

/** Fields of a form: a batch delete names each path in one. */
const MAX_FIELDS = 100_000;
/** Different names of fields. The largest form has a dozen; each further one makes the object of all slower. */
const MAX_NAMES = 1000;

/**
 * Body forms of the service: JSON, urlencoded and multipart everywhere; an empty body is `{}`. A route with an upload
 * gets its multipart stream unread. Anything else is discarded unless the route wants a body. The limit of the route
 * (`bodyLimit`) counts while the body arrives, and so does the budget of all bodies.
 */
export function addBodyParsers(app: FastifyInstance, budget: BodyBudget): void {
  const roomOf = ({ routeOptions, raw, headers }: FastifyRequest): BodyRoom => {
    if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
      throw fail('unsupported-media-type', 'Compressed request bodies are not read. Send the body as it is.');
    const claim = budget.open();
    // What is made of the body lives until the answer is out, or its connection is gone.
    lastReplyOn(raw.socket)?.raw.once('close', claim.close);
    return { limit: routeOptions.bodyLimit, claim };
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const guard = createJsonGuard();
    const text = await readText(request.raw, roomOf(request), guard);
    guard();
    if (text === '') return {};
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw fail('invalid-input', 'The body is not valid JSON.', cause);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const fields = createFields();
    const reader = readUrlencoded((name) => {
      // `curl -d` sends a form by default; JSON read as a form would be one field with a strange name.
      if (name.startsWith('{'))
        throw fail(
          'invalid-input',
          'The body looks like JSON but is sent as a form; add the header content-type: application/json.',
        );
      let value = '';
      return { text: (piece) => (value += piece), end: () => fields.add(name, value) };
    });
    await readPieces(request.raw, roomOf(request), reader.bytes);
    reader.end();
    return fields.all();
  });
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    if (request.routeOptions.config.declaration?.upload) return undefined;
    const fields = createFields();
    const { limit: fieldBytes, claim } = roomOf(request);
    await readFieldForm(request.raw, fields.add, { fieldBytes, claim });
    return fields.all();
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

/** Fields of a form as an object; a name that repeats becomes a list. Made without a prototype that a name could reach. */
function createFields() {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  return {
    add(this: void, name: string, value: string): void {
      count += 1;
      if (count > MAX_FIELDS) throw fail('too-large', `A form may have ${MAX_FIELDS} fields.`);
      const before = fields.get(name);
      if (before === undefined) {
        if (fields.size === MAX_NAMES) throw fail('too-large', `A form may have fields of ${MAX_NAMES} names.`);
        fields.set(name, value);
      }
      // Added in place: a copy for each value would take minutes for a body that repeats one name.
      else if (typeof before === 'string') fields.set(name, [before, value]);
      else before.push(value);
    },
    all: (): Record<string, string | string[]> => Object.fromEntries(fields),
  };
}
