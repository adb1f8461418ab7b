import { fail } from '../../errors/index.ts';
import { Empty, route, type Route } from '../../http/index.ts';

/** Where the transaction extension of STAC would write. */
const PLACES = [
  '/stac',
  '/stac/collections',
  '/stac/collections/:collectionId',
  '/stac/collections/:collectionId/items',
  '/stac/collections/:collectionId/items/:itemId',
];
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Catalogs follow from the files: nothing is written through them. */
export function refusedRoutes(): Route[] {
  return PLACES.flatMap((path) =>
    METHODS.map((method) =>
      route({
        method,
        path,
        access: 'anonymous',
        alias: true,
        tag: 'STAC',
        summary: 'Refused: catalogs are read only',
        response: { 204: Empty },
        handle: ({ reply }) => {
          void reply.header('allow', 'GET, HEAD');
          throw fail(
            'method-not-allowed',
            'Catalogs are read only: they show the files of the datasets. Upload files instead.',
          );
        },
      }),
    ),
  );
}
