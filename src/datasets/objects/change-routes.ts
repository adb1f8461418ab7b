import Type from 'typebox';
import type { Caller, DatasetGrant } from '../../access/index.ts';
import { fail } from '../../errors/index.ts';
import { datasetParams, Empty, LIST_BODY_BYTES, route, type Route } from '../../http/index.ts';
import { EntryBody } from '../entries/entry.ts';
import { pathField } from './fields.ts';
import type { Objects } from './service.ts';

/** The dataset of these slugs, with the caller's rights on it; undefined when he may not read it. */
export type FindDataset = (
  organizationSlug: string,
  slug: string,
  caller: Caller | undefined,
) => Promise<DatasetGrant | undefined>;

/** Paths one request may delete: as many as a form may have fields. */
const MAX_PATHS = 100_000;
/** One path in the address or the form is a text, several are a list. */
const pathsField = Type.Optional(
  Type.Array(pathField, { maxItems: MAX_PATHS, description: 'Paths in the dataset; the field may be repeated' }),
);

/** Routes that move, copy and delete entries. */
export function changeRoutes(objects: Objects, findDataset: FindDataset): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:write',
      tag: 'Objects',
      summary: 'Move or rename a file, or a folder with all that is in it',
      description:
        'Folders above the destination come into being. 409 when there is something at the destination. Metadata and links ' +
        'go with the entry. A file with another extension is looked at again.',
      params: datasetParams,
      body: Type.Object({ source: pathField, dest: pathField }),
      response: { 200: EntryBody },
      handle: ({ dataset, body, signal, signedIn, readmit }) =>
        objects.move(dataset(), body.source, body.dest, { ...signedIn(), readmit }, signal),
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj/copy',
      access: 'dataset:write',
      tag: 'Objects',
      summary: 'Copy a file, or a folder with all that is in it, within the dataset',
      description: 'The copy is charged like an upload. Metadata is not copied.',
      params: datasetParams,
      body: Type.Object({
        source: pathField,
        dest: pathField,
        overwrite: Type.Boolean({
          default: false,
          description: 'Replace what is at the destination, if it is of the same kind',
        }),
      }),
      response: { 200: EntryBody },
      handle: ({ dataset, body, signal, signedIn, readmit }) =>
        objects.copy(
          dataset(),
          { source: body.source, destination: body.dest, overwrite: body.overwrite },
          { ...signedIn(), readmit },
          signal,
        ),
    }),
    transferRoute(objects, findDataset),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:write',
      tag: 'Objects',
      summary: 'Delete a file, or a folder with all that is in it',
      description: 'The path may also stand in the body.',
      params: datasetParams,
      query: Type.Object({ path: Type.Optional(pathField) }),
      body: Type.Object({ path: Type.Optional(pathField) }),
      response: { 204: Empty },
      handle: async ({ dataset, query, body, reply, signal, readmit }) => {
        const path = query.path ?? body.path;
        if (path === undefined) throw fail('invalid-input', 'The path field is required.');
        await objects.remove(dataset(), path, signal, { readmit });
        void reply.code(204);
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj/batch',
      access: 'dataset:write',
      tag: 'Objects',
      summary: 'Delete many files and folders',
      description:
        'The field `paths` is repeated in the form or the address, or a list in JSON; a JSON body may be the list itself. What ' +
        'cannot be deleted is in `failed` with the reason; all the rest is deleted at once.',
      params: datasetParams,
      query: Type.Object({ paths: pathsField }),
      body: Type.Object({ paths: pathsField }),
      bodyBytes: LIST_BODY_BYTES,
      response: {
        200: Type.Object({
          deleted: Type.Array(Type.String()),
          failed: Type.Record(Type.String(), Type.String(), { description: 'Reasons by path' }),
        }),
      },
      handle: ({ dataset, query, body, signal, readmit }) => {
        const paths = [...(query.paths ?? []), ...(body.paths ?? [])];
        if (paths.length === 0) throw fail('invalid-input', 'The paths field is required.');
        return objects.removeMany(dataset(), paths, signal, { readmit });
      },
    }),
  ];
}

function transferRoute(objects: Objects, findDataset: FindDataset): Route {
  return route({
    method: 'POST',
    path: '/orgs/:orgSlug/ds/:dsSlug/transfer',
    access: 'dataset:read',
    tag: 'Objects',
    summary: 'Move or copy a file, or a folder with all that is in it, to another dataset',
    description:
      'Needs a signed-in caller who may write to the destination, and to this dataset unless `keepSource` is true. What is ' +
      'built of the files is built again at the destination. Metadata goes along with what is moved.',
    params: datasetParams,
    body: Type.Object({
      sourcePath: pathField,
      destOrgSlug: Type.String({ maxLength: 200, description: 'Slug of the organization it goes to' }),
      destDsSlug: Type.String({ maxLength: 200, description: 'Slug of the dataset it goes to' }),
      destPath: Type.Optional(pathField),
      overwrite: Type.Boolean({
        default: false,
        description: 'Replace what is at the destination, if it is of the same kind',
      }),
      keepSource: Type.Boolean({ default: false, description: 'Copy rather than move' }),
    }),
    response: { 204: Empty },
    handle: async ({ caller, dataset, body, request, reply, signal, readmit }) => {
      if (caller === undefined) throw fail('unauthorized', 'Unauthorized');
      const source = dataset();
      refuseMoveFrom(source, body.keepSource);
      const findDestination = (by: Caller) => requireDestination(findDataset, body.destOrgSlug, body.destDsSlug, by);
      const destination = await findDestination(caller);
      const admitBoth = async (): Promise<void> => {
        await readmit();
        const now = request.admission.caller ?? caller;
        refuseMoveFrom(await findDataset(source.organization.slug, source.slug, now), body.keepSource);
        if ((await findDestination(now)).id !== destination.id)
          throw fail('conflict', 'What the destination names changed while the request was sent; send it again.');
      };
      const input = {
        source: body.sourcePath,
        destination: body.destPath,
        overwrite: body.overwrite,
        keepSource: body.keepSource,
      };
      await objects.transfer(source, destination, input, { ...caller, readmit: admitBoth }, signal);
      void reply.code(204);
    },
  });
}

/** @throws `forbidden` when what is moved would be taken out of a dataset that the caller may not change */
function refuseMoveFrom(source: DatasetGrant | undefined, keepSource: boolean): void {
  if (!keepSource && source?.permissions.canWrite !== true)
    throw fail('forbidden', 'Moving needs the right to change this dataset; copy with keepSource.');
}

/** @throws `not-found`, `forbidden` */
async function requireDestination(
  findDataset: FindDataset,
  organizationSlug: string,
  slug: string,
  caller: Caller,
): Promise<DatasetGrant> {
  const destination = await findDataset(organizationSlug, slug, caller);
  if (destination === undefined)
    throw fail('not-found', 'There is no destination dataset of that name that you may read.');
  const isOutOfReach = caller.scope?.datasetId !== undefined && caller.scope.datasetId !== destination.id;
  if (isOutOfReach || !destination.permissions.canWrite)
    throw fail('forbidden', 'You may not change the destination dataset.');
  return destination;
}
