import Type from 'typebox';
import type { EntryRow } from './entry-row.ts';

/** Where the derived files of an entry stand, as the builds module knows it. */
export interface BuildState {
  readonly status: 'queued' | 'building' | 'pending' | 'failed';
  readonly missingDependencies: readonly string[];
  /** Percent; null while unknown. */
  readonly progress: number | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

const Geometry = Type.Union(
  [Type.Object({ type: Type.Literal('Feature') }, { additionalProperties: true }), Type.Null()],
  {
    description: 'GeoJSON Feature, WGS84 with heights',
  },
);

export const EntryBody = Type.Object({
  path: Type.String(),
  hash: Type.Union([Type.String(), Type.Null()], { description: 'SHA-256 of the bytes; null for folders' }),
  type: Type.Integer({ description: '1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, …' }),
  properties: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
  mtime: Type.Integer({ description: 'Seconds since 1970' }),
  size: Type.Integer({ description: 'Bytes' }),
  depth: Type.Integer({ description: 'Folders above it' }),
  point_geom: Geometry,
  polygon_geom: Geometry,
  buildStatus: Type.Union([Type.String(), Type.Null()], {
    description: 'queued, building, pending or failed; null when there is nothing to build or it is built',
  }),
  buildMissingDependencies: Type.Array(Type.String()),
  buildProgress: Type.Union([Type.Number(), Type.Null()], { description: 'Percent' }),
  buildError: Type.Union([Type.String(), Type.Null()]),
});

/** An entry as clients of the interface read it. */
export function presentEntry(row: EntryRow, build: BuildState | undefined): Type.Static<typeof EntryBody> {
  return {
    path: row.path,
    hash: row.hash,
    type: row.type,
    properties: row.properties,
    mtime: row.mtime,
    size: row.size,
    depth: row.depth,
    point_geom: feature(row.pointGeometry),
    polygon_geom: feature(row.polygonGeometry),
    ...presentBuild(build),
  };
}

/** What an entry tells of its build. */
export function presentBuild(build: BuildState | undefined) {
  return {
    buildStatus: build?.status ?? null,
    buildMissingDependencies: [...(build?.missingDependencies ?? [])],
    buildProgress: build?.progress ?? null,
    buildError: build?.error ?? null,
  };
}

function feature(geometry: object | null) {
  if (geometry === null) return null;
  // Old GeoJSON members: existing clients read the CRS from here.
  const crs = { type: 'name', properties: { name: 'EPSG:4326' } };
  return { type: 'Feature' as const, crs, geometry, properties: {} };
}
