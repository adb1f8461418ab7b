import { sql } from 'kysely';
import { inTree, type Database } from '../database/index.ts';
import { parentOf } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';

/** A coordinate reference system that a file could have, as one near it has it. */
export interface NearbySystem {
  /** Path of the file that has it. */
  readonly path: string;
  /** WKT: what the metadata `projection` takes. */
  readonly projection: string;
}

/** Rasters lie as they say; clouds as their header says. */
const TYPES = [EntryType.GeoRaster, EntryType.PointCloud];
/** Files that are looked at. Those of one survey have one system. */
const MOST_FILES = 200;
const MOST_SYSTEMS = 8;

/** The systems of the orthophotos, elevation models and clouds in the folder of a file and in the folders beside that, the nearest first. */
export async function nearbySystems(db: Database, datasetId: string, path: string): Promise<readonly NearbySystem[]> {
  const folder = parentOf(path);
  const around = parentOf(folder);
  const rows = await db
    .selectFrom('entries')
    .select(['path', sql<string>`properties ->> 'projection'`.as('projection')])
    .where('dataset_id', '=', datasetId)
    .where('type', 'in', TYPES)
    .where(sql<boolean>`jsonb_typeof(properties -> 'projection') = 'string'`)
    .$if(around !== '', (query) => query.where(inTree(around)))
    .orderBy('path')
    .limit(MOST_FILES)
    .execute();
  const steps = ({ path: other }: NearbySystem): number =>
    parentOf(other) === folder ? 0 : Math.abs(other.split('/').length - path.split('/').length) + 1;
  const nearest = rows.toSorted((one, other) => steps(one) - steps(other));
  const systems = new Map<string, NearbySystem>();
  for (const row of nearest) if (!systems.has(row.projection)) systems.set(row.projection, row);
  return [...systems.values()].slice(0, MOST_SYSTEMS);
}
