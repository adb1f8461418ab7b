import Type from 'typebox';
import { recordAudit } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import { fail, route, type Route } from '../http/index.ts';
import { countTasks, deleteEndedTask, listTasks, TASK_STATES, type TaskRow } from './task-store.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const TaskBody = Type.Object({
  taskId: Type.String(),
  orgSlug: nullable(Type.String({ description: 'Null for tasks of the whole service' })),
  dsSlug: nullable(Type.String()),
  toolId: Type.String(),
  version: Type.String(),
  state: Type.String(),
  progressPercent: nullable(Type.Number()),
  phaseMessage: nullable(Type.String()),
  createdAt: time,
  startedAt: nullable(time),
  finishedAt: nullable(time),
  path: nullable(Type.String()),
  userId: nullable(Type.String()),
  owner: nullable(Type.String({ description: 'Name of who started it' })),
  errorType: nullable(Type.String()),
  errorText: nullable(Type.String({ description: 'Why it failed' })),
  artifactExpiresAt: nullable(time),
  import: nullable(
    Type.Object({
      source: Type.String({ description: 'Address of the other installation' }),
      from: Type.String({ description: '`organization` or `organization/dataset` there' }),
      to: Type.String({ description: '`organization` or `organization/dataset` here' }),
      datasets: nullable(Type.Integer({ description: 'Datasets that arrived; null until it has ended' })),
      files: nullable(Type.Integer({ description: 'Files that arrived or were here already' })),
      failures: nullable(Type.Integer({ description: 'Datasets and files that did not arrive' })),
    }),
  ),
});

const TasksBody = Type.Object({
  items: Type.Array(TaskBody),
  total: Type.Integer(),
  skip: Type.Integer(),
  take: Type.Integer(),
});

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const MAX_TAKE = 200;

/** Tasks across all users and datasets. */
export function taskRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: '/sys/tasks',
      access: 'admin',
      tag: 'System',
      summary: 'Tasks of all users and datasets, newest first',
      query: Type.Object({
        toolId: Type.Optional(
          Type.String({ maxLength: 100, description: 'Only tasks of this kind: `toolId` of the list' }),
        ),
        state: Type.Optional(
          Type.String({ pattern: `^(${TASK_STATES.join('|')})$`, description: `One of ${TASK_STATES.join(', ')}` }),
        ),
        userId: Type.Optional(Type.String({ pattern: UUID, description: 'Id of a user' })),
        skip: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Tasks to leave out first' }),
        ),
        take: Type.Optional(Type.Integer({ default: 50, description: `1 to ${MAX_TAKE}; others are brought there` })),
      }),
      response: { 200: TasksBody },
      handle: async ({ query: { toolId, state, userId, skip = 0, take: asked = 50 } }) => {
        const take = Math.min(Math.max(asked, 1), MAX_TAKE);
        const filter = { toolId, state, userId };
        const [rows, total] = [await listTasks(db, filter, skip, take), await countTasks(db, filter)];
        return { items: rows.map(presentTask), total, skip, take };
      },
    }),
    route({
      method: 'POST',
      path: '/sys/tasks/:id/delete',
      access: 'admin',
      tag: 'System',
      summary: 'Remove the record of a task that has ended',
      params: Type.Object({ id: Type.String({ maxLength: 100, description: '`taskId` of the list' }) }),
      response: { 200: Type.Object({ deleted: Type.Literal(true) }) },
      handle: async ({ params: { id }, actor }) => {
        await db.transaction().execute(async (transaction) => {
          const deleted = new RegExp(UUID).test(id) ? await deleteEndedTask(transaction, id) : undefined;
          if (deleted === undefined) throw fail('not-found', 'There is no task of that id that has ended.');
          await recordAudit(transaction, {
            actor: actor(),
            action: 'system.task-delete',
            subject: id,
            details: deleted,
          });
        });
        return { deleted: true as const };
      },
    }),
  ];
}

function presentTask(row: TaskRow): Type.Static<typeof TaskBody> {
  return {
    taskId: row.id,
    orgSlug: row.organizationSlug,
    dsSlug: row.datasetSlug,
    toolId: row.toolId,
    version: '1',
    state: row.state,
    progressPercent: row.progress,
    phaseMessage: row.phase,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    path: row.path,
    userId: row.userId,
    owner: row.userName,
    errorType: null,
    errorText: row.error,
    artifactExpiresAt: null,
    import: row.import,
  };
}
