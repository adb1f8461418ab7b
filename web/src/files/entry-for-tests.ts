import type { Entry } from '../api/answers.ts';

/** An entry as tests need it: an empty file without properties, unless they say otherwise. */
export const entryOf = (path: string, type = 2, more: Partial<Entry> = {}): Entry => ({
  path,
  type,
  hash: null,
  size: 0,
  mtime: 0,
  depth: 0,
  properties: {},
  point_geom: null,
  polygon_geom: null,
  buildStatus: null,
  buildMissingDependencies: [],
  buildProgress: null,
  buildError: null,
  ...more,
});
