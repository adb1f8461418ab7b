import Type from 'typebox';
import { route, type Route, type RouteContext } from '../http/index.ts';
import { ImportReportBody } from './import/report.ts';
import {
  DatasetImportBody,
  OrganizationImportBody,
  readDatasetImport,
  readOrganizationImport,
  type ImportRequest,
} from './import/request.ts';
import type { Imports } from './import/service.ts';

/** Routes that bring datasets from other instances. */
export function importRoutes(imports: Imports): Route[] {
  const start = async (
    { actor, signal, reply }: RouteContext<unknown, unknown, unknown>,
    request: ImportRequest,
    answerAtOnce: boolean | undefined,
  ) => {
    const jobId = await imports.start(request, actor(), signal);
    if (!answerAtOnce) return imports.finish(jobId, signal);
    void reply.code(202).header('location', `/sys/jobs/${jobId}`);
    return { jobId };
  };
  const common = {
    method: 'POST',
    access: 'admin',
    tag: 'System',
    description:
      'Answers when all is done, also when everything failed; with `async` at once, and the job tells the rest. ' +
      'An import that was cut off and is asked for again fetches only what is missing.',
    response: { 200: ImportReportBody, 202: Type.Object({ jobId: Type.String() }) },
  } as const;
  return [
    route({
      ...common,
      path: '/sys/import-dataset',
      summary: 'Import a dataset from another instance',
      body: DatasetImportBody,
      handle: (context) => start(context, readDatasetImport(context.body), context.body.async),
    }),
    route({
      ...common,
      path: '/sys/import-organization',
      summary: 'Import all datasets of an organization of another instance',
      body: OrganizationImportBody,
      handle: (context) => start(context, readOrganizationImport(context.body), context.body.async),
    }),
  ];
}
