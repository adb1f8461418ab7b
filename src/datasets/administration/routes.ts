import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import { datasetParams, Empty, route, type Route } from '../../http/index.ts';
import { SlugInput } from '../../organizations/index.ts';
import type { DatasetAdministration } from './service.ts';
import { visibilities } from './visibility.ts';
import { DatasetBody } from '../dataset.ts';
import type { Datasets } from '../dataset-service.ts';

const MetadataBody = Type.Object({
  id: Type.String(),
  data: Type.Integer({ description: visibilities.choices }),
  mtime: Type.Integer({ description: 'Seconds since 1970' }),
});

/** Routes that change a dataset as a whole. */
export function datasetAdministrationRoutes(datasets: Datasets, administration: DatasetAdministration): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/orgs/:orgSlug/ds/:dsSlug',
      access: 'dataset:write',
      tag: 'Datasets',
      summary: 'Change name, visibility, tagline and license; what is left out stays',
      params: datasetParams,
      body: Type.Object({
        name: Type.Optional(Type.String({ maxLength: 256 })),
        visibility: Type.Optional(visibilities.schema),
        tagline: Type.Optional(Type.String({ maxLength: 256 })),
        license: Type.Optional(Type.String({ maxLength: 64, description: 'SPDX id, or proprietary' })),
      }),
      response: { 204: Empty },
      handle: async ({ dataset, body, actor, reply }) => {
        const visibility = body.visibility === undefined ? undefined : visibilities.read('visibility', body.visibility);
        await administration.update(dataset(), { ...body, visibility }, actor());
        void reply.code(204);
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/ds/:dsSlug',
      access: 'dataset:delete',
      tag: 'Datasets',
      summary: 'Delete a dataset with all its files',
      params: datasetParams,
      response: { 204: Empty },
      handle: async ({ dataset, actor, reply }) => {
        await administration.delete(dataset(), actor());
        void reply.code(204);
      },
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/rename',
      access: 'dataset:write',
      tag: 'Datasets',
      summary: 'Give a dataset another slug',
      description: 'Its old addresses answer 404 at once.',
      params: datasetParams,
      body: Type.Object({ slug: SlugInput }),
      response: { 200: DatasetBody },
      handle: async ({ dataset, body, actor, signedIn }) => {
        await administration.rename(dataset(), body.slug, actor());
        return datasets.get({ ...dataset(), slug: body.slug }, signedIn());
      },
    }),
    ...['visibility/set', 'set/visibility'].map((path, index) =>
      route({
        method: 'POST',
        path: `/orgs/:orgSlug/ds/:dsSlug/meta/${path}`,
        access: 'dataset:write',
        tag: 'Datasets',
        summary: 'Set who may read a dataset',
        description: 'A JSON number or text alone is taken as well.',
        ...(index > 0 ? { alias: true } : {}),
        params: datasetParams,
        body: Type.Object({
          data: Type.Optional(visibilities.schema),
          value: Type.Optional(visibilities.schema),
          visibility: Type.Optional(visibilities.schema),
        }),
        response: { 200: MetadataBody },
        handle: ({ dataset, body, actor }) => {
          const given = body.data ?? body.value ?? body.visibility;
          if (given === undefined) throw fail('invalid-input', 'The data field is required.');
          return administration.setVisibility(dataset(), visibilities.read('data', unquoted(given)), actor());
        },
      }),
    ),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/chattr',
      access: 'dataset:write',
      tag: 'Datasets',
      summary: 'Open a dataset to everybody, or close it',
      description:
        '`attrs` is JSON, such as `{"public": true}`, as an object or as text. Without `public` nothing changes.',
      params: datasetParams,
      body: Type.Object({
        attrs: Type.Optional(
          Type.Unsafe<string | object>({
            type: ['object', 'string'],
            maxLength: 4096,
            description: '{"public": true}',
          }),
        ),
        public: Type.Optional(Type.Boolean()),
      }),
      response: { 200: Type.Object({ public: Type.Boolean() }) },
      handle: async ({ dataset, body, actor }) => ({
        public: await administration.setPublic(dataset(), body.public ?? readPublic(body.attrs), actor()),
      }),
    }),
  ];
}

/** Forms send values of metadata as JSON text: a name comes in quotation marks. */
function unquoted(given: number | string): number | string {
  return typeof given === 'string' ? given.replace(/^"(.*)"$/, '$1') : given;
}

function readPublic(attributes: string | object | undefined): boolean | undefined {
  if (attributes === undefined) return undefined;
  const value = (typeof attributes === 'string' ? parse(attributes) : attributes) as { public?: unknown } | null;
  const open = value?.public;
  if (open === undefined || typeof open === 'boolean') return open;
  throw fail('invalid-input', 'attrs: public must be true or false.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail('invalid-input', 'attrs must be JSON, such as {"public": true}.', cause);
  }
}
