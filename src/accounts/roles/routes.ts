import Type from 'typebox';
import { Empty, route, type Route } from '../../http/index.ts';
import type { Roles } from './roles.ts';

const roleName = Type.String({ maxLength: 200, description: 'Name of the role, in any letter case' });

/** Routes of the roles users can have. */
export function roleRoutes(roles: Roles): Route[] {
  return [
    route({
      method: 'GET',
      path: '/users/roles',
      access: 'signed-in',
      tag: 'Roles',
      summary: 'Names of all roles',
      description: '`admin` may do everything, `deactivated` nothing; the others are labels.',
      response: { 200: Type.Array(Type.String()) },
      handle: () => roles.list(),
    }),
    route({
      method: 'POST',
      path: '/users/roles/:roleName',
      access: 'admin',
      tag: 'Roles',
      summary: 'Create a role',
      params: Type.Object({ roleName }),
      response: { 200: Empty },
      handle: ({ params, actor }) => roles.create(params.roleName, actor()),
    }),
    route({
      method: 'POST',
      path: '/users/roles',
      access: 'admin',
      tag: 'Roles',
      summary: 'Create a role (name in the body)',
      body: Type.Object({ roleName }),
      response: { 200: Empty },
      handle: ({ body, actor }) => roles.create(body.roleName, actor()),
    }),
    route({
      method: 'DELETE',
      path: '/users/roles/:roleName',
      access: 'admin',
      tag: 'Roles',
      summary: 'Delete a role, also from the users who have it',
      params: Type.Object({ roleName }),
      response: { 204: Empty },
      handle: async ({ params, actor, reply }) => {
        await roles.remove(params.roleName, actor());
        void reply.code(204);
      },
    }),
  ];
}
