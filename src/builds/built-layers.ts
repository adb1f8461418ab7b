import { join } from 'node:path';
import { sql } from 'kysely';
import { inTree, type Database } from '../database/index.ts';
import type { DatasetRef } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import type { OutputFolders } from './output-folders.ts';
import type { Outputs } from './outputs/index.ts';
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
  /** The artifact that serves as layers; undefined while it is not built. */
  readonly file: OutputFile | undefined;
  /** The artifact that serves as vector tiles; undefined while it is not built, and for types without one. */
  readonly tiles: OutputFile | undefined;
}

/** Rasters and vector files by path. */
export interface BuiltLayers {
  /** @param below a file, or a folder with all that is in it; empty: the whole dataset */
  list(dataset: DatasetRef, below: string, limit: number): Promise<readonly BuiltLayer[]>;
  find(dataset: DatasetRef, path: string): Promise<BuiltLayer | undefined>;
}

const TYPES = [EntryType.GeoRaster, EntryType.Vector] as const;

export function createBuiltLayers(db: Database, folders: OutputFolders, outputs: Outputs): BuiltLayers {
  const serving = (use: 'layer' | 'tiles', type: EntryType) =>
    outputs.serving(use).find(({ output }) => output.appliesTo(type));
  /** The kind of output that serves entries of each type, as SQL. */
  const kindServing = (use: 'layer' | 'tiles') => {
    const cases = TYPES.flatMap((type) => {
      const found = serving(use, type);
      return found === undefined ? [] : [sql`when ${type} then ${found.output.kind}`];
    });
    return cases.length === 0 ? sql`null` : sql`case type ${sql.join(cases, sql` `)} end`;
  };
  const select = (dataset: DatasetRef) =>
    db
      .selectFrom('entries')
      .select(['path', 'type', 'hash', 'size', 'mtime', 'properties', 'polygon_geom as polygonGeometry'])
      .select([versionOf(kindServing('layer')).as('version'), versionOf(kindServing('tiles')).as('tileVersion')])
      .where('dataset_id', '=', dataset.id)
      .where('type', 'in', [...TYPES])
      .where('hash', 'is not', null);
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

  const toLayer = (dataset: DatasetRef, { version, tileVersion, type, hash, properties, ...row }: Row): BuiltLayer => {
    const file = (use: 'layer' | 'tiles', of: string | null): OutputFile | undefined => {
      const served = serving(use, type as EntryType);
      if (of === null || served === undefined) return undefined;
      return { path: join(folders.locate(dataset.id, of), served.artifact.path), version: of };
    };
    return {
      ...row,
      type: type as BuiltLayer['type'],
      hash: hash!,
      properties: properties ?? {},
      file: file('layer', version),
      tiles: file('tiles', tileVersion),
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
