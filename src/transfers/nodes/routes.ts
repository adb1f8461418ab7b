import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import { route, type Route } from '../../http/index.ts';
import { OutboundError } from '../outbound/index.ts';
import type { ProcessingNode, ProcessingNodes } from './nodes.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const text = nullable(Type.String());
const count = nullable(Type.Integer());
const value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const StatusBody = Type.Object({
  id: Type.String(),
  reachable: Type.Boolean(),
  version: text,
  engine: text,
  engineVersion: text,
  taskQueueCount: count,
  maxParallelTasks: count,
  errorMessage: text,
});

const OptionBody = Type.Object({
  name: Type.String(),
  type: Type.String(),
  domain: Type.Union([value, Type.Array(value)]),
  help: Type.String(),
  value,
});

/** Routes of the nodes that process photos. Neither their addresses nor their tokens are told. */
export function processingNodeRoutes(nodes: ProcessingNodes): Route[] {
  const common = { method: 'GET', access: 'signed-in', tag: 'System' } as const;
  const params = Type.Object({ id: Type.String({ maxLength: 100, description: '`id` of the list' }) });
  const require = (id: string): ProcessingNode => {
    const node = nodes.list.find((each) => each.id === id);
    if (node === undefined) throw fail('not-found', `There is no processing node ${id}.`);
    return node;
  };
  return [
    route({
      ...common,
      path: '/sys/processingNodes',
      summary: 'Nodes that process photos',
      response: { 200: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })) },
      handle: async () => nodes.list.map(({ id, title }) => ({ id, title })),
    }),
    route({
      ...common,
      path: '/sys/processingNodes/:id/status',
      summary: 'Whether a node answers, and how busy it is',
      params,
      response: { 200: StatusBody },
      handle: ({ params: { id }, signal }) => statusOf(require(id), signal),
    }),
    route({
      ...common,
      path: '/sys/processingNodes/:id/options',
      summary: 'Options that a node takes, with their values where none are given',
      params,
      response: { 200: Type.Array(OptionBody) },
      async handle({ params: { id }, signal }) {
        const options = await require(id).options(signal).catch(asAnswer);
        return options.map(({ name, type, domain = null, help, value: unlessTold = null }) => {
          return { name, type, domain, help: help ?? '', value: unlessTold };
        });
      },
    }),
  ];
}

async function statusOf({ id, info }: ProcessingNode, signal: AbortSignal) {
  const unknown = { version: null, engine: null, engineVersion: null, taskQueueCount: null, maxParallelTasks: null };
  try {
    const { version, engine, engineVersion, taskQueueCount, maxParallelTasks } = await info(signal);
    return {
      id,
      reachable: true,
      version,
      engine: engine ?? null,
      engineVersion: engineVersion ?? null,
      taskQueueCount: taskQueueCount ?? null,
      maxParallelTasks: maxParallelTasks ?? null,
      errorMessage: null,
    };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    return { id, reachable: false, ...unknown, errorMessage: cause.message };
  }
}

/** @throws `busy`: the node is what fails */
function asAnswer(cause: unknown): never {
  throw cause instanceof OutboundError ? fail('busy', cause.message, cause) : cause;
}
