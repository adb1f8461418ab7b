import Type, { type Static } from 'typebox';
import type { RouteName } from '../../../api/routes.ts';
import { ClientError, EXIT } from '../client-error.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import type { Connection } from './connection.ts';
import type { Accepting, ClientRequest } from './request.ts';
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

/** A state as people read it: what somebody cancelled has ended as `Deleted`, and is there still. */
export const shownState = (state: string): string => (state === 'Deleted' ? 'Cancelled' : state);

/** Why a task failed, in the best words that its server has. */
export const failureOf = ({ errorText, error, errorType }: Task): string | undefined =>
  errorText ?? error ?? errorType ?? undefined;

/** A task of a dataset in the path of a route. */
export const ofTask = (dataset: DatasetRef, id: string) => ({ ...inDataset(dataset), id });

/**
 * Asks about the tasks of a dataset.
 *
 * @throws ClientError that tells a server without tasks from a task that is not there
 */
export async function askTasks<R extends RouteName, S extends Type.TSchema>(
  connection: Connection,
  dataset: DatasetRef,
  request: ClientRequest<R>,
  schema: S & Accepting<R, S>,
): Promise<Static<S>> {
  return connection.json<R, S>(request, schema).catch(async (cause: unknown) => {
    throw await explainNotFound(connection, dataset, cause, request.signal);
  });
}

/** A task as it is now. */
export function findTask(connection: Connection, dataset: DatasetRef, id: string, signal: AbortSignal): Promise<Task> {
  const request = { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}', path: ofTask(dataset, id), signal } as const;
  return askTasks(connection, dataset, request, TaskStatus);
}

/** What a 404 of the tasks of a dataset means; every other fault is what it is. */
export async function explainNotFound(
  connection: Connection,
  dataset: DatasetRef,
  cause: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const isMissing = (fault: unknown): boolean => fault instanceof ServerError && fault.status === 404;
  const path = inDataset(dataset);
  const isThere = (answer: Promise<Response>): Promise<boolean> =>
    answer.then(
      () => true,
      (fault: unknown) => {
        if (!isMissing(fault)) throw fault;
        return false;
      },
    );
  if (!isMissing(cause)) return cause;
  const list = connection.send({ route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks', path, query: { take: 1 }, signal });
  if (await isThere(list)) return cause;
  if (!(await isThere(connection.send({ route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/ex', path, signal })))) return cause;
  return new ClientError('This server has no tasks: its version is older than they are.', EXIT.notFound, { cause });
}
