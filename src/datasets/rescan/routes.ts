import { Readable } from 'node:stream';
import Type from 'typebox';
import type { DatasetGrant } from '../../access/index.ts';
import { datasetParams, route, type Route } from '../../http/index.ts';
import { rescan, type RescanDependencies, type RescannedFile } from './rescan.ts';
import { readTypes } from './types.ts';

const RescanBody = Type.Object({
  organizationSlug: Type.String(),
  datasetSlug: Type.String(),
  entries: Type.Array(
    Type.Object({
      path: Type.String(),
      hash: Type.String(),
      success: Type.Boolean(),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  totalProcessed: Type.Integer(),
  successCount: Type.Integer(),
  errorCount: Type.Integer(),
});

const rescanInput = Type.Object({
  types: Type.Optional(
    Type.String({ maxLength: 1024, description: 'Names or numbers of types, separated by commas; absent: all files' }),
  ),
  stopOnError: Type.Optional(
    Type.Boolean({ description: 'End with the first file that cannot be inspected; default: true' }),
  ),
});

/** The route that looks at all files again. */
export function rescanRoutes(dependencies: RescanDependencies): Route[] {
  return [
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/rescan',
      access: 'dataset:write',
      tag: 'Datasets',
      summary: 'Inspect the files of the dataset again, and build what is derived from them anew',
      description:
        'The answer is sent while the files are looked at, and ends with the counts; a client that goes away ends it, and so does the loss of the right to write: the answer breaks off. What is derived stays until the new is built.',
      params: datasetParams,
      query: rescanInput,
      body: rescanInput,
      response: { 200: RescanBody },
      handle: async ({ dataset, query, body, signedIn, signal, readmit, reply }) => {
        const types = readTypes(query.types ?? body.types);
        const stopOnError = query.stopOnError ?? body.stopOnError ?? true;
        const options = { types, stopOnError, signal, readmit, rebuildFor: signedIn().id };
        const files = rescan(dependencies, dataset(), options);
        return reply.type('application/json; charset=utf-8').send(Readable.from(answerText(dataset(), files)));
      },
    }),
  ];
}

/** The answer piece by piece: the counts come last, as nobody knows them before. */
async function* answerText(
  { organization, slug }: DatasetGrant,
  files: AsyncIterable<RescannedFile>,
): AsyncGenerator<string> {
  const names = JSON.stringify({ organizationSlug: organization.slug, datasetSlug: slug });
  let [successCount, errorCount] = [0, 0];
  yield `${names.slice(0, -1)},"entries":[`;
  for await (const file of files) {
    yield (successCount + errorCount > 0 ? ',' : '') + JSON.stringify(file);
    if (file.success) successCount += 1;
    else errorCount += 1;
  }
  const counts = JSON.stringify({ totalProcessed: successCount + errorCount, successCount, errorCount });
  yield `],${counts.slice(1)}`;
}
