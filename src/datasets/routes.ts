import Type from 'typebox';
import { datasetParams, linkNextPage, organizationParams, route, type Route } from '../http/index.ts';
import { readDisplayName } from '../input/index.ts';
import { SlugInput } from '../organizations/index.ts';
import { visibilities } from './administration/visibility.ts';
import { DatasetBody } from './dataset.ts';
import type { Datasets } from './dataset-service.ts';
import { EntryBody } from './entries/entry.ts';

/** More than any organization of existing clients has: they see all of them. */
const MAX_PAGE = 10_000;

/** @param originOf the address users reach the service at, for a request */
export function datasetRoutes(
  datasets: Datasets,
  originOf: (request: { protocol: string; host: string }) => URL,
): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds',
      access: 'organization:read',
      tag: 'Datasets',
      summary: 'Datasets of an organization that the caller may read',
      description: 'By slug. `Link` leads to the next page while there is one.',
      params: organizationParams,
      query: Type.Object({
        includeThumbnailCheck: Type.Optional(
          Type.Boolean({ description: 'Older clients ask for `hasThumbnail` by it; it is always told' }),
        ),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Most datasets of a page' })),
        after: Type.Optional(Type.String({ maxLength: 200, description: 'From the `Link` of the page before' })),
      }),
      response: { 200: Type.Array(DatasetBody) },
      handle: async ({ organization, caller, query: { limit = MAX_PAGE, after }, request, reply }) => {
        const page = await datasets.list(organization(), caller, { after, limit });
        if (page.next !== undefined) linkNextPage(request, reply, page.next);
        return page.datasets;
      },
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds',
      access: 'organization:write',
      tag: 'Datasets',
      summary: 'Create a dataset',
      params: organizationParams,
      body: Type.Object({
        slug: SlugInput,
        name: Type.Optional(Type.String({ maxLength: 256 })),
        // No `default`: it would be written into the metadata of a dataset whose maker named none.
        visibility: Type.Optional({ ...visibilities.schema, description: `${visibilities.choices}; default: 0` }),
        tagline: Type.Optional(Type.String({ maxLength: 256 })),
      }),
      response: { 201: DatasetBody },
      handle: async ({ organization, body, signedIn, actor, reply }) => {
        const name = readDisplayName('name', body.name);
        const visibility = body.visibility === undefined ? undefined : visibilities.read('visibility', body.visibility);
        const created = await datasets.create(organization(), { ...body, name, visibility }, signedIn(), actor());
        void reply.code(201).header('location', `/orgs/${organization().slug}/ds/${created.slug}`);
        return created;
      },
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug',
      access: 'dataset:read',
      tag: 'Datasets',
      summary: 'The dataset as an entry: a list of exactly one',
      params: datasetParams,
      response: { 200: Type.Array(EntryBody) },
      handle: async ({ dataset, caller, request }) => [await datasets.asEntry(dataset(), caller, originOf(request))],
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/ex',
      access: 'dataset:read',
      tag: 'Datasets',
      summary: 'Extended facts of the dataset',
      params: datasetParams,
      response: { 200: DatasetBody },
      handle: ({ dataset, caller }) => datasets.get(dataset(), caller),
    }),
  ];
}
