import { sql } from 'kysely';
import type { Database } from '../../src/database/index.ts';

/** How the entries of a generated dataset lie. */
export interface ManyEntries {
  /** Files; folders come on top. */
  readonly files: number;
  /** Files in one folder. */
  readonly perFolder: number;
}

/**
 * Fills an empty dataset with photos of a flight: `flights/f000001/DJI_0000001.JPG`, each with a place, a time and a hash,
 * none with bytes. One second of capture time and 1e-5 degrees of longitude lie between two of them, from 8.0 east, 47.0 north.
 *
 * @returns the number of rows, folders included
 */
export async function fillEntries(db: Database, datasetId: string, { files, perFolder }: ManyEntries): Promise<number> {
  const folders = Math.ceil(files / perFolder);
  await db.transaction().execute(async (transaction) => {
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name, properties)
      values (${datasetId}::uuid, 'flights', '', null, 1, 0, 0, 0, 'flights', null)`.execute(transaction);
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name)
      select ${datasetId}::uuid, 'flights/f' || lpad(n::text, 6, '0'), 'flights', null, 1, 0, 0, 1, 'f' || lpad(n::text, 6, '0')
      from generate_series(0, ${folders - 1}::integer) n`.execute(transaction);
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name, words, taken_at, bounds, properties, point_geom)
      select ${datasetId}::uuid, folder || '/DJI_' || number || '.JPG', folder, md5(n::text) || md5((-n)::text), 3, 1700000000 + n, 1000, 2,
        'dji_' || number || '.jpg', 'dji' || chr(10) || 'fc6310', to_timestamp(1700000000 + n),
        box(point(8 + n * 1e-5, 47), point(8 + n * 1e-5, 47)),
        jsonb_build_object('width', 5472, 'height', 3648, 'make', 'DJI', 'model', 'FC6310', 'captureTime', (1700000000 + n) * 1000::bigint),
        jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(8 + n * 1e-5, 47, 500))
      from (select n, 'flights/f' || lpad((n / ${perFolder}::integer)::text, 6, '0') as folder, lpad(n::text, 7, '0') as number
            from generate_series(0, ${files - 1}::integer) n) file`.execute(transaction);
    await sql`update datasets set entry_count = ${files + folders + 1}, size_bytes = ${files * 1000}, revision = revision + 1
      where id = ${datasetId}::uuid`.execute(transaction);
  });
  await sql`analyze entries`.execute(db);
  return files + folders + 1;
}
