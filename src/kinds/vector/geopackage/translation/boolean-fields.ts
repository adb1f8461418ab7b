import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type * as Gdal from 'gdal-async';
import { gdal } from '../../../../geodata/geo-driver.child.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Places of the fields that hold what is true or false. gdal-async calls them whole numbers; GDAL itself knows them, and says so in
 * the columns of a GeoPackage: it makes one of the layer without a feature.
 *
 * @param folder for that file
 */
export function booleanFields(
  dataset: Gdal.Dataset,
  layer: Gdal.Layer,
  fields: readonly Gdal.FieldDefn[],
  folder: string,
): ReadonlySet<number> {
  // A name may not be taken for an option.
  if (!fields.some(({ type }) => type === 'integer') || layer.name.startsWith('-')) return NONE;
  const path = join(folder, 'types.gpkg');
  const options = ['-f', 'GPKG', '-limit', '0', '-nlt', 'NONE', '-nln', 'types', '-lco', 'FID=alidade_fid'];
  try {
    gdal.vectorTranslate(path, dataset, [...options, layer.name]).close();
    const types = declaredTypes(path);
    return types.length === fields.length
      ? new Set(types.flatMap((type, index) => (type === 'BOOLEAN' ? [index] : [])))
      : NONE;
  } catch {
    return NONE; // attributes that GDAL does not write to a GeoPackage: true and false are 1 and 0, as in the file
  } finally {
    rmSync(path, { force: true });
  }
}

/** Declared types of all columns behind that of the id. */
function declaredTypes(path: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare(`SELECT type FROM pragma_table_info('types') WHERE pk = 0 ORDER BY cid`)
      .all()
      .map(({ type }) => type);
  } finally {
    database.close();
  }
}
