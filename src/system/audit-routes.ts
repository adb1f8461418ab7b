import Type from 'typebox';
import { readAudit } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { route, type Route } from '../http/index.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const AuditBody = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Type.String({ format: 'date-time' }),
      actor: nullable(Type.String({ description: 'Name of who did it' })),
      address: nullable(Type.String({ description: 'Where the request came from' })),
      action: Type.String({ description: 'What happened, such as `user.create`' }),
      subject: Type.String({ description: 'Name of what it happened to' }),
      details: Type.Object({}, { additionalProperties: true }),
    }),
  ),
  next: nullable(Type.Integer({ description: '`before` of the next page; null: there is none' })),
});

/** Who changed what. */
export function auditRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: '/sys/audit',
      access: 'admin',
      tag: 'System',
      summary: 'The audit log, newest first',
      description: 'Changes of users, roles, organizations, members, visibility and tokens, and system operations.',
      query: Type.Object({
        before: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Only lines older than this id: `next` of the page before',
          }),
        ),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Most lines of a page' }),
        ),
        action: Type.Optional(
          Type.String({ maxLength: 100, description: '`user.create`, or `user` for all that happened to users' }),
        ),
        user: Type.Optional(Type.String({ maxLength: 256, description: 'Name of who did it' })),
      }),
      response: { 200: AuditBody },
      handle: async ({ query: { before, limit = 100, action, user } }) => {
        // One more than asked for tells whether there is another page.
        const lines = await readAudit(db, { before, limit: limit + 1, action, user });
        const items = lines.slice(0, limit).map(({ at, ...line }) => ({ ...line, at: at.toISOString() }));
        return { items, next: lines.length > limit ? items.at(-1)!.id : null };
      },
    }),
  ];
}
