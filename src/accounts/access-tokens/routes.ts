import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import { Empty, route, userNameField, type Route } from '../../http/index.ts';
import { readDisplayName } from '../../input/index.ts';
import { hidePlaces } from './hidden-places.ts';
import type { LinkDoor } from './link-door.ts';
import { readEnd } from './link-input.ts';
import { linkRoutes } from './link-routes.ts';
import type { TokenPlaces } from './places.ts';
import type { AccessTokens } from './service.ts';
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

/** Routes of the own tokens, of other users' for administrators, and of the links of a dataset. */
export function accessTokenRoutes(tokens: AccessTokens, door: LinkDoor, places: TokenPlaces): Route[] {
  return [...personalRoutes(tokens, places), ...administratorRoutes(tokens), ...linkRoutes(tokens, door, places)];
}

function personalRoutes(tokens: AccessTokens, places: TokenPlaces): Route[] {
  return [
    route({
      method: 'GET',
      path: '/users/tokens',
      access: 'signed-in',
      session: true,
      tag: 'Tokens',
      summary: 'The own tokens and links, newest first',
      description: 'Datasets that the caller may no longer read are not named.',
      response: { 200: Type.Array(TokenBody) },
      handle: async ({ signedIn }) => {
        const own = await tokens.list({ userId: signedIn().id });
        return (await hidePlaces(own, signedIn(), places.dataset)).map(presentToken);
      },
    }),
    route({
      method: 'POST',
      path: '/users/tokens',
      access: 'signed-in',
      session: true,
      tag: 'Tokens',
      summary: 'Make a personal token',
      description:
        'It acts with the rights its user has at that moment, less its limits; administration, passwords and tokens are closed to it.',
      body: Type.Object({
        name: nameField,
        expiresInDays: daysField,
        organization: Type.Optional(Type.String({ maxLength: 200 })),
        dataset: Type.Optional(Type.String({ maxLength: 200, description: 'Only this dataset of the organization' })),
        path: Type.Optional(pathField),
        readOnly: Type.Optional(Type.Boolean({ default: true, description: 'With a path always' })),
      }),
      response: { 201: CreatedTokenBody },
      handle: async ({ body, signedIn, actor, reply }) => {
        const { expiresInDays, organization, dataset, path, readOnly = true } = body;
        const name = readDisplayName('name', body.name);
        if ((organization === undefined) !== (dataset === undefined))
          throw fail('invalid-input', 'organization and dataset are given together, or neither.');
        if (path !== undefined && dataset === undefined)
          throw fail('invalid-input', 'path needs the organization and the dataset it is in.');
        if (path !== undefined && !readOnly)
          throw fail('invalid-input', 'readOnly must be true for a token that is good for a path only.');
        const caller = signedIn();
        const grant =
          organization === undefined ? undefined : await places.dataset(organization, dataset ?? '', caller);
        if (organization !== undefined && grant === undefined)
          throw fail('not-found', 'There is no dataset of that name that you may read.');
        const scope = grant && {
          datasetId: grant.id,
          ...(path === undefined ? {} : { path: await places.entryPath(grant, path) }),
        };
        const created = await tokens.create(
          caller,
          { kind: 'personal', name, readOnly, expiresAt: readEnd(undefined, expiresInDays), ...scope },
          actor(),
        );
        return answerCreated(reply, created);
      },
    }),
    route({
      method: 'DELETE',
      path: '/users/tokens/:id',
      access: 'signed-in',
      session: true,
      tag: 'Tokens',
      summary: 'Revoke a token or link of one’s own',
      params: Type.Object(tokenParams),
      response: { 204: Empty },
      handle: async ({ params, signedIn, actor, reply }) => {
        await tokens.revoke(params.id, { userId: signedIn().id }, actor());
        void reply.code(204);
      },
    }),
  ];
}

function administratorRoutes(tokens: AccessTokens): Route[] {
  return [
    route({
      method: 'GET',
      path: '/users/:userName/tokens',
      access: 'admin',
      tag: 'Tokens',
      summary: 'Tokens and links of a user, newest first',
      params: Type.Object({ userName: userNameField }),
      response: { 200: Type.Array(TokenBody) },
      handle: async ({ params }) =>
        (await tokens.list({ userId: await tokens.userId(params.userName) })).map(presentToken),
    }),
    route({
      method: 'DELETE',
      path: '/users/:userName/tokens/:id',
      access: 'admin',
      tag: 'Tokens',
      summary: 'Revoke a token or link of a user',
      params: Type.Object({ userName: userNameField, ...tokenParams }),
      response: { 204: Empty },
      handle: async ({ params, actor, reply }) => {
        await tokens.revoke(params.id, { userId: await tokens.userId(params.userName) }, actor());
        void reply.code(204);
      },
    }),
  ];
}
