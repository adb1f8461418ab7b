import Type, { type Static } from 'typebox';
import { ClientError, EXIT } from '../client-error.ts';
import { datasetPath, type DatasetRef } from './addresses.ts';
import type { ClientRequest, Connection } from './connection.ts';
import { ServerError } from './server-error.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const optionalText = Type.Optional(nullable(Type.String()));

const common = {
  taskId: Type.String(),
  toolId: Type.String(),
  state: Type.String(),
  createdAt: Type.String(),
  finishedAt: optionalText,
};
export const TaskSummary = Type.Object({
  ...common,
  progressPercent: Type.Optional(nullable(Type.Number())),
  phaseMessage: optionalText,
  path: optionalText,
  errorType: optionalText,
  errorText: optionalText,
});
export const TaskStatus = Type.Object({
  ...common,
  version: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  progress: Type.Optional(
    nullable(Type.Object({ percent: Type.Optional(nullable(Type.Number())), phase: optionalText })),
  ),
  logTail: Type.Optional(Type.Array(Type.String())),
  artifact: Type.Optional(nullable(Type.Object({ sizeBytes: Type.Number(), sha256: Type.String() }))),
  errorType: optionalText,
  errorText: optionalText,
  error: optionalText,
  /** Files it wrote into the dataset, or removed there; older servers do not tell. */
  changedEntries: Type.Optional(Type.Integer()),
  facts: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
});
export type Task = Readonly<Static<typeof TaskStatus>>;
export const TaskLog = Type.Object({ cursor: Type.Integer(), lines: Type.Array(Type.String()) });

const ENDED = new Set(['Succeeded', 'Failed', 'Deleted']);
export const hasTaskEnded = ({ state }: { readonly state: string }): boolean => ENDED.has(state);

/** Why a task failed, in the best words that its server has. */
export const failureOf = ({ errorText, error, errorType }: Task): string | undefined =>
  errorText ?? error ?? errorType ?? undefined;

/**
 * Asks about the tasks of a dataset.
 *
 * @param route behind `tasks`; empty: their list
 * @throws ClientError that tells a server without tasks from a task that is not there
 */
export async function askTasks<S extends Type.TSchema>(
  connection: Connection,
  dataset: DatasetRef,
  request: Omit<ClientRequest, 'path'> & { readonly route: string },
  schema: S,
): Promise<Static<S>> {
  const { route, ...asked } = request;
  const path = datasetPath(dataset, route === '' ? 'tasks' : `tasks/${route}`);
  return connection.json({ ...asked, path }, schema).catch(async (cause: unknown) => {
    throw await explainNotFound(connection, dataset, cause, asked.signal);
  });
}

/** What a 404 of the tasks of a dataset means; every other fault is what it is. */
export async function explainNotFound(
  connection: Connection,
  dataset: DatasetRef,
  cause: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const isMissing = (fault: unknown): boolean => fault instanceof ServerError && fault.status === 404;
  const isThere = (route: string, query = {}): Promise<boolean> =>
    connection.send({ method: 'GET', path: datasetPath(dataset, route), query, signal }).then(
      () => true,
      (fault: unknown) => {
        if (!isMissing(fault)) throw fault;
        return false;
      },
    );
  if (!isMissing(cause) || (await isThere('tasks', { take: 1 })) || !(await isThere('ex'))) return cause;
  return new ClientError('This server has no tasks: its version is older than they are.', EXIT.notFound, { cause });
}
