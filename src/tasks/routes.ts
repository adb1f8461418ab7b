import Type from 'typebox';
import { ServiceError } from '../errors/index.ts';
import { datasetParams, LIST_BODY_BYTES, route, type Route } from '../http/index.ts';
import type { Settings } from '../settings/index.ts';
import { activityQuery, endedQuery, linkRest, listQuery, partOf, PARTS } from './routes-list-query.ts';
import { rightsOver } from './ownership.ts';
import { singleTaskRoutes } from './routes-single.ts';
import type { Tasks } from './service.ts';
import { callerOf } from './routes-caller.ts';
import { ListedTaskBody, presentListed, presentSubmitted, SubmittedBody, taskAddress } from './task-body.ts';
import { presentTool, ToolBody } from './tool-body.ts';
import { gateOf, type ToolGate } from './tool-gate.ts';
import type { AnyTool } from './tool.ts';

export interface TaskRouteOptions {
  readonly tasks: Tasks;
  readonly tools: Settings['processingPlatform']['tools'];
  /** Tools that nobody may start who has not signed in: ids with what he is told. */
  readonly signedInTools: ReadonlyMap<string, string>;
}

const nullable = <S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));
/** What is started. */
const SubmissionBody = Type.Object({
  toolId: Type.String({ maxLength: 100, description: '`id` of a tool', examples: ['bulk-download'] }),
  version: nullable(
    Type.Union([Type.String({ maxLength: 20 }), Type.Integer()], { description: 'Of the tool; default: the newest' }),
  ),
  path: nullable(
    Type.String({ maxLength: 8192, description: 'The same as the parameter `path` of tools that have one' }),
  ),
  params: nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Parameters, by the schema of the tool',
        examples: [{ paths: ['flight-1'], archiveName: 'flight-1.zip' }],
      },
    ),
  ),
  force: nullable(Type.Boolean({ default: false, description: 'Another one, even if an equivalent task is there' })),
});

/** Routes of the tasks of a dataset. */
export function taskRoutes(options: TaskRouteOptions): Route[] {
  const { tasks, tools, signedInTools } = options;
  const common = { tag: 'Tasks', params: datasetParams } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/tasks/tools',
      access: 'dataset:read',
      summary: 'Tools with their parameters',
      description: 'Those that may be started here. `inputSchema` is what `params` of a task are held to.',
      response: { 200: Type.Array(ToolBody) },
      handle: ({ caller, dataset }) => {
        const visitor = { caller, organization: dataset().organization.slug };
        const gateFor = ({ id }: AnyTool): ToolGate => {
          const gate = gateOf(tools, id, visitor);
          const signInFirst = caller === undefined ? signedInTools.get(id) : undefined;
          if (gate.disabled || signInFirst === undefined) return gate;
          return { hidden: false, disabled: true, message: signInFirst };
        };
        const gated = tasks.tools.map((tool) => ({ tool, gate: gateFor(tool) }));
        return Promise.resolve(
          gated.filter(({ gate }) => !gate.hidden).map(({ tool, gate }) => presentTool(tool, gate)),
        );
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/tasks',
      access: 'dataset:read',
      summary: 'Start a task',
      description:
        '202 when it was created; 200 when an equivalent one waits or runs, or has succeeded lately and what it made is there still. Which right it takes is told by the tool. 413: by its estimate it would make too much; 429: too many tasks wait already.',
      body: SubmissionBody,
      bodyBytes: LIST_BODY_BYTES,
      response: { 200: SubmittedBody, 202: SubmittedBody },
      handle: async (context) => {
        const { body, dataset, reply, caller } = context;
        const signInFirst = caller === undefined ? signedInTools.get(body.toolId.toLowerCase()) : undefined;
        if (signInFirst !== undefined) throw new ServiceError('unauthorized', signInFirst, { challenge: 'Bearer' });
        const submitted = await tasks.submit(dataset(), callerOf(context), {
          toolId: body.toolId,
          version: body.version === undefined || body.version === null ? undefined : String(body.version),
          path: body.path ?? undefined,
          params: body.params ?? undefined,
          force: body.force ?? undefined,
        });
        if (!submitted.deduplicated) void reply.code(202).header('location', taskAddress(dataset(), submitted.task.id));
        return presentSubmitted(dataset(), submitted);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/tasks',
      access: 'dataset:read',
      summary: 'Tasks of the dataset, newest first',
      description: `Those of everybody, and the builds. ${PARTS}`,
      query: Type.Object({ ...listQuery, ...activityQuery }),
      response: { 200: Type.Array(ListedTaskBody) },
      handle: async ({ dataset, caller, request, reply, query: { toolId, state, without, active, ...asked } }) => {
        const filter = { toolId, state, without, active };
        const { rows, next } = await tasks.list(dataset(), filter, partOf(asked));
        linkRest(request, reply, next);
        return rows.map((row) => presentListed(row, rightsOver(row, dataset(), caller)));
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/tasks/clear',
      access: 'dataset:write',
      summary: 'Forget the tasks that have ended',
      description:
        'Those that fit, and all without a filter. What they made to be downloaded goes as well; what they wrote into the dataset stays.',
      query: Type.Object(endedQuery),
      response: { 200: Type.Object({ cleared: Type.Integer() }) },
      handle: async ({ dataset, query, actor }) => ({ cleared: await tasks.clear(dataset(), query, actor()) }),
    }),
    ...singleTaskRoutes(tasks),
  ];
}
