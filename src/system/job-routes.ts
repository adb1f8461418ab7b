import Type from 'typebox';
import { fail } from '../errors/index.ts';
import { route, type Route } from '../http/index.ts';
import type { OperationRow, Operations } from '../jobs/index.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const JobBody = Type.Object({
  jobId: Type.String(),
  toolId: Type.String(),
  state: Type.String({ description: 'Enqueued, Processing, Succeeded, Failed or Deleted' }),
  progressPercent: nullable(Type.Number()),
  phase: nullable(Type.String()),
  createdAt: time,
  startedAt: nullable(time),
  finishedAt: nullable(time),
  result: Type.Unsafe<object | null>(nullable(Type.Object({}, { additionalProperties: true }))),
  errorText: nullable(Type.String({ description: 'Why it failed' })),
});

/** How a job that a call started is going. */
export function jobRoutes(operations: Operations): Route[] {
  return [
    route({
      method: 'GET',
      path: '/sys/jobs/:id',
      access: 'admin',
      tag: 'System',
      summary: 'A job: how far it is, and what came of it',
      params: Type.Object({
        id: Type.String({ maxLength: 100, description: '`jobId` of the answer that started it' }),
      }),
      response: { 200: JobBody },
      handle: async ({ params }) => {
        const row = await operations.find(params.id);
        if (row === undefined) throw fail('not-found', 'There is no such job; records of old ones are removed.');
        return presentJob(row);
      },
    }),
  ];
}

function presentJob(row: OperationRow): Type.Static<typeof JobBody> {
  return {
    jobId: row.id,
    toolId: row.toolId,
    state: row.state,
    progressPercent: row.progress,
    phase: row.phase,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    result: row.result,
    errorText: row.error,
  };
}
