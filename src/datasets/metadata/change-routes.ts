import type { TSchema } from 'typebox';
import Type from 'typebox';
import { UUID } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { datasetParams, route, type Route, type RouteContext } from '../../http/index.ts';
import { anyBody, readInput, textOf } from './body.ts';
import { AT, keyParams, pathQuery, placeQuery, RemovedBody, ValueBody } from './routes-schemas.ts';
import type { Metadata, Place } from './service.ts';

type Context = RouteContext<unknown, { readonly key?: string; readonly path?: string }, unknown>;
type Write = Metadata['set'];

/**
 * Routes that change metadata. The key stands in the address or in the body; existing clients write the verb first
 * (`meta/set`, `meta/set/name`), the others behind the key (`meta/name/set`).
 */
export function metadataChangeRoutes(metadata: Metadata): Route[] {
  const writing = (write: Write) => (context: Context, addressed: string | undefined) => {
    const { key, path, data } = readInput(context.body, context.query);
    return write(context.dataset(), place(addressed ?? key, path), data, context.actor());
  };
  const [set, add] = [writing(metadata.set), writing(metadata.add)];
  const unset = async (context: Context, addressed: string | undefined) => {
    const { key, path } = readInput(context.body, context.query);
    return { removed: await metadata.unset(context.dataset(), place(addressed ?? key, path), context.actor()) };
  };
  const remove = async ({ dataset, actor }: Context, id: string) => ({
    removed: await metadata.remove(dataset(), id, actor()),
  });

  return [
    ...keyed('POST', [':key/set', 'set/:key'], 'Set the one value of a key', ValueBody, set),
    ...keyed('POST', [':key', 'add/:key'], 'Add a value to the list of a key', ValueBody, add),
    plain('set', 'Set the one value of a key that stands in the body', ValueBody, set),
    plain('add', 'Add a value to the list of a key that stands in the body', ValueBody, add),
    plain('unset', 'Remove all values of a key that stands in the body', RemovedBody, unset),
    plain('remove', 'Remove one value by its id, which stands in the body', RemovedBody, (context) =>
      remove(context, idOf(context.body)),
    ),
    // The value of a key called `add`, not a value for the list of `set`.
    route({
      method: 'POST',
      path: `${AT}/add/set`,
      access: 'dataset:write',
      tag: 'Metadata',
      summary: 'Set the value of the key `add`',
      alias: true,
      params: datasetParams,
      query: placeQuery,
      body: anyBody,
      response: { 200: ValueBody },
      handle: (context) => set(context, 'add'),
    }),
    ...keyed(
      'DELETE',
      [':key', 'unset/:key'],
      'Remove all values of a key, or one value by its id',
      RemovedBody,
      unset,
      {
        id: remove,
      },
    ),
    route({
      method: 'DELETE',
      path: `${AT}/remove/:id`,
      access: 'dataset:write',
      tag: 'Metadata',
      summary: 'Remove one value by its id',
      alias: true,
      params: Type.Object({ ...datasetParams.properties, id: Type.String({ maxLength: 512 }) }),
      body: anyBody,
      response: { 200: RemovedBody },
      handle: (context) => remove(context as Context, context.params.id),
    }),
  ];
}

/** A route in its two forms; the second one, the verb first, is left out of the document. */
function keyed(
  method: 'POST' | 'DELETE',
  paths: readonly [string, string],
  summary: string,
  answer: TSchema,
  handle: (context: Context, key: string) => Promise<unknown>,
  instead: { readonly id?: (context: Context, id: string) => Promise<unknown> } = {},
): Route[] {
  return paths.map((path, index) =>
    route({
      method,
      path: `${AT}/${path}`,
      access: 'dataset:write',
      tag: 'Metadata',
      summary,
      ...(index > 0 ? { alias: true } : {}),
      params: keyParams,
      query: pathQuery,
      body: anyBody,
      response: { 200: answer },
      handle: (context) => {
        const { key } = context.params;
        return index === 0 && instead.id && UUID.test(key) ? instead.id(context, key) : handle(context, key);
      },
    }),
  );
}

/** A form of existing clients: everything stands in the body, or in the query. */
function plain(
  verb: string,
  summary: string,
  answer: TSchema,
  handle: (context: Context, key: string | undefined) => Promise<unknown>,
): Route {
  return route({
    method: 'POST',
    path: `${AT}/${verb}`,
    access: 'dataset:write',
    tag: 'Metadata',
    summary,
    params: datasetParams,
    query: placeQuery,
    body: anyBody,
    response: { 200: answer },
    handle: (context) => handle(context, undefined),
  });
}

function place(key: string | undefined, path: string | undefined): Place {
  if (key === undefined) throw fail('invalid-input', 'The key field is required.');
  return { key, path };
}

function idOf(body: unknown): string {
  if (typeof body === 'string') return body;
  const fields = new Map(Object.entries(body ?? {}).map(([name, value]) => [name.toLowerCase(), value as unknown]));
  const id = textOf(fields, 'id');
  if (id === undefined) throw fail('invalid-input', 'The id field is required.');
  return id;
}
