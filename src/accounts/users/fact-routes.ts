import Type from 'typebox';
import type { Caller } from '../../access/index.ts';
import { fail } from '../../errors/index.ts';
import { Empty, route, type Route } from '../../http/index.ts';
import { userParams } from './routes.ts';
import type { Users } from './service.ts';

const StorageBody = Type.Object({
  total: Type.Union([Type.Integer(), Type.Null()], { description: 'Quota in bytes; null: unlimited' }),
  used: Type.Integer({ description: 'Bytes of the datasets in the organizations he owns' }),
});
/** Any JSON object. */
const MetadataBody = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Free facts; `maxStorageMB` is the quota in MiB, `roles` are the roles',
});

/** Routes of the storage and the metadata of users, and whether users are managed here at all. */
export function userFactRoutes(users: Users, managed: boolean): Route[] {
  return [
    route({
      method: 'GET',
      path: '/users/storage',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Own storage, used and allowed',
      response: { 200: StorageBody },
      handle: ({ signedIn }) => users.storage(signedIn().name),
    }),
    route({
      method: 'GET',
      path: '/users/:userName/storage',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Storage of a user, used and allowed',
      description: 'Administrators; others for themselves.',
      params: userParams,
      response: { 200: StorageBody },
      handle: ({ params, signedIn }) => users.storage(ownOrAny(params.userName, signedIn())),
    }),
    route({
      method: 'PUT',
      path: '/users/:userName/storage',
      access: 'admin',
      tag: 'Users',
      summary: 'Set the quota of a user',
      params: userParams,
      body: Type.Object({
        // One schema of two types: a union would turn null into 0, or 0 into null.
        total: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Bytes; null: unlimited',
        }),
      }),
      response: { 200: Empty },
      handle: ({ params, body, actor }) => users.setQuota(params.userName, body.total, actor()),
    }),
    route({
      method: 'GET',
      path: '/users/meta',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Own metadata',
      response: { 200: MetadataBody },
      handle: ({ signedIn }) => users.metadata(signedIn().name),
    }),
    route({
      method: 'GET',
      path: '/users/:userName/meta',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Metadata of a user',
      description: 'Administrators; others for themselves.',
      params: userParams,
      response: { 200: MetadataBody },
      handle: ({ params, signedIn }) => users.metadata(ownOrAny(params.userName, signedIn())),
    }),
    route({
      method: 'POST',
      path: '/users/:userName/meta',
      access: 'admin',
      tag: 'Users',
      summary: 'Replace the metadata of a user',
      description: 'With it the quota: without `maxStorageMB` there is none. `roles`, when there, replaces the roles.',
      params: userParams,
      body: MetadataBody,
      response: { 200: Empty },
      handle: ({ params, body, actor }) => users.setMetadata(params.userName, body, actor()),
    }),
    route({
      method: 'GET',
      path: '/users/management-enabled',
      access: 'anonymous',
      tag: 'Users',
      summary: 'Whether users are managed here, and not by a sign-in provider',
      response: { 200: Type.Boolean() },
      handle: () => Promise.resolve(managed),
    }),
  ];
}

/** Whose facts are asked for. @throws `forbidden`, the same for names that exist and names that do not */
function ownOrAny(userName: string, caller: Caller): string {
  if (caller.isAdmin || userName.toLowerCase() === caller.name.toLowerCase()) return userName;
  throw fail('forbidden', 'Only an administrator may look at other users.');
}
