import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { OutboundError } from '../outbound/index.ts';

/** What nodes answer, as the description of their protocol (NodeODM 2.2) has it. Members that nobody needs are not looked at. */

const maybe = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));
const count = Type.Integer({ minimum: 0 });
const word = Type.String({ maxLength: 200 });

export const NodeInfo = Type.Object({
  version: word,
  engine: maybe(word),
  engineVersion: maybe(word),
  taskQueueCount: maybe(count),
  maxParallelTasks: maybe(count),
  /** Photos that a task may have. */
  maxImages: maybe(count),
});
export type NodeInfo = Static<typeof NodeInfo>;

const value = Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean(), Type.Null()]);

/** Options of its engine; a domain is a text, or a list of choices. */
export const NodeOptions = Type.Array(
  Type.Object({
    name: word,
    type: word,
    domain: Type.Optional(Type.Union([value, Type.Array(value, { maxItems: 1000 })])),
    help: maybe(Type.String({ maxLength: 65_536 })),
    value: Type.Optional(value),
  }),
  { maxItems: 1000 },
);
export type NodeOptions = Static<typeof NodeOptions>;

/** States of a task of a node, by their codes. */
export const NODE_STATES = { 10: 'queued', 20: 'running', 30: 'failed', 40: 'done', 50: 'cancelled' } as const;
export type NodeState = (typeof NODE_STATES)[keyof typeof NODE_STATES];

export const NodeTaskInfo = Type.Object({
  status: Type.Object({
    code: Type.Union([10, 20, 30, 40, 50].map((code) => Type.Literal(code as keyof typeof NODE_STATES))),
    errorMessage: maybe(Type.String({ maxLength: 65_536 })),
  }),
  /** Percent. */
  progress: maybe(Type.Number()),
});

/** It becomes a part of addresses. */
export const NodeTaskId = Type.Object({ uuid: Type.String({ pattern: '^[0-9A-Za-z-]{1,64}$' }) });

export const NodeLines = Type.Array(Type.String());

/** An answer that says nothing in particular. */
export const Anything = Type.Unknown();

/**
 * What a node answered, read by its schema. Nodes answer faults with status 200 as well.
 *
 * @throws OutboundError `lasting` for anything else, with the node's words where it has some
 */
export function readAnswer<S extends TSchema>(schema: S, text: string, what: string): Static<S> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new OutboundError('lasting', `The answer to ${what} is not JSON.`);
  }
  const { error } = (answer ?? {}) as { error?: unknown };
  if (typeof error === 'string') throw new OutboundError('lasting', `Refused was ${what}: ${error}`);
  if (Value.Check(schema, answer)) return answer as Static<S>;
  throw new OutboundError('lasting', `The answer to ${what} makes no sense.`);
}
