import Type from 'typebox';
import { organizationParams, route, type Route } from '../http/index.ts';
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

export function organizationRoutes(organizations: Organizations): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs',
      access: 'signed-in',
      tag: 'Organizations',
      summary: 'Organizations of the caller; all of them for an administrator',
      query: Type.Object({ ownedOnly: Type.Optional(Type.Boolean({ default: false })) }),
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
      handle: ({ organization, caller }) => organizations.get(organization().slug, caller),
    }),
    route({
      method: 'POST',
      path: '/orgs',
      access: 'signed-in',
      tag: 'Organizations',
      summary: 'Create an organization; the caller owns it',
      body: Type.Object({
        slug: SlugInput,
        name: Type.Optional(Type.String({ maxLength: 256 })),
        description: Type.Optional(Type.String({ maxLength: 4096 })),
        isPublic: Type.Optional(Type.Boolean()),
      }),
      response: { 201: OrganizationBody },
      handle: async ({ body, signedIn, reply }) => {
        const created = await organizations.create(body, signedIn());
        void reply.code(201).header('location', `/orgs/${created.slug}`);
        return created;
      },
    }),
  ];
}
