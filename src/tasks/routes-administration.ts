import Type from 'typebox';
import { route, type Route } from '../http/index.ts';
import { linkRest, listQuery, partOf, PARTS } from './routes-list-query.ts';
import type { TaskAdministration } from './service.ts';
import { AnyTaskBody, presentAnyTask } from './task-body.ts';

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const params = Type.Object({ id: Type.String({ maxLength: 100, description: '`taskId` of the list' }) });

/** Routes of the tasks of all datasets, and of the operations of the service. */
export function taskAdministrationRoutes(administration: TaskAdministration): Route[] {
  const common = { access: 'admin', tag: 'System' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/sys/tasks',
      summary: 'Tasks of all users and datasets, newest first',
      description: `Builds, imports and the clean-ups of the service are among them. ${PARTS}`,
      query: Type.Object({
        ...listQuery,
        userId: Type.Optional(Type.String({ pattern: UUID, description: 'Id of a user' })),
      }),
      response: {
        200: Type.Object({
          items: Type.Array(AnyTaskBody),
          total: Type.Integer(),
          skip: Type.Integer(),
          take: Type.Integer(),
        }),
      },
      handle: async ({ request, reply, query: { toolId, state, userId, ...asked } }) => {
        const [filter, part] = [{ toolId, state, userId }, partOf(asked)];
        const { rows, next } = await administration.list(filter, part);
        linkRest(request, reply, next);
        const total = await administration.count(filter);
        return { items: rows.map(presentAnyTask), total, skip: part.skip, take: part.take };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/sys/tasks/:id/cancel',
      summary: 'Cancel a task of a dataset, or mark one that has ended as Deleted',
      params,
      response: { 200: Type.Object({ deleted: Type.Boolean({ description: 'False: it was Deleted before' }) }) },
      handle: async ({ params: { id }, actor }) => ({ deleted: await administration.cancel(id, actor()) }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/sys/tasks/:id/retry',
      summary: 'Start a task of a dataset that failed again',
      params,
      response: { 200: Type.Object({ requeued: Type.Literal(true) }) },
      handle: async ({ params: { id }, actor }) => {
        await administration.retry(id, actor());
        return { requeued: true as const };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/sys/tasks/:id/delete',
      summary: 'Remove the record of a task that has ended',
      params,
      response: { 200: Type.Object({ deleted: Type.Literal(true) }) },
      handle: async ({ params: { id }, actor }) => {
        await administration.remove(id, actor());
        return { deleted: true as const };
      },
    }),
  ];
}
