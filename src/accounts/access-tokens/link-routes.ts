import Type from 'typebox';
import type { DatasetGrant } from '../../access/index.ts';
import { datasetParams, Empty, route, TOKEN_QUERY, type Route } from '../../http/index.ts';
import { readDisplayName } from '../../input/index.ts';
import type { TokenPlaces } from './places.ts';
import type { AccessTokens, CreatedAccessToken } from './service.ts';
import {
  answerCreated,
  CreatedTokenBody,
  daysField,
  nameField,
  pathField,
  presentToken,
  TokenBody,
  tokenParams,
} from './routes-token-body.ts';

/** Routes of the links of a dataset. */
export function linkRoutes(tokens: AccessTokens, places: TokenPlaces): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/links',
      access: 'dataset:write',
      session: true,
      tag: 'Tokens',
      summary: 'Links of the dataset, whoever made them, newest first',
      params: datasetParams,
      response: { 200: Type.Array(TokenBody) },
      handle: async ({ dataset }) => (await tokens.list({ datasetId: dataset().id })).map(presentToken),
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/links',
      access: 'dataset:write',
      session: true,
      tag: 'Tokens',
      summary: 'Make a link that lets whoever has it read the dataset, or one path in it',
      description: 'It is dead as soon as its maker may no longer change the dataset.',
      params: datasetParams,
      body: Type.Object({
        name: Type.Optional(nameField),
        expiresInDays: daysField,
        path: Type.Optional(pathField),
      }),
      response: { 201: CreatedTokenBody },
      handle: async ({ body, dataset, signedIn, actor, request, reply }) => {
        const grant = dataset();
        const path = body.path === undefined ? '' : await places.entryPath(grant, body.path);
        const created = await tokens.create(
          signedIn(),
          {
            kind: 'link',
            name: readDisplayName('name', body.name) ?? (path.slice(-128) || grant.slug),
            readOnly: true,
            expiresInDays: body.expiresInDays ?? 0,
            datasetId: grant.id,
            path,
          },
          actor(),
        );
        return { ...answerCreated(reply, created), url: pageOf(places.originOf(request), grant, created) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/ds/:dsSlug/links/:id',
      access: 'dataset:write',
      session: true,
      tag: 'Tokens',
      summary: 'Revoke a link of the dataset, whoever made it',
      params: Type.Object({ ...datasetParams.properties, ...tokenParams }),
      response: { 204: Empty },
      handle: async ({ params, dataset, actor, reply }) => {
        await tokens.revoke(params.id, { datasetId: dataset().id }, actor());
        void reply.code(204);
      },
    }),
  ];
}

function pageOf(origin: URL, { organization, slug }: DatasetGrant, { path, secret }: CreatedAccessToken): string {
  const query = new URLSearchParams({ ...(path === '' ? {} : { path }), [TOKEN_QUERY]: secret });
  return `${origin.href.replace(/\/$/, '')}/r/${organization.slug}/${slug}?${query.toString()}`;
}
