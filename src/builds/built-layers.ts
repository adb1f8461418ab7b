import { join } from 'node:path';
import { sql } from 'kysely';
import { inTree, type Database } from '../database/index.ts';
import type { DatasetRef } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import type { OutputFolders } from './output-folders.ts';
import type { OutputFile } from './service.ts';

/** A raster or vector file of a dataset, with what is built of it. */
export interface BuiltLayer {
  readonly path: string;
  readonly type: typeof EntryType.GeoRaster | typeof EntryType.Vector;
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Footprint as GeoJSON, longitude first; null without one. */
  readonly polygonGeometry: object | null;
  /** `cog/cog.tif` of a raster, `vec/source.gpkg` of a vector file; undefined while it is not built. */
  readonly file: OutputFile | undefined;
  /** `mvt/tiles.mbtiles` of a vector file; undefined while it is not built. */
  readonly tiles: OutputFile | undefined;
}

/** Rasters and vector files by path. */
export interface BuiltLayers {
  /** @param below a file, or a folder with all that is in it; empty: the whole dataset */
  list(dataset: DatasetRef, below: string, limit: number): Promise<readonly BuiltLayer[]>;
  find(dataset: DatasetRef, path: string): Promise<BuiltLayer | undefined>;
}

const KINDS = { [EntryType.GeoRaster]: 'cog', [EntryType.Vector]: 'vec' } as const;
const TYPES = [EntryType.GeoRaster, EntryType.Vector] as const;

export function createBuiltLayers(db: Database, folders: OutputFolders): BuiltLayers {
  const select = (dataset: DatasetRef) =>
    db
      .selectFrom('entries')
      .select(['path', 'type', 'hash', 'size', 'mtime', 'properties', 'polygon_geom as polygonGeometry'])
      .select([
        versionOf(
          sql`case when type = ${EntryType.GeoRaster} then ${KINDS[EntryType.GeoRaster]} else ${KINDS[EntryType.Vector]} end`,
        ).as('version'),
        versionOf(sql`'mvt'`).as('tileVersion'),
      ])
      .where('dataset_id', '=', dataset.id)
      .where('type', 'in', [...TYPES])
      .where('hash', 'is not', null);
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

  const toLayer = (dataset: DatasetRef, { version, tileVersion, type, hash, properties, ...row }: Row): BuiltLayer => {
    const file = (of: string | null, ...names: string[]): OutputFile | undefined =>
      of === null ? undefined : { path: join(folders.locate(dataset.id, of), ...names), version: of };
    const isRaster = type === EntryType.GeoRaster;
    return {
      ...row,
      type: isRaster ? EntryType.GeoRaster : EntryType.Vector,
      hash: hash!,
      properties: properties ?? {},
      file: isRaster ? file(version, 'cog.tif') : file(version, 'source.gpkg'),
      tiles: isRaster ? undefined : file(tileVersion, 'tiles.mbtiles'),
    };
  };

  return {
    async list(dataset, below, limit) {
      const all = select(dataset).orderBy('path').limit(limit);
      const rows = await (below === '' ? all : all.where(inTree(below))).execute();
      return rows.map((row) => toLayer(dataset, row));
    },
    async find(dataset, path) {
      const row = await select(dataset).where('path', '=', path).executeTakeFirst();
      return row && toLayer(dataset, row);
    },
  };
}

/** The output of an entry's own fingerprint, else the one before: it serves until the new one stands. */
function versionOf(kind: ReturnType<typeof sql>) {
  return sql<string | null>`(
    select version from outputs
    where outputs.dataset_id = entries.dataset_id and outputs.hash = entries.hash and outputs.kind = ${kind}
      and outputs.companions in (entries.companions, entries.former_companions)
    order by (outputs.companions = entries.companions) desc, outputs.created_at desc limit 1)`;
}
