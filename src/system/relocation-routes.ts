import Type from 'typebox';
import type { Database } from '../database/index.ts';
import type { DatasetAdministration } from '../datasets/index.ts';
import { route, type Route } from '../http/index.ts';
import { mergeOrganizations } from './merge-organizations.ts';
import { conflictResolutions, moveDatasets } from './move-datasets.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const slug = Type.String({ maxLength: 200 });
/** More datasets than any organization has in one call would hold the database for too long. */
const MAX_DATASETS = 10_000;

const MoveResultBody = Type.Object({
  originalSlug: Type.String(),
  newSlug: text,
  success: Type.Boolean(),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why it stayed where it was' }),
});

/** Routes that move datasets between organizations. */
export function relocationRoutes(db: Database, administration: DatasetAdministration): Route[] {
  return [
    route({
      method: 'POST',
      path: '/sys/move-datasets',
      access: 'admin',
      tag: 'System',
      summary: 'Move datasets to another organization',
      description:
        'Answers with a result for each dataset; one that cannot move stays, the others move. Old addresses answer 404 at once.',
      body: Type.Object({
        sourceOrgSlug: slug,
        datasetSlugs: Type.Array(slug, { minItems: 1, maxItems: MAX_DATASETS }),
        destinationOrgSlug: slug,
        conflictResolution: Type.Optional(conflictResolutions.schema),
      }),
      response: { 200: Type.Array(MoveResultBody) },
      handle: ({ body, actor }) =>
        moveDatasets(db, administration, { ...body, conflictResolution: resolutionOf(body) }, actor()),
    }),
    route({
      method: 'POST',
      path: '/sys/merge-organizations',
      access: 'admin',
      tag: 'System',
      summary: 'Move all datasets and members of an organization into another one',
      description: 'The source is deleted when it is empty then, unless that is not wanted.',
      body: Type.Object({
        sourceOrgSlug: slug,
        destinationOrgSlug: slug,
        conflictResolution: Type.Optional(conflictResolutions.schema),
        deleteSourceOrganization: Type.Optional(Type.Boolean({ default: true })),
      }),
      response: {
        200: Type.Object({
          sourceOrgSlug: Type.String(),
          destinationOrgSlug: Type.String(),
          datasetResults: Type.Array(MoveResultBody),
          sourceOrganizationDeleted: Type.Boolean(),
          datasetsMovedCount: Type.Integer(),
          datasetsFailedCount: Type.Integer(),
        }),
      },
      handle: ({ body, actor }) => {
        const { deleteSourceOrganization = true } = body;
        const merge = { ...body, deleteSourceOrganization, conflictResolution: resolutionOf(body) };
        return mergeOrganizations(db, administration, merge, actor());
      },
    }),
  ];
}

function resolutionOf({ conflictResolution = 0 }: { readonly conflictResolution?: number | string }): number {
  return conflictResolutions.read('conflictResolution', conflictResolution);
}
