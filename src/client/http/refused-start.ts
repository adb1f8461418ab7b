import Type from 'typebox';
import { ClientError, EXIT } from '../client-error.ts';
import { placeText } from '../places.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import type { Connection } from './connection.ts';
import { findEntry } from './entries.ts';
import { ServerError } from './server-error.ts';
import { askTasks } from './tasks.ts';

/** What was to be started. */
export interface Start {
  readonly to: Connection;
  readonly dataset: DatasetRef;
  /** Path of the file; empty when none was named. */
  readonly path: string;
  /** Id of the tool. */
  readonly tool: string;
  readonly signal: AbortSignal;
}

const Properties = Type.Object({}, { additionalProperties: true });
const Tools = Type.Array(
  Type.Object({
    id: Type.String(),
    inputSchema: Type.Optional(Type.Object({ properties: Type.Optional(Properties) }, { additionalProperties: true })),
  }),
);

/**
 * Why a server did not start a task, in words of the client. Servers refuse a tool or a file that is not there like
 * parameters that are wrong (400), so it is looked at here which it was.
 */
export async function explainRefusedStart(start: Start, cause: unknown): Promise<unknown> {
  if (!(cause instanceof ServerError) || (cause.status !== 400 && cause.status !== 409)) return cause;
  const { to, dataset, path, tool, signal } = start;
  const tools = await askTasks(
    to,
    dataset,
    { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools', path: inDataset(dataset), signal },
    Tools,
  );
  const known = tools.find(({ id }) => id === tool.toLowerCase());
  if (known === undefined) {
    const ids = [...new Set(tools.map(({ id }) => id))].join(', ');
    return new ClientError(`There is no tool ${tool} for this dataset. There is: ${ids}.`, EXIT.notFound, { cause });
  }
  if (cause.status === 400 && path !== '' && (await findEntry(to, dataset, path, signal)) === undefined)
    return new ClientError(`There is no ${placeText(dataset, path)}.`, EXIT.notFound, { cause });
  const way = ['replace', 'overwrite'].find((name) => Object.hasOwn(known.inputSchema?.properties ?? {}, name));
  if (cause.status === 400 || way === undefined) return cause;
  return new ClientError(`${cause.message} To replace what is there add --params '{"${way}": true}'.`, EXIT.conflict, {
    cause,
  });
}
