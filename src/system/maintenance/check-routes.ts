import { Readable } from 'node:stream';
import Type from 'typebox';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { route, type Route } from '../../http/index.ts';
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
  errors: count,
  durationMs: count,
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

/** What looks whether everything is as it should be. */
export function checkRoutes(db: Database, operations: Operations): Route[] {
  return [
    route({
      method: 'POST',
      path: '/sys/check-artifact-completeness',
      access: 'admin',
      tag: 'System',
      summary: 'Look for outputs that are missing, and build them',
      description: 'A job looks at all datasets; `GET /sys/jobs/{jobId}` tells what it found.',
      response: { 202: Type.Object({ jobId: Type.String() }) },
      handle: async ({ actor, reply }) => {
        const who = actor();
        const jobId = await db.transaction().execute(async (transaction) => {
          const id = await operations.start(transaction, COMPLETENESS_TOOL, {}, who.id ?? null);
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
      description: 'A build that cannot start fails and says why; none is kept pending, so there is nothing to search.',
      response: { 200: PendingBuildsBody },
      handle: async () => ({
        lastRun: null,
        totalDatasets: 0,
        datasetsChecked: 0,
        datasetsSkipped: 0,
        pendingBuildsFound: 0,
        jobsEnqueued: 0,
        errors: 0,
        durationMs: 0,
        cacheHitRate: 0,
        isEnabled: false,
        nextScheduledRun: null,
      }),
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
