import Type from 'typebox';
import { datasetParams, route, type Route } from '../../http/index.ts';
import { sendStateFile } from '../state-files/routes-answer.ts';
import type { StateFiles } from '../state-files/state-files.ts';

const StampBody = Type.Object({
  checksum: Type.String({ description: 'SHA-256 over paths, hashes and ids of metadata' }),
  entries: Type.Array(Type.Record(Type.String(), Type.String()), {
    description: 'One object for each entry, by path: `{path: hash}`; the hash of folders is empty',
  }),
  meta: Type.Array(Type.String(), { description: 'Ids of all metadata' }),
});

/** The route of stamps, by which clients tell whether and where their copy differs. */
export function stampRoutes(stamps: StateFiles): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/stamp',
      access: 'dataset:read',
      tag: 'Datasets',
      summary: 'What the dataset holds, as hashes',
      description: 'With an ETag: an unchanged dataset answers 304.',
      params: datasetParams,
      response: { 200: StampBody },
      handle: (context) => sendStateFile(context, stamps, { 'content-type': 'application/json; charset=utf-8' }),
    }),
  ];
}
