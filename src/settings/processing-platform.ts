import Type from 'typebox';
import { json, whole, yesNo } from './fields.ts';

/** Settings of tasks and their tools (docs/tasks.md). */
export const processingPlatform = Type.Object({
  workers: whole(
    'Tasks that run at the same time in one process; 0: none here, a separate worker does them.',
    2,
    0,
    64,
  ),
  artifactTtlHours: whole('Hours that what a task made for its caller can be downloaded.', 24, 1, 8760),
  maxConcurrentTasksPerUser: whole(
    'Tasks of one user, or of one address of anonymous visitors, that run at the same time.',
    3,
    1,
    100_000,
  ),
  maxQueuedTasksPerUser: whole('Tasks that one of them may have waiting or running.', 20, 1, 100_000),
  maxConcurrentTasksPerOrg: whole(
    'Tasks in the datasets of one organization that may wait or run at a time; of one user four of five, where others belong to it.',
    10,
    1,
    100_000,
  ),
  maxConcurrentTasksGlobal: whole('Tasks that may wait or run at a time in all.', 32, 1, 100_000),
  maxEstimatedOutputBytesPerSubmit: whole(
    'Bytes that one task may be going to write, by its estimate.',
    21_474_836_480,
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  maxArchiveExtractSizeBytes: whole(
    'Largest archive that is extracted, and the most bytes that come out of one.',
    5_368_709_120,
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  diskSafetyMarginBytes: whole(
    'Free space of the data folder, in bytes, below which no task begins.',
    268_435_456,
    0,
    Number.MAX_SAFE_INTEGER,
  ),
  orgDailyOutputBytes: json(
    Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    'Bytes that the tasks of an organization may make within a day, by its slug; `default` is for all others.',
    { default: 107_374_182_400 },
  ),
  defaultRasterTileSize: Type.Integer({
    description: 'Pixels of a side of the tiles of raster files that tasks make; a multiple of 16.',
    default: 512,
    minimum: 64,
    maximum: 8192,
    multipleOf: 16,
  }),
  maxConcurrentBulkDownloadsPerUser: whole('Archives one user may have in the making.', 1, 1, 100_000),
  maxConcurrentUrlImportsPerUser: whole('Files from addresses one user may have on their way.', 2, 1, 100_000),
  dedupEnabled: yesNo('A task that is the same as another one is answered with that.', true),
  dedupLookbackHours: whole('Hours within which a task that has succeeded is such an answer.', 24, 0, 8760),
  logTailMaxLines: whole('Lines that are kept of the log of a task: the last ones.', 200, 1, 10_000),
  logTailMaxBytes: whole('Bytes of text that are kept of it.', 32_768, 1024, 1_048_576),
  progressUpdateThrottleSeconds: whole('Seconds between two notes of the progress of a task.', 2, 1, 60),
  remoteNodePollIntervalSeconds: whole('Seconds between two questions to a node that processes photos.', 2, 1, 3600),
  remoteNodePollMaxBackoffSeconds: whole(
    'The same at most, while it does not answer or has nothing new to tell.',
    30,
    1,
    3600,
  ),
  remoteNodeRequestTimeoutSeconds: whole('Longest time such a node may send nothing.', 30, 1, 3600),
  remoteNodeTaskTimeoutHours: whole('Hours that a task may be at such a node, or otherwise parked.', 72, 1, 8760),
  nodeOdm: json(
    Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          url: Type.String({ pattern: '^https?://' }),
          token: Type.Optional(Type.String()),
          title: Type.Optional(Type.String({ maxLength: 200 })),
        },
        { additionalProperties: false },
      ),
      { maxItems: 100 },
    ),
    'Nodes that process photos (NodeODM, NodeODX): `[{"Id": "default", "Url": "https://…", "Token": "…", "Title": "…"}]`.',
    [],
    { secret: true, alias: 'ProcessingPlatform__NodeOdx' },
  ),
  tools: json(
    Type.Record(
      Type.String(),
      Type.Object(
        {
          availability: Type.Optional(
            Type.Union([Type.Literal('Enabled'), Type.Literal('Disabled'), Type.Literal('Hidden')]),
          ),
          disabledMessage: Type.Optional(Type.String({ maxLength: 500 })),
          allowedRoles: Type.Optional(Type.Array(Type.String())),
          allowedOrgs: Type.Optional(Type.Array(Type.String())),
          hideWhenNotAllowed: Type.Optional(Type.Boolean()),
          maxConcurrentPerUser: Type.Optional(Type.Integer({ minimum: 0 })),
          maxQueuedPerUser: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        { additionalProperties: false },
      ),
    ),
    'What holds for single tools, by id: `{"bulk-download": {"Availability": "Disabled", "DisabledMessage": "…", "AllowedRoles": [], "AllowedOrgs": [], "HideWhenNotAllowed": true, "MaxConcurrentPerUser": 0, "MaxQueuedPerUser": 0}}`. `Availability` is `Enabled`, `Disabled` or `Hidden`; empty lists allow everybody; 0 is no limit of its own.',
    {},
  ),
});
