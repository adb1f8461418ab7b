import { Readable } from 'node:stream';
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

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
/** By the text of the schema: the services of one test file, some on each database, show the same document. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const validator = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validator);
  return validator;
}

/** Beyond this the reasons repeat themselves. */
const MAX_REASONS = 5;

/**
 * Holds every answer of a service to its own OpenAPI document: the status is documented, and a JSON body fits its schema.
 * Must be called before the service listens. Other spellings of documented routes and the web application's files are
 * not in the document and pass; bytes are not read.
 */
export function watchAnswers(server: FastifyInstance): AnswerContract {
  /** What holds the answers to the schemas of this service, by route and status. */
  const ofRoutes = new Map<string, ValidateFunction>();
  const found = new Map<string, string>();
  let document: Document | undefined;

  const schemaOf = (operation: Operation, status: number): object | undefined | null => {
    const response = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    if (response === undefined) return null;
    return response.content?.['application/json']?.schema;
  };
  const validate = (key: string, schema: object, body: unknown): string | undefined => {
    const validator = ofRoutes.get(key) ?? validatorOf({ components: document?.components, ...schema });
    ofRoutes.set(key, validator);
    if (validator(body)) return undefined;
    const reasons = validator.errors!.slice(0, MAX_REASONS);
    return reasons.map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`).join('; ');
  };

  /** Notes an undocumented answer. @returns what looks at its JSON text; undefined when there is none to look at */
  const check = (request: FastifyRequest, reply: FastifyReply): ((text: string) => void) | undefined => {
    const { declaration } = request.routeOptions.config;
    if (!declaration || declaration.alias || request.method === 'HEAD') return undefined;
    document ??= server.swagger() as unknown as Document;
    const path = declaration.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}');
    const operation = document.paths[path]?.[declaration.method.toLowerCase()];
    const { statusCode } = reply;
    const key = `${declaration.method} ${path} ${statusCode}`;
    const note = (problem: string, text = ''): void => {
      if (!found.has(key)) found.set(key, `${key}: ${problem}\n  ${text.slice(0, 300)}`);
    };
    // A conditional or partial answer of a documented one, or one that its caller did not wait for.
    if (operation !== undefined && [304, 206, 499].includes(statusCode)) return undefined;
    const schema = operation && schemaOf(operation, statusCode);
    if (operation === undefined) note('not in the document');
    if (schema === null) note('this status is not documented');
    const isJson = /^application\/([\w.+-]+\+)?json/.test(String(reply.getHeader('content-type')));
    if (!schema || !isJson) return undefined;
    return (text) => {
      const problem = validate(key, schema, JSON.parse(text));
      if (problem !== undefined) note(problem, text);
    };
  };

  server.addHook('onSend', async (request, reply, payload) => {
    const look = check(request, reply);
    if (look && payload instanceof Readable) return Readable.from(watched(payload, look), { objectMode: false });
    if (look && typeof payload === 'string') look(payload);
    return payload;
  });
  return { breaches: () => [...found.values()] };
}

/** Lets a stream through, and looks at all of it when it has come to its end. */
async function* watched(source: Readable, look: (text: string) => void): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    chunks.push(Buffer.from(chunk));
    yield chunks.at(-1)!;
  }
  look(Buffer.concat(chunks).toString());
}
