import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import Type from 'typebox';
import { datasetParams, etagMatches, route, type Route } from '../../http/index.ts';
import type { Stamps } from './stamps.ts';

const StampBody = Type.Object({
  checksum: Type.String({ description: 'SHA-256 over paths, hashes and ids of metadata' }),
  entries: Type.Array(Type.Record(Type.String(), Type.String()), {
    description: 'One object for each entry, by path: `{path: hash}`; the hash of folders is empty',
  }),
  meta: Type.Array(Type.String(), { description: 'Ids of all metadata' }),
});

/** The route of stamps, by which clients tell whether and where their copy differs. */
export function stampRoutes(stamps: Stamps): Route[] {
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
      handle: async ({ dataset, request, reply }) => {
        const { id, visibility } = dataset();
        const cacheControl = visibility > 0 ? 'public, no-cache' : 'private, no-cache';
        // Weak, as what is compressed on the way has other bytes.
        const etagOf = (version: string): string => `"${id}-${version}"`;
        const named = etagOf(await stamps.version(id));
        if (etagMatches(request.headers['if-none-match'], named))
          return reply
            .code(304)
            .headers({ etag: `W/${named}`, 'cache-control': cacheControl })
            .send();
        const { path, version } = await stamps.write(id);
        void reply.headers({ etag: `W/${etagOf(version)}`, 'cache-control': cacheControl });
        void reply.type('application/json; charset=utf-8').header('content-length', (await stat(path)).size);
        return reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(path));
      },
    }),
  ];
}
