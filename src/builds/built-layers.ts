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
  const layers = servedBy(outputs, 'layer');
  const tiles = servedBy(outputs, 'tiles');
  const select = (dataset: DatasetRef) =>
    db
      .selectFrom('entries')
      .select(['path', 'type', 'hash', 'size', 'mtime', 'properties', 'polygon_geom as polygonGeometry'])
      .select([versionOf(kindOfType(layers)).as('version'), versionOf(kindOfType(tiles)).as('tileVersion')])
      .where('dataset_id', '=', dataset.id)
      .where('type', 'in', [...TYPES])
      .where('hash', 'is not', null);
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

  const toLayer = (dataset: DatasetRef, { version, tileVersion, type, hash, properties, ...row }: Row): BuiltLayer => {
    const file = (served: Served | undefined, of: string | null): OutputFile | undefined =>
      of === null || served === undefined
        ? undefined
        : { path: join(folders.locate(dataset.id, of), served.path), version: of };
    return {
      ...row,
      type: type as BuiltLayer['type'],
      hash: hash!,
      properties: properties ?? {},
      file: file(layers.get(type), version),
      tiles: file(tiles.get(type), tileVersion),
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

/** The output that serves entries of a type. */
interface Served {
  readonly kind: string;
  /** Path of the artifact below the folder of the output. */
  readonly path: string;
}

/** What serves each type of entry. */
function servedBy(outputs: Outputs, use: 'layer' | 'tiles'): ReadonlyMap<number, Served> {
  const all = outputs.serving(use);
  return new Map(
    TYPES.flatMap((type) => {
      const found = all.find(({ output }) => output.appliesTo(type));
      return found === undefined ? [] : [[type, { kind: found.output.kind, path: found.artifact.path }] as const];
    }),
  );
}

/** The kind of output that serves an entry, by its type. */
function kindOfType(served: ReadonlyMap<number, Served>) {
  const cases = [...served].map(([type, { kind }]) => sql`when ${type} then ${kind}`);
  return cases.length === 0 ? sql`null` : sql`case type ${sql.join(cases, sql` `)} end`;
}

/** The output of an entry's own fingerprint, else the one before: it serves until the new one stands. */
function versionOf(kind: ReturnType<typeof sql>) {
  return sql<string | null>`(
    select version from outputs
    where outputs.dataset_id = entries.dataset_id and outputs.hash = entries.hash and outputs.kind = ${kind}
      and outputs.companions in (entries.companions, entries.former_companions)
    order by (outputs.companions = entries.companions) desc, outputs.created_at desc limit 1)`;
}
