import mime from 'mime';
import Type from 'typebox';
import { fail } from '../errors/index.ts';
import { Binary, datasetParams, route, sendFile, type Route, type RouteContext } from '../http/index.ts';
import { requireControl, requireSight, rightsOver } from './ownership.ts';
import type { TaskDetails, Tasks } from './service.ts';
import { callerOf } from './routes-caller.ts';
import { presentStatus, TaskLogBody, TaskStatusBody } from './task-body.ts';

const params = Type.Object({
  ...datasetParams.properties,
  id: Type.String({ maxLength: 100, description: '`taskId` of the list' }),
});
type Context = RouteContext<Type.Static<typeof params>, unknown, unknown>;

/** Routes of one task. */
export function singleTaskRoutes(tasks: Tasks): Route[] {
  const found = async ({ dataset, params: { id } }: Context): Promise<TaskDetails> => {
    const task = await tasks.find(dataset(), id);
    if (task === undefined) throw fail('not-found', 'There is no such task in the dataset.');
    return task;
  };
  const seen = async (context: Context): Promise<TaskDetails> => {
    const task = await found(context);
    requireSight(task, context.dataset(), context.caller);
    return task;
  };
  /** Its user may end it without the right to write, so the right is looked at here. */
  const controlled = async (context: Context): Promise<TaskDetails> => {
    const task = await found(context);
    requireControl(task, context.dataset(), context.caller);
    return task;
  };
  const common = { access: 'dataset:read', tag: 'Tasks', params } as const;
  const address = '/orgs/:orgSlug/ds/:dsSlug/tasks/:id';
  return [
    route({
      ...common,
      method: 'GET',
      path: address,
      summary: 'A task: how far it is, the end of its log, what there is to download',
      response: { 200: TaskStatusBody },
      handle: async (context) => {
        const task = await seen(context);
        return presentStatus(context.dataset(), task, rightsOver(task, context.dataset(), context.caller));
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${address}/log`,
      summary: 'Lines of the log of a task',
      description: 'Those behind the first `since` lines that there ever were; also after it was started again.',
      query: Type.Object({
        since: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            default: 0,
            description: '`cursor` of the answer before',
          }),
        ),
      }),
      response: { 200: TaskLogBody },
      handle: async (context) => {
        await seen(context);
        const log = await tasks.log(context.dataset(), context.params.id, context.query.since ?? 0);
        if (log === undefined) throw fail('not-found', 'There is no such task in the dataset.');
        return { ...log, lines: [...log.lines] };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${address}/result`,
      download: true,
      originals: true,
      summary: 'Download what a task made',
      description:
        'Range requests and conditional requests work, so that a download that was cut off can go on. It is there until `artifactExpiresAt`.',
      response: { 200: Binary },
      handle: async (context) => {
        const { state } = await seen(context);
        const {
          dataset,
          params: { id },
          request,
          reply,
        } = context;
        const artifact = await tasks.artifact(dataset(), id);
        if (artifact === undefined)
          throw fail(
            'not-found',
            `There is nothing to download of this task: it is ${state}, or its result has expired.`,
          );
        return sendFile(request, reply, {
          path: artifact.file,
          etag: artifact.sha256,
          contentType: mime.getType(artifact.name) ?? 'application/octet-stream',
          cacheControl: 'private, no-cache',
          attachment: artifact.name,
        });
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: address,
      summary: 'Cancel a task, or mark one that has ended as Deleted',
      description: 'What runs ends within seconds and leaves nothing behind. Of a task that has ended the result goes.',
      response: { 200: Type.Object({ deleted: Type.Boolean({ description: 'False: it was Deleted before' }) }) },
      handle: async (context) => {
        await controlled(context);
        return { deleted: await tasks.cancel(context.dataset(), context.params.id, context.actor()) };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${address}/retry`,
      summary: 'Start a task that failed again',
      description: '409 for one that has not failed, and for a build while files of the dataset wait for others.',
      response: { 200: Type.Object({ requeued: Type.Literal(true) }) },
      handle: async (context) => {
        await controlled(context);
        await tasks.retry(context.dataset(), context.params.id, context.actor());
        return { requeued: true as const };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${address}/delete`,
      summary: 'Forget a task that has ended',
      response: { 200: Type.Object({ deleted: Type.Literal(true) }) },
      handle: async (context) => {
        await controlled(context);
        await tasks.remove(context.dataset(), context.params.id, context.actor());
        return { deleted: true as const };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${address}/undo`,
      access: 'dataset:write',
      summary: 'Remove the files that a task wrote into the dataset',
      description: 'Those that are still what it wrote; files that it replaced or removed do not come back.',
      response: { 200: Type.Object({ removed: Type.Integer() }) },
      handle: async (context) => {
        await controlled(context);
        const {
          dataset,
          params: { id },
          actor,
        } = context;
        return { removed: await tasks.undo(dataset(), id, callerOf(context), actor()) };
      },
    }),
  ];
}
