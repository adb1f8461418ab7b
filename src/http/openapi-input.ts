import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { Binary, type Route } from './route.ts';

type Options = Required<FastifyDynamicSwaggerOptions>;

/** What is looked at of a JSON schema of input. */
interface InputSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly items?: InputSchema;
  readonly default?: unknown;
}

/** On an operation, until the document is whole: a call without a body is answered as well. */
const BODY_OPTIONAL = 'x-body-optional';

/**
 * The input of a route as its caller sees it: what has a default may be left out, and bodies and headers that the handler
 * reads by itself are there, too.
 */
export const showInput: Options['transform'] = ({ schema, url, route }) => {
  const { declaration } = route.config ?? {};
  if (declaration === undefined) return { schema, url };
  const { headers, query } = declaration;
  const body = shownBody(declaration);
  const shown = {
    ...schema,
    ...(headers ? { headers } : {}),
    ...(query ? { querystring: withoutDefaults(query) } : {}),
    ...(body ? { body: body.schema, [BODY_OPTIONAL]: body.optional } : {}),
  } satisfies FastifySchema;
  return { schema: shown, url };
};

function shownBody({
  body,
  upload,
  stream,
}: Route): { readonly schema: object; readonly optional: boolean } | undefined {
  if (stream && body === undefined) return { schema: sentAs(stream.type, Binary), optional: stream.optional ?? false };
  if (body === undefined) return undefined;
  const input = withoutDefaults(body);
  if (stream) return { schema: sentAs(stream.type, input), optional: stream.optional ?? false };
  if (!upload) return { schema: input, optional: 'properties' in body && !input.required?.length };
  const form = {
    ...input,
    properties: { ...input.properties, [upload.file]: { ...Binary, description: upload.description } },
  };
  return { schema: sentAs('multipart/form-data', form), optional: false };
}

const sentAs = (type: string, schema: object): object => ({ content: { [type]: { schema } } });

/** The same schema in which only fields without a default are required, on each level. */
function withoutDefaults(schema: InputSchema): InputSchema {
  const { required, properties, items } = schema;
  return {
    ...schema,
    ...(required ? { required: required.filter((name) => properties?.[name]?.default === undefined) } : {}),
    ...(items ? { items: withoutDefaults(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, withoutDefaults(field)]),
          ),
        }
      : {}),
  };
}

interface Operation {
  requestBody?: { required?: boolean };
  [BODY_OPTIONAL]?: boolean;
}

/** Says of each operation whether its body may be left out, which the library takes for never. */
export const showOptionalBodies: Options['transformObject'] = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const { openapiObject } = document;
  for (const item of Object.values(openapiObject.paths ?? {}))
    for (const operation of Object.values(item ?? {}) as Operation[]) {
      const { [BODY_OPTIONAL]: optional, requestBody } = operation;
      delete operation[BODY_OPTIONAL];
      if (optional && requestBody) requestBody.required = false;
    }
  return openapiObject;
};
