import Type from 'typebox';
import { ACTIVE_STATES, FINAL_STATES } from '../jobs/index.ts';

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
  take: Type.Optional(Type.Integer({ default: TAKE, description: `1 to ${MAX_TAKE}; others are brought there` })),
};

/** How many tasks are meant. */
export const taken = (take: number | undefined): number => Math.min(Math.max(take ?? TAKE, 1), MAX_TAKE);
