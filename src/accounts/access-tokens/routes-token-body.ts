import Type from 'typebox';
import type { RouteContext } from '../../http/index.ts';
import type { CreatedAccessToken } from './service.ts';
import type { AccessTokenRow } from './store.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const tokenFields = {
  id: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('personal'), Type.Literal('link')]),
  userName: Type.String({ description: 'Who made it' }),
  organization: nullable(Type.String()),
  dataset: nullable(Type.String({ description: 'The only dataset it is good for' })),
  path: nullable(Type.String({ description: 'The entry, and all below it, it is good for' })),
  readOnly: Type.Boolean(),
  createdAt: time,
  expiresAt: nullable(time),
  lastUsedAt: nullable(Type.String({ format: 'date-time', description: 'To the minute' })),
  downloads: Type.Boolean({ description: 'False on a link that hands out no files' }),
  frames: Type.Array(Type.String(), { description: 'Sites that may embed the pages of a link' }),
  hasPassword: Type.Boolean({ description: 'True for a link that asks for a password' }),
  view: nullable(Type.String({ description: 'Query and fragment of the page that a link opens' })),
};
export const TokenBody = Type.Object(tokenFields);
export const CreatedTokenBody = Type.Object({
  ...tokenFields,
  token: Type.String({ description: 'The secret. It is shown here and never again' }),
  url: Type.Optional(Type.String({ description: 'Page of the web application that a link opens' })),
});

const DEFAULT_DAYS = 90;
export const pathField = Type.String({
  maxLength: 8192,
  description: 'Only this file, or this folder and all below it',
});
export const nameField = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^\\P{Cc}+$',
  description: 'To tell it by',
});
export const daysField = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: 3650 }), Type.Null()], {
    default: DEFAULT_DAYS,
    description: 'Days it is good for; 0 or null: no end',
  }),
);
export const tokenParams = {
  id: Type.String({ format: 'uuid', description: 'Id of the token or link, as its list tells it' }),
};

/** A token as its user sees it. */
export function presentToken(token: AccessTokenRow): Type.Static<typeof TokenBody> {
  return {
    id: token.id,
    name: token.name,
    kind: token.kind,
    userName: token.userName,
    organization: token.organizationSlug,
    dataset: token.datasetSlug,
    path: token.path === '' ? null : token.path,
    readOnly: token.readOnly,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    downloads: token.downloads,
    frames: [...token.frames],
    hasPassword: token.passwordHash !== null,
    view: token.view === '' ? null : token.view,
  };
}

/** The answer that shows the secret, and is kept by nobody. */
export function answerCreated(
  reply: RouteContext<unknown, unknown, unknown>['reply'],
  created: CreatedAccessToken,
): Type.Static<typeof CreatedTokenBody> {
  void reply.code(201).header('cache-control', 'no-store');
  return { ...presentToken(created), token: created.secret };
}
