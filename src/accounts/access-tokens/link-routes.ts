import Type from 'typebox';
import type { DatasetGrant } from '../../access/index.ts';
import { datasetParams, Empty, route, TOKEN_QUERY, type Route } from '../../http/index.ts';
import { readDisplayName } from '../../input/index.ts';
import type { TokenPlaces } from './places.ts';
import type { LinkDoor } from './link-door.ts';
import {
  downloadsField,
  endField,
  framesField,
  linkFields,
  passwordField,
  readEnd,
  readFrames,
  readLink,
  MOST_DAYS,
} from './link-input.ts';
import { openLinkRoute } from './open-link-routes.ts';
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
export function linkRoutes(tokens: AccessTokens, door: LinkDoor, places: TokenPlaces): Route[] {
  return [
    openLinkRoute(door),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/links',
      access: 'dataset:write',
      session: true,
      tag: 'Tokens',
      summary: 'Links of the dataset, no matter who made them, newest first',
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
      summary: 'Make a link that lets anyone who has it read the dataset, or one path in it',
      description: 'It is dead as soon as its maker may no longer change the dataset.',
      params: datasetParams,
      body: Type.Object({
        name: Type.Optional(nameField),
        expiresInDays: daysField,
        expiresAt: endField,
        path: Type.Optional(pathField),
        ...linkFields.properties,
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
            expiresAt: readEnd(body.expiresAt, body.expiresInDays),
            datasetId: grant.id,
            path,
            link: readLink(body),
          },
          actor(),
        );
        return { ...answerCreated(reply, created), url: pageOf(places.originOf(request), grant, created) };
      },
    }),
    route({
      method: 'PATCH',
      path: '/orgs/:orgSlug/ds/:dsSlug/links/:id',
      access: 'dataset:write',
      session: true,
      tag: 'Tokens',
      summary: 'Change any link of the dataset',
      description:
        'What is left out stays. A new password, or none any more, has to be given again by those who gave the old one. A link that has ended stays so (409).',
      params: Type.Object({ ...datasetParams.properties, ...tokenParams }),
      body: Type.Object({
        name: Type.Optional(nameField),
        expiresInDays: Type.Optional(
          Type.Integer({ minimum: 0, maximum: MOST_DAYS, description: 'Days from now that it is good for; 0: no end' }),
        ),
        expiresAt: endField,
        downloads: downloadsField,
        frames: framesField,
        password: Type.Optional(
          Type.Union([passwordField, Type.Null()], { description: 'A new one; null: none is asked for any more' }),
        ),
      }),
      response: { 200: TokenBody },
      handle: async ({ params, body, dataset, actor }) => {
        const { expiresAt, expiresInDays, downloads, frames, password } = body;
        const name = body.name === undefined ? undefined : readDisplayName('name', body.name);
        const ends = expiresAt !== undefined || expiresInDays !== undefined;
        const change = {
          ...(name === undefined ? {} : { name }),
          ...(ends ? { expiresAt: readEnd(expiresAt, expiresInDays) } : {}),
          ...(downloads === undefined ? {} : { downloads }),
          ...(frames === undefined ? {} : { frames: readFrames(frames) }),
          ...(password === undefined ? {} : { password }),
        };
        return presentToken(await tokens.change(params.id, dataset().id, change, actor()));
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/ds/:dsSlug/links/:id',
      access: 'dataset:write',
      session: true,
      tag: 'Tokens',
      summary: 'Revoke a link of the dataset, no matter who made it',
      params: Type.Object({ ...datasetParams.properties, ...tokenParams }),
      response: { 204: Empty },
      handle: async ({ params, dataset, actor, reply }) => {
        await tokens.revoke(params.id, { datasetId: dataset().id }, actor());
        void reply.code(204);
      },
    }),
  ];
}

/** The page that a link opens: its view, or else its path. */
function pageOf(origin: URL, { organization, slug }: DatasetGrant, created: CreatedAccessToken): string {
  const { path, view, secret } = created;
  const page = new URL(`${origin.href.replace(/\/$/, '')}/r/${organization.slug}/${slug}${view}`);
  // The view stays as the page wrote it.
  const shown = view === '' && path !== '' ? new URLSearchParams({ path }).toString() : page.search.slice(1);
  page.search = [shown, new URLSearchParams({ [TOKEN_QUERY]: secret }).toString()].filter(Boolean).join('&');
  return page.href;
}
