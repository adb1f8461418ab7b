import Type from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkNextPage } from '../http/index.ts';
import { ACTIVE_STATES, FINAL_STATES } from '../jobs/index.ts';
import type { Part } from './service.ts';
import { PLACE } from './store/parts.ts';

export const toolIdField = Type.Optional(Type.String({ maxLength: 100, description: 'Only tasks of this tool' }));
/** Longest list, and what it is without being told. */
const [MAX_TAKE, TAKE] = [200, 50] as const;

/** Filter of a list of tasks. */
export const listQuery = {
  toolId: toolIdField,
  state: Type.Optional(
    Type.Union(
      [...ACTIVE_STATES, ...FINAL_STATES].map((state) => Type.Literal(state)),
      { description: 'Only tasks in this state' },
    ),
  ),
  skip: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Tasks to leave out first' }),
  ),
  after: Type.Optional(
    Type.String({
      pattern: PLACE.source,
      description: 'The list begins behind this place: from the header `Link` of the part before',
    }),
  ),
  take: Type.Optional(Type.Integer({ default: TAKE, description: `1 to ${MAX_TAKE}; others are brought there` })),
};

const withoutField = Type.Optional(
  Type.String({ maxLength: 100, description: 'No tasks of this tool, such as `build`' }),
);

/** Which of the tasks that have ended are meant. */
export const endedQuery = {
  toolId: toolIdField,
  state: Type.Optional(
    Type.Union(
      FINAL_STATES.map((state) => Type.Literal(state)),
      { description: 'Only tasks that ended in this state' },
    ),
  ),
  without: withoutField,
};

/** More of the filter for one dataset, whose list has its builds as well. */
export const activityQuery = {
  without: withoutField,
  active: Type.Optional(Type.Boolean({ description: 'Only tasks that wait or run' })),
};

/** How lists go on, for the documentation of routes. */
export const PARTS =
  'The header `Link` with `rel="next"` is the address of the rest: it takes no longer however much is in front of it, and shows no task twice, whatever comes meanwhile.';

interface Asked {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
  readonly after?: string | undefined;
}

/** What part of a list is meant. */
export const partOf = ({ skip = 0, take = TAKE, after }: Asked): Part => ({
  skip,
  take: Math.min(Math.max(take, 1), MAX_TAKE),
  ...(after === undefined ? {} : { after }),
});

/** Tells where the rest of a list is, if there is any. */
export function linkRest(request: FastifyRequest, reply: FastifyReply, next: string | undefined): void {
  if (next !== undefined) linkNextPage(request, reply, next, ['skip']);
}
