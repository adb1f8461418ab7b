import Type from 'typebox';
import { Empty, route, signInContext, type Route, type RouteContext } from '../../http/index.ts';
import { namedNumbers } from '../../input/index.ts';
import { proofHeader } from '../sign-in/proof-header.ts';
import type { Users } from './service.ts';

const userFields = {
  userName: Type.String(),
  email: Type.String(),
  roles: Type.Array(Type.String()),
  organizations: Type.Array(Type.String(), { description: 'Slugs of the organizations he owns or is a member of' }),
};
const UserBody = Type.Object(userFields);
const DetailedUserBody = Type.Object({
  id: Type.String(),
  ...userFields,
  storageQuota: Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes; null: unlimited' }),
  storageUsed: Type.Integer({ description: 'Bytes of the datasets in the organizations he owns' }),
  organizationCount: Type.Integer(),
  datasetCount: Type.Integer({ description: 'Datasets in all his organizations' }),
  createdDate: Type.String({ description: 'ISO 8601' }),
});
const DeletionBody = Type.Object({
  userName: Type.String(),
  successor: Type.Union([Type.String(), Type.Null()]),
  organizationsTransferred: Type.Integer(),
  organizationsDeleted: Type.Integer({ description: '0: without a successor they stay, owned by nobody' }),
  datasetsTransferred: Type.Integer(),
  datasetsDeleted: Type.Integer(),
  batchesDeleted: Type.Integer(),
  datasetResults: Type.Array(
    Type.Object({
      originalSlug: Type.String(),
      newSlug: Type.Union([Type.String(), Type.Null()]),
      success: Type.Boolean(),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export const userParams = Type.Object({ userName: Type.String({ maxLength: 200, description: 'In any letter case' }) });
const emailField = Type.Optional(Type.String({ maxLength: 300 }));
const rolesField = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }));
const nameField = Type.String({ maxLength: 512 });

/** Organizations are handed over whole, so no dataset meets another one: every choice has the same outcome. */
const conflictResolution = namedNumbers('HaltOnConflict', 'Overwrite', 'Rename');
const deletionFields = {
  successor: Type.Optional(Type.String({ maxLength: 200, description: 'Who takes over the organizations' })),
  conflictResolution: Type.Optional(conflictResolution.schema),
};

/** Routes by which administrators look after users. */
export function userRoutes(users: Users): Route[] {
  const remove = (
    { signedIn, actor }: RouteContext<unknown, unknown, unknown>,
    userName: string,
    choices: { readonly successor?: string; readonly conflictResolution?: number | string },
  ) => {
    if (choices.conflictResolution !== undefined) {
      conflictResolution.read('conflictResolution', choices.conflictResolution);
    }
    return users.remove(userName, choices.successor, signedIn(), actor());
  };

  const sendList = async ({ reply }: RouteContext<unknown, unknown, unknown>, detailed: boolean) =>
    reply.type('application/json; charset=utf-8').send(await users.list(detailed));

  return [
    route({
      method: 'GET',
      path: '/users',
      access: 'admin',
      tag: 'Users',
      summary: 'All users',
      response: { 200: Type.Array(UserBody) },
      handle: (context) => sendList(context, false),
    }),
    route({
      method: 'GET',
      path: '/users/detailed',
      access: 'admin',
      tag: 'Users',
      summary: 'All users with their storage and what they hold',
      response: { 200: Type.Array(DetailedUserBody) },
      handle: (context) => sendList(context, true),
    }),
    route({
      method: 'POST',
      path: '/users',
      access: 'admin',
      tag: 'Users',
      summary: 'Create a user',
      description: 'Names are A-Z, a-z and 0-9, the same in any letter case.',
      body: Type.Object({
        userName: nameField,
        password: Type.String({ maxLength: 2048 }),
        email: emailField,
        roles: rolesField,
      }),
      response: { 200: UserBody },
      handle: ({ body, actor }) => users.create(body, actor()),
    }),
    route({
      method: 'PUT',
      path: '/users/:userName',
      access: 'admin',
      tag: 'Users',
      summary: 'Change the e-mail or the roles of a user',
      description: 'What is left out stays. New roles end every session of the user.',
      params: userParams,
      body: Type.Object({ email: emailField, roles: rolesField }),
      response: { 200: Empty },
      handle: ({ params, body, actor }) => users.update(params.userName, body, actor()),
    }),
    route({
      method: 'DELETE',
      path: '/users/:userName',
      access: 'admin',
      tag: 'Users',
      summary: 'Delete a user',
      description:
        'His organizations go to the successor; without one they stay, owned by nobody. 403 for administrators who must stay; 409 for somebody deactivated whom a sign-in provider would let in again.',
      params: userParams,
      query: Type.Object(deletionFields),
      response: { 200: DeletionBody },
      handle: (context) => remove(context, context.params.userName, context.query),
    }),
    route({
      method: 'DELETE',
      path: '/users',
      access: 'admin',
      tag: 'Users',
      summary: 'Delete a user (form)',
      body: Type.Object({ userName: nameField, ...deletionFields }),
      response: { 200: DeletionBody },
      handle: (context) => remove(context, context.body.userName, context.body),
    }),
    route({
      method: 'PUT',
      path: '/users/:userName/changepwd',
      access: 'admin',
      tag: 'Users',
      summary: 'Set the password of a user',
      description:
        'Ends every session of the user, and access tokens and links unless it is your own. To change your own as any user: `POST /users/changepwd`. A wrong `currentPassword` counts as at a sign-in, with the same `challenge`.',
      params: userParams,
      headers: proofHeader,
      body: Type.Object({
        currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
        newPassword: Type.String({ maxLength: 2048 }),
      }),
      response: { 200: Empty },
      handle: ({ params, body, request, signedIn, actor }) => {
        const setter = { caller: signedIn(), actor: actor(), context: signInContext(request) };
        return users.setPassword(params.userName, body, setter);
      },
    }),
  ];
}
