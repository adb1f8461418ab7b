import Type from 'typebox';
import { fail } from '../errors/index.ts';
import { Empty, organizationParams, route, userNameField, type Route } from '../http/index.ts';
import { levels, newLevelField, WRITE_LEVEL } from './level.ts';
import type { Members } from './members.ts';
import { SlugInput } from './slug.ts';
import type { UserOrganizations } from './user-organizations.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const UserOrganizationBody = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  description: text,
  creationDate: Type.String({ format: 'date-time' }),
  owner: text,
  isPublic: Type.Boolean(),
  isOwner: Type.Boolean(),
  permissions: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Level of the membership; null for the owner',
  }),
  grantedAt: time,
  grantedBy: text,
});

const userParams = Type.Object({ userName: userNameField });
const membershipParams = Type.Object({ ...userParams.properties, ...organizationParams.properties });
const LONGEST_SLUG = 200;
const MOST_SLUGS = 10_000;
const slugList = Type.Optional(Type.Array(Type.String({ maxLength: LONGEST_SLUG }), { maxItems: MOST_SLUGS }));

/** What administrators set about the organizations of a user, also where organizations do not manage their members. */
export function userOrganizationRoutes(organizations: UserOrganizations, members: Members): Route[] {
  return [
    route({
      method: 'GET',
      path: '/users/:userName/orgs',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Organizations a user owns or is a member of',
      description: 'For the user himself and for administrators.',
      params: userParams,
      response: { 200: Type.Array(UserOrganizationBody) },
      handle: ({ params, signedIn }) => organizations.list(params.userName, signedIn()),
    }),
    route({
      method: 'PUT',
      path: '/users/:userName/orgs',
      access: 'admin',
      tag: 'Users',
      summary: 'Set the organizations a user is a member of',
      description:
        'Missing memberships are added with the level of reading and writing, those not listed are removed; what the user owns stays. A JSON list alone is taken too.',
      params: userParams,
      body: Type.Object({ orgSlugs: slugList, organizations: slugList }),
      response: { 200: Empty },
      handle: async ({ params, body, actor }) => {
        await organizations.replace(params.userName, listedSlugs(body), actor());
      },
    }),
    route({
      method: 'POST',
      path: '/users/:userName/orgs',
      access: 'admin',
      tag: 'Users',
      summary: 'Make a user a member of an organization',
      params: userParams,
      body: Type.Object({ orgSlug: SlugInput, permissions: newLevelField }),
      response: { 200: Empty },
      handle: async ({ params, body, actor }) => {
        const level = levels.read('permissions', body.permissions ?? WRITE_LEVEL);
        await members.add({ slug: body.orgSlug }, params.userName, level, actor());
      },
    }),
    route({
      method: 'PUT',
      path: '/users/:userName/orgs/:orgSlug',
      access: 'admin',
      tag: 'Users',
      summary: 'Change the level of a membership',
      params: membershipParams,
      body: Type.Object({ permissions: levels.schema }),
      response: { 200: Empty },
      handle: async ({ params, body, actor }) => {
        const level = levels.read('permissions', body.permissions);
        await members.change({ slug: params.orgSlug }, params.userName, level, actor());
      },
    }),
    route({
      method: 'DELETE',
      path: '/users/:userName/orgs/:orgSlug',
      access: 'admin',
      tag: 'Users',
      summary: 'Take a user out of an organization',
      params: membershipParams,
      response: { 200: Empty },
      handle: async ({ params, actor }) => {
        await members.remove({ slug: params.orgSlug }, params.userName, actor());
      },
    }),
  ];
}

/** A JSON list arrives as fields named 0, 1, …. An empty body must not take every membership away. */
function listedSlugs(body: { orgSlugs?: string[]; organizations?: string[] }): readonly string[] {
  const named = body.orgSlugs ?? body.organizations;
  if (named) return named;
  const listed = Object.entries(body).filter(([name]) => /^\d+$/.test(name));
  const slugs = listed.map(([, slug]) => slug as unknown);
  if (slugs.length === 0 || !slugs.every((slug) => typeof slug === 'string')) {
    throw fail(
      'invalid-input',
      'The orgSlugs field is required: a list of slugs, empty to take every membership away.',
    );
  }
  // No schema has looked at these.
  if (slugs.length > MOST_SLUGS || slugs.some((slug) => slug.length > LONGEST_SLUG)) {
    throw fail(
      'invalid-input',
      `orgSlugs must be at most ${MOST_SLUGS} slugs, each of at most ${LONGEST_SLUG} characters.`,
    );
  }
  return slugs;
}
