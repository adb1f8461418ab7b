import Type from 'typebox';
import { fail } from '../errors/index.ts';
import { Empty, organizationParams, route, type Route } from '../http/index.ts';
import { readDisplayName } from '../input/index.ts';
import type { Organizations } from './service.ts';
import { SlugInput } from './slug.ts';

export const PermissionsBody = Type.Object({
  canRead: Type.Boolean(),
  canWrite: Type.Boolean(),
  canDelete: Type.Boolean(),
  canManageMembers: Type.Boolean(),
});

const OrganizationBody = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  creationDate: Type.String({ format: 'date-time' }),
  owner: Type.Union([Type.String(), Type.Null()], { description: 'User name' }),
  isPublic: Type.Boolean(),
  permissions: PermissionsBody,
});

const name = Type.Optional(Type.String({ maxLength: 256 }));
const isPublic = Type.Optional(Type.Boolean());
const owner = Type.Optional(Type.String({ maxLength: 256, description: 'Name or id of a user' }));

/** Routes of organizations themselves. */
export function organizationRoutes(organizations: Organizations): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs',
      access: 'signed-in',
      tag: 'Organizations',
      summary: 'Organizations of the caller; all of them for an administrator',
      query: Type.Object({
        ownedOnly: Type.Optional(Type.Boolean({ default: false, description: 'Only those the caller owns' })),
      }),
      response: { 200: Type.Array(OrganizationBody) },
      handle: ({ query, signedIn }) => organizations.list(signedIn(), query.ownedOnly ?? false),
    }),
    route({
      method: 'GET',
      path: '/orgs/public',
      access: 'anonymous',
      tag: 'Organizations',
      summary: 'Public organizations',
      response: { 200: Type.Array(OrganizationBody) },
      handle: ({ caller }) => organizations.listPublic(caller),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug',
      access: 'organization:read',
      tag: 'Organizations',
      summary: 'One organization',
      params: organizationParams,
      response: { 200: OrganizationBody },
      handle: ({ organization, caller }) => organizations.get(organization(), caller),
    }),
    route({
      method: 'POST',
      path: '/orgs',
      access: 'signed-in',
      tag: 'Organizations',
      summary: 'Create an organization; the caller owns it',
      description: 'An administrator may name another owner.',
      body: Type.Object({
        slug: SlugInput,
        name,
        description: Type.Optional(Type.String({ maxLength: 4096 })),
        isPublic,
        owner,
      }),
      response: { 201: OrganizationBody },
      handle: async ({ body, signedIn, actor, reply }) => {
        const named = { ...body, name: readDisplayName('name', body.name) };
        const created = await organizations.create(named, signedIn(), actor());
        void reply.code(201).header('location', `/orgs/${created.slug}`);
        return created;
      },
    }),
    route({
      method: 'PUT',
      path: '/orgs/:orgSlug',
      access: 'organization:write',
      tag: 'Organizations',
      summary: 'Change an organization; what is left out stays',
      description:
        'The slug stays always. The owner changes only when one is named: by an administrator, or by the present one to a member who manages it and whose quota its files fit. The present one is then no longer part of it unless somebody makes him a member.',
      params: organizationParams,
      body: Type.Object({
        name,
        description: Type.Optional(Type.String({ minLength: 0, maxLength: 4096, description: 'Empty: none' })),
        isPublic,
        owner,
      }),
      response: { 204: Empty },
      handle: async ({ organization, body, signedIn, actor, reply }) => {
        // The slug that web pages send along is no change.
        const { description, isPublic, owner } = body;
        const name = readDisplayName('name', body.name);
        const caller = signedIn();
        if (owner !== undefined && caller.scope)
          throw fail('forbidden', 'An access token cannot give an organization away; sign in to do it.');
        await organizations.update(organization(), { name, description, isPublic, owner }, caller, actor());
        void reply.code(204);
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug',
      access: 'organization:delete',
      session: true,
      tag: 'Organizations',
      summary: 'Delete an organization with all its datasets',
      description: 'The organization `public` cannot be deleted.',
      params: organizationParams,
      response: { 204: Empty },
      handle: async ({ organization, actor, reply }) => {
        await organizations.remove(organization(), actor());
        void reply.code(204);
      },
    }),
  ];
}
