/** The types of all routes, for the programs that call them: made from the OpenAPI document. */
import openapiTS, { astToString } from 'openapi-typescript';

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The part of an OpenAPI document that is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

const INTRODUCTION = `// Written by \`npm run docs\` from the OpenAPI document. Do not edit.
// Each schema is a route: its path, query, body and answer. A route that answers no content has no \`answer\`.

`;
/** Bodies with fields. The service reads the same fields from each form. */
const FIELD_BODIES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Writes the file of types. Each route becomes one schema: whole operations with all errors are four times as long. */
export async function routeTypes({ paths }: ApiDocument): Promise<string> {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, schemaOf(operation)]),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 'Routes', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(routes) },
  };
  // A caller may leave out what has a default.
  const options = { immutable: true, defaultNonNullable: false, silent: true };
  const nodes = await openapiTS(JSON.stringify(document), options);
  return INTRODUCTION + astToString(nodes);
}

function schemaOf({ summary, parameters = [], requestBody, responses }: Operation): Schema {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  // Nothing is known of an answer in another form.
  const answers = successes.flatMap(([, { content }]) => (content ? [content['application/json']?.schema ?? {}] : []));
  const [body] = FIELD_BODIES.flatMap((type) => requestBody?.content[type]?.schema ?? []);
  const path = parameters.filter((parameter) => parameter.in === 'path');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    description: summary,
    type: 'object',
    properties: {
      ...(path.length > 0 ? { path: fieldsOf(path) } : {}),
      ...(query.length > 0 ? { query: fieldsOf(query) } : {}),
      ...(body ? { body } : {}),
      ...(answers.length > 0 ? { answer: { anyOf: answers } } : {}),
    },
    required: [
      ...(path.length > 0 ? ['path'] : []),
      ...(query.some(({ required }) => required) ? ['query'] : []),
      ...(requestBody?.required ? ['body'] : []),
      ...(answers.length === successes.length ? ['answer'] : []),
    ],
  };
}

const fieldsOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});
