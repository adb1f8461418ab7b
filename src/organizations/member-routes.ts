import Type from 'typebox';
import { fail } from '../errors/index.ts';
import { Empty, organizationParams, route, userNameField, type Route, type RouteContext } from '../http/index.ts';
import { levels, newLevelField, WRITE_LEVEL } from './level.ts';
import type { Members } from './members.ts';

const MemberBody = Type.Object({
  userName: Type.String(),
  email: Type.String({ description: 'Empty but for the caller himself and for administrators' }),
  permissions: Type.Integer({ description: levels.choices }),
  permissionName: Type.String(),
  grantedAt: Type.String({ format: 'date-time' }),
  grantedBy: Type.Union([Type.String(), Type.Null()], { description: 'User name' }),
});

const memberParams = Type.Object({ ...organizationParams.properties, userName: userNameField });

/** Routes of an organization's members. @param enabled false: administrators alone decide, under `/users/{user}/orgs` */
export function memberRoutes(members: Members, enabled: boolean): Route[] {
  const requireEnabled = (): void => {
    if (enabled) return;
    throw fail(
      'invalid-input',
      'Organizations do not manage their members on this server; ask an administrator to make somebody a member.',
    );
  };
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/members',
      access: 'organization:read',
      tag: 'Organizations',
      summary: 'Members of an organization, without its owner',
      description: 'For those who belong to it and for administrators.',
      params: organizationParams,
      response: { 200: Type.Array(MemberBody) },
      handle: ({ organization, caller }) => members.list(organization(), caller),
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/members',
      access: 'organization:manage',
      session: true,
      tag: 'Organizations',
      summary: 'Make a user a member',
      params: organizationParams,
      body: Type.Object({ userName: userNameField, permissions: newLevelField }),
      response: { 204: Empty },
      handle: async ({ organization, body, actor, reply }) => {
        requireEnabled();
        const level = levels.read('permissions', body.permissions ?? WRITE_LEVEL);
        await members.add(organization(), body.userName, level, actor());
        void reply.code(204);
      },
    }),
    route({
      method: 'PUT',
      path: '/orgs/:orgSlug/members/:userName',
      access: 'organization:manage',
      session: true,
      tag: 'Organizations',
      summary: 'Change the level of a member',
      params: memberParams,
      body: Type.Object({ permissions: levels.schema }),
      response: { 204: Empty },
      handle: async ({ organization, params, body, actor, reply }) => {
        requireEnabled();
        await members.change(organization(), params.userName, levels.read('permissions', body.permissions), actor());
        void reply.code(204);
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/members/:userName',
      access: 'organization:read',
      session: true,
      tag: 'Organizations',
      summary: 'Take a membership away',
      description: 'For those who manage the members, and for a member who leaves.',
      params: memberParams,
      response: { 204: Empty },
      handle: async (context) => {
        if (!isOwnMembership(context)) {
          if (!context.organization().permissions.canManageMembers) {
            throw fail('forbidden', 'Only those who manage the members of an organization may remove others.');
          }
          requireEnabled();
        }
        await members.remove(context.organization(), context.params.userName, context.actor());
        void context.reply.code(204);
      },
    }),
  ];
}

function isOwnMembership({ caller, params }: RouteContext<{ userName: string }, unknown, unknown>): boolean {
  if (caller === undefined) throw fail('unauthorized', 'Unauthorized');
  return params.userName.toLowerCase() === caller.name.toLowerCase();
}
