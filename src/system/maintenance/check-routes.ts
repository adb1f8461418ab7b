import { Readable } from 'node:stream';
import Type from 'typebox';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { route, type Route } from '../../http/index.ts';
import type { Pending, PendingStatus } from '../../builds/index.ts';
import type { Operations } from '../../jobs/index.ts';
import { COMPLETENESS_TOOL } from './completeness-operation.ts';
import { reportContents } from './report.ts';
import { migrateVisibility } from './visibility-migration.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const count = Type.Integer();

const PendingBuildsBody = Type.Object({
  lastRun: nullable(Type.String({ format: 'date-time' })),
  totalDatasets: count,
  datasetsChecked: count,
  datasetsSkipped: count,
  pendingBuildsFound: count,
  jobsEnqueued: count,
  jobsSkipped: Type.Integer({ description: 'Builds that wait and were not asked for: active, or tried a moment ago' }),
  pendingBuildsNow: Type.Integer({ description: 'Builds that wait at this moment' }),
  errors: count,
  durationMs: Type.Number(),
  cacheHitRate: Type.Number(),
  isEnabled: Type.Boolean(),
  nextScheduledRun: nullable(Type.String({ format: 'date-time' })),
});

const MigrationBody = Type.Array(
  Type.Object({
    organizationSlug: Type.String(),
    datasetSlug: Type.String(),
    isPublic: nullable(Type.Boolean({ description: 'What the old metadata `public` said' })),
    visibility: Type.Integer({ description: '0 private, 1 unlisted, 2 public' }),
  }),
);

export interface CheckRouteOptions {
  readonly db: Database;
  readonly operations: Operations;
  readonly pending: Pick<Pending, 'status'>;
  /** Whether this process builds. */
  readonly isEnabled: boolean;
}

/** What looks whether everything is as it should be. */
export function checkRoutes({ db, operations, pending, isEnabled }: CheckRouteOptions): Route[] {
  return [
    route({
      method: 'POST',
      path: '/sys/check-artifact-completeness',
      access: 'admin',
      tag: 'System',
      summary: 'Look for outputs that are missing, and build them',
      description:
        'A job looks at all datasets, one at a time: while one does, its id is answered. `GET /sys/jobs/{jobId}` tells what it found.',
      response: { 202: Type.Object({ jobId: Type.String() }) },
      handle: async ({ actor, reply }) => {
        const who = actor();
        const jobId = await db.transaction().execute(async (transaction) => {
          const id = await operations.startOnce(transaction, COMPLETENESS_TOOL, {}, who.id ?? null);
          const details = { jobId: id };
          await recordAudit(transaction, { actor: who, action: 'system.check', subject: 'outputs', details });
          return id;
        });
        void reply.code(202);
        return { jobId };
      },
    }),
    route({
      method: 'POST',
      path: '/sys/migratevisibility',
      access: 'admin',
      tag: 'System',
      summary: 'Bring old metadata about visibility in line with the visibility',
      response: { 200: MigrationBody },
      handle: ({ actor }) => migrateVisibility(db, actor()),
    }),
    route({
      method: 'GET',
      path: '/sys/build-pending-status',
      access: 'admin',
      tag: 'System',
      summary: 'How the search for pending builds goes',
      description:
        'Numbers of the last search, which looks every six hours whether builds that wait are still tried again, in whatever process it ran.',
      response: { 200: PendingBuildsBody },
      handle: async () => presentStatus(await pending.status(), isEnabled),
    }),
    route({
      method: 'GET',
      path: '/sys/report',
      access: 'admin',
      tag: 'System',
      summary: 'All organizations, their datasets, and how many files of which kind they hold',
      response: { 200: Type.Object({ userName: Type.String() }, { additionalProperties: true }) },
      handle: async ({ reply, signedIn }) =>
        reply
          .type('application/json; charset=utf-8')
          .send(Readable.from(reportContents(db, signedIn().name), { objectMode: false })),
    }),
  ];
}

function presentStatus(
  { last, nextRun, waiting }: PendingStatus,
  isEnabled: boolean,
): Type.Static<typeof PendingBuildsBody> {
  const total = last?.totalDatasets ?? 0;
  return {
    lastRun: last?.lastRun.toISOString() ?? null,
    totalDatasets: total,
    datasetsChecked: last?.datasetsChecked ?? 0,
    datasetsSkipped: last?.datasetsSkipped ?? 0,
    pendingBuildsFound: last?.pendingBuilds ?? 0,
    jobsEnqueued: last?.jobsEnqueued ?? 0,
    jobsSkipped: last?.jobsSkipped ?? 0,
    pendingBuildsNow: waiting,
    errors: last?.errors ?? 0,
    durationMs: last?.durationMs ?? 0,
    // Share of the datasets with waiting builds whose retries were found alive.
    cacheHitRate: total === 0 ? 0 : (100 * (last?.datasetsSkipped ?? 0)) / total,
    isEnabled,
    nextScheduledRun: nextRun?.toISOString() ?? null,
  };
}
