import Type from 'typebox';
import type { DatasetGrant } from '../access/index.ts';
import type { TaskRights } from './ownership.ts';
import type { AnyTaskRow, Submitted, TaskArtifact, TaskDetails, TaskRow } from './service.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const common = {
  taskId: Type.String(),
  toolId: Type.String(),
  version: Type.String({ description: 'Of the tool' }),
  state: Type.String({ description: 'Created, Enqueued, Scheduled, Processing, Succeeded, Failed or Deleted' }),
  createdAt: time,
  startedAt: nullable(time),
  finishedAt: nullable(time),
  path: nullable(Type.String({ description: 'What it is about; null for the whole dataset' })),
  errorType: nullable(
    Type.String({
      description:
        'Why it failed: InvalidInput, NotFound, Conflict, QuotaExceeded, NoSpace, Timeout, OutOfMemory, ToolFailed, MissingProgram, Forbidden or ServiceFault',
    }),
  ),
  errorText: nullable(
    Type.String({ description: 'The same for people; null in lists for those who may not open the task' }),
  ),
};
const progressed = {
  progressPercent: nullable(Type.Number({ minimum: 0, maximum: 100, description: 'Null while it cannot be known' })),
  phaseMessage: nullable(Type.String()),
  artifactExpiresAt: nullable(
    Type.String({ format: 'date-time', description: 'Null when there is nothing to download' }),
  ),
};
const undone = {
  undoneAt: nullable(
    Type.String({ format: 'date-time', description: 'When what it wrote was taken back; null unless it was' }),
  ),
};
const rights = {
  mayOpen: Type.Boolean({ description: 'Whether the caller may see all of it, and download its result' }),
  mayControl: Type.Boolean({ description: 'Whether the caller may cancel it, start it again and forget it' }),
};
const owner = nullable(
  Type.String({ description: 'Name of who started it; null for nobody, and for those who may not open the task' }),
);
/** Members that existing clients look for; tasks of this service belong to no other. */
const noParents = { parentJobId: Type.Null(), workflowExecutionId: Type.Null() };

/** A task as events tell of it. */
export const TaskSummaryBody = Type.Object({ ...common, ...progressed, ...rights, ...noParents });

/** A task as lists tell of it. */
export const ListedTaskBody = Type.Object({ ...TaskSummaryBody.properties, ...undone, owner });

/** A task of any dataset, or an operation of the service. */
export const AnyTaskBody = Type.Object({
  ...common,
  ...progressed,
  orgSlug: nullable(Type.String({ description: 'Null for tasks of the whole service' })),
  dsSlug: nullable(Type.String()),
  userId: nullable(Type.String()),
  owner: nullable(Type.String({ description: 'Name of who started it' })),
  import: nullable(
    Type.Object({
      source: Type.String({ description: 'Address of the other installation' }),
      from: Type.String({ description: '`organization` or `organization/dataset` there' }),
      to: Type.String({ description: '`organization` or `organization/dataset` here' }),
      datasets: nullable(Type.Integer({ description: 'Datasets that arrived; null until it has ended' })),
      files: nullable(Type.Integer({ description: 'Files that arrived or were here already' })),
      failures: nullable(Type.Integer({ description: 'Datasets and files that did not arrive' })),
    }),
  ),
});

export const TaskLogBody = Type.Object({
  cursor: Type.Integer({ description: 'To ask with for the lines that follow' }),
  lines: Type.Array(Type.String()),
  truncatedFromTail: Type.Boolean({ description: 'Lines that were asked for are not kept any more' }),
});

/** All that is told of one task. */
export const TaskStatusBody = Type.Object({
  ...common,
  ...undone,
  ...rights,
  owner,
  ...noParents,
  progress: Type.Object({
    percent: progressed.progressPercent,
    phase: progressed.phaseMessage,
    message: Type.Null(),
  }),
  // Existing clients show the log of no task that has a text here.
  error: Type.Null({ description: 'Always null; see errorText' }),
  logCursor: Type.Integer({ description: 'Lines there were so far' }),
  logTail: Type.Array(Type.String(), { description: 'Its last lines' }),
  artifact: nullable(
    Type.Object({
      name: Type.String({ description: 'Name it is saved under' }),
      sizeBytes: Type.Integer(),
      sha256: Type.String(),
      resultUrl: Type.String(),
      expiresAt: time,
    }),
  ),
  params: Type.Object({}, { additionalProperties: true, description: 'With defaults, without secrets' }),
  facts: Type.Unsafe<object | null>(
    nullable(Type.Object({}, { additionalProperties: true, description: 'What the tool found out' })),
  ),
  estimatedOutputBytes: Type.Integer(),
  changedEntries: Type.Integer({ description: 'Files it wrote into the dataset, or removed there' }),
});

export const SubmittedBody = Type.Object({
  taskId: Type.String(),
  toolId: Type.String(),
  version: Type.String(),
  deduplicated: Type.Boolean({ description: 'An equivalent task was there' }),
  statusUrl: Type.String(),
  resultUrl: Type.String({ description: 'Of what a tool makes for its caller, once there is any' }),
  estimatedOutputBytes: Type.Integer(),
});

type Dataset = Pick<DatasetGrant, 'slug' | 'organization'>;

/** What a summary is made of. */
export type Summarized = Omit<TaskRow, 'artifact' | 'userName' | 'undoneAt'> & {
  readonly artifact: Pick<TaskArtifact, 'expiresAt'> | null;
};

/** Address of a task, as a path. */
export const taskAddress = ({ slug, organization }: Dataset, id: string): string =>
  `/orgs/${organization.slug}/ds/${slug}/tasks/${id}`;

export const presentSummary = (row: Summarized, may: TaskRights): Type.Static<typeof TaskSummaryBody> => ({
  ...presentCommon(row),
  ...(may.mayOpen ? {} : { errorText: null }),
  ...presentProgress(row),
  ...may,
  parentJobId: null,
  workflowExecutionId: null,
});

export const presentListed = (row: TaskRow, may: TaskRights): Type.Static<typeof ListedTaskBody> => ({
  ...presentSummary(row, may),
  ...presentUndone(row),
  owner: may.mayOpen ? row.userName : null,
});

export const presentAnyTask = (row: AnyTaskRow): Type.Static<typeof AnyTaskBody> => ({
  ...presentCommon(row),
  ...presentProgress(row),
  orgSlug: row.organizationSlug,
  dsSlug: row.datasetSlug,
  userId: row.userId,
  owner: row.userName,
  import: row.import,
});

export const presentStatus = (
  dataset: Dataset,
  row: TaskDetails,
  may: TaskRights,
): Type.Static<typeof TaskStatusBody> => ({
  ...presentCommon(row),
  ...presentUndone(row),
  ...may,
  owner: row.userName,
  parentJobId: null,
  workflowExecutionId: null,
  progress: { percent: row.progress, phase: row.phase, message: null },
  error: null,
  logCursor: row.log.cursor,
  logTail: [...row.log.lines],
  artifact: presentArtifact(taskAddress(dataset, row.id), row.artifact),
  params: row.parameters,
  facts: row.facts,
  estimatedOutputBytes: row.estimatedBytes,
  changedEntries: row.written,
});

export function presentSubmitted(
  dataset: Dataset,
  { task: { id, toolId, version }, deduplicated, estimatedBytes }: Submitted,
): Type.Static<typeof SubmittedBody> {
  const statusUrl = taskAddress(dataset, id);
  return {
    taskId: id,
    toolId,
    version,
    deduplicated,
    statusUrl,
    resultUrl: `${statusUrl}/result`,
    estimatedOutputBytes: estimatedBytes,
  };
}

const presentCommon = (row: Summarized) => ({
  taskId: row.id,
  toolId: row.toolId,
  version: row.version,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  path: row.path,
  errorType: row.errorType,
  errorText: row.error,
});

const presentUndone = ({ undoneAt }: Pick<TaskRow, 'undoneAt'>) => ({ undoneAt: undoneAt?.toISOString() ?? null });

const presentProgress = (row: Summarized) => ({
  progressPercent: row.progress,
  phaseMessage: row.phase,
  artifactExpiresAt: row.artifact?.expiresAt.toISOString() ?? null,
});

const presentArtifact = (address: string, artifact: TaskArtifact | null) =>
  artifact && {
    name: artifact.name,
    sizeBytes: artifact.size,
    sha256: artifact.sha256,
    resultUrl: `${address}/result`,
    expiresAt: artifact.expiresAt.toISOString(),
  };
