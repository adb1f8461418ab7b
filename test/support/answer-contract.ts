import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: object }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** What answers of a service were found to break the OpenAPI document it shows. */
export interface AnswerContract {
  /** One line for each kind of breach, with the first answer that showed it. */
  breaches(): readonly string[];
}

/** Beyond this the reasons repeat themselves. */
const MAX_REASONS = 5;

/**
 * Holds every answer of a service to its own OpenAPI document: the status is documented, and a JSON body fits its schema.
 * Must be called before the service listens. Other spellings of documented routes and the web application's files are
 * not in the document and pass; bytes and streams are not read.
 */
export function watchAnswers(server: FastifyInstance): AnswerContract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  const validators = new Map<string, ValidateFunction>();
  const found = new Map<string, string>();
  let document: Document | undefined;

  const schemaOf = (operation: Operation, status: number): object | undefined | null => {
    const response = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    if (response === undefined) return null;
    return response.content?.['application/json']?.schema;
  };
  const validate = (key: string, schema: object, body: unknown): string | undefined => {
    const validator = validators.get(key) ?? ajv.compile({ components: document?.components, ...schema });
    validators.set(key, validator);
    if (validator(body)) return undefined;
    const reasons = validator.errors!.slice(0, MAX_REASONS);
    return reasons.map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`).join('; ');
  };

  const check = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
    const { declaration } = request.routeOptions.config;
    if (!declaration || declaration.alias || request.method === 'HEAD') return;
    document ??= server.swagger() as unknown as Document;
    const path = declaration.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}');
    const operation = document.paths[path]?.[declaration.method.toLowerCase()];
    const { statusCode } = reply;
    const key = `${declaration.method} ${path} ${statusCode}`;
    if (operation === undefined) return void found.set(key, `${key}: not in the document`);
    // A conditional or partial answer of a documented one, or one that its caller did not wait for.
    if ([304, 206, 499].includes(statusCode)) return;
    const schema = schemaOf(operation, statusCode);
    if (schema === null) return void found.set(key, `${key}: this status is not documented`);
    const isJson = /^application\/([\w.+-]+\+)?json/.test(String(reply.getHeader('content-type')));
    if (schema === undefined || !isJson || typeof payload !== 'string') return;
    const problem = validate(key, schema, JSON.parse(payload));
    if (problem !== undefined && !found.has(key)) found.set(key, `${key}: ${problem}\n  ${payload.slice(0, 300)}`);
  };

  server.addHook('onSend', async (request, reply, payload) => {
    check(request, reply, payload);
    return payload;
  });
  return { breaches: () => [...found.values()] };
}
