import { createRequire, registerHooks } from 'node:module';
import type * as Gdal from 'gdal-async';

/**
 * What gdal-async loads for `wrapVRT` alone, which is not called here: 150 modules, a third of the time until the library is
 * there (260 ms of a processor, 150 without them), in each child and each program of ours.
 */
const NOT_NEEDED = '/node_modules/xmlbuilder2/';

/** GDAL's library. Loaded in a child only: never import this file from the server's own process. */
export const gdal = loadGdal();

function loadGdal(): typeof Gdal {
  const hooks = registerHooks({
    load: (url, context, next) =>
      url.includes(NOT_NEEDED) ? { format: 'commonjs', source: '', shortCircuit: true } : next(url, context),
  });
  try {
    return createRequire(import.meta.url)('gdal-async') as typeof Gdal;
  } finally {
    hooks.deregister();
  }
}
