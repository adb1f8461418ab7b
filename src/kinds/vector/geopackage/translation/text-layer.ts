import type * as Gdal from 'gdal-async';
import { needsText } from './attribute-columns.ts';

/**
 * The layer as it is read: where attributes would lose something on their way to JavaScript (whole numbers beyond 2^53, parts
 * of seconds) a query of GDAL's own that gives them as text. Its columns are those of the layer, in the same order.
 */
export function textLayer(dataset: Gdal.Dataset, layer: Gdal.Layer, fields: readonly Gdal.FieldDefn[]): Gdal.Layer {
  if (!fields.some(({ type }) => needsText(type))) return layer;
  const names = fields.map(({ name }) => name);
  // What the language of the query takes for something else is read as it is.
  if (![layer.name, ...names].every(isPlain) || new Set(names.map((name) => name.toLowerCase())).size < names.length)
    return layer;
  const columns = fields.map(({ name, type }) =>
    needsText(type) ? `CAST("${name}" AS CHARACTER) AS "${name}"` : `"${name}"`,
  );
  try {
    const found = dataset.executeSQL(`SELECT ${columns.join(', ')} FROM "${layer.name}"`, undefined, 'OGRSQL');
    return found.fields.count() === fields.length ? found : layer;
  } catch {
    return layer; // a query GDAL does not take, for a reason of the driver: the values lose their last digits
  }
}

/** Names that mean nothing to the language, and are not those it has for the id, the geometry and the style of a feature. */
const isPlain = (name: string): boolean => /^[^"'\\\p{Cc}]+$/u.test(name) && !/^(?:fid|ogr_.*)$/i.test(name);
