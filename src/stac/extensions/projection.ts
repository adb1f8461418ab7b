import { horizontalCode } from '../../geodata/place/wkt-code.ts';
import { NOT_EXTENDED, type Extended } from '../stac-document.ts';

const SCHEMA = 'https://stac-extensions.github.io/projection/v2.0.0/schema.json';

/**
 * Where the pixels of a raster lie in its own coordinate system.
 *
 * @param properties of the raster, as inspection wrote them
 * @param crs code of the CRS, in place of that in the properties
 */
export function projectionOf(properties: Readonly<Record<string, unknown>>, crs?: string): Extended {
  const { geotransform, projection, width, height } = properties;
  if (!isAffine(geotransform))
    return crs === undefined ? NOT_EXTENDED : { schemas: [SCHEMA], fields: { 'proj:code': crs } };
  if (crs === undefined && typeof projection !== 'string') return NOT_EXTENDED;
  const wkt = typeof projection === 'string' ? projection : '';
  const [x, xColumn, xRow, y, yColumn, yRow] = geotransform;
  return {
    schemas: [SCHEMA],
    fields: {
      'proj:code': crs ?? authorityCode(wkt),
      ...(crs === undefined && WKT2.test(wkt) ? { 'proj:wkt2': wkt } : {}),
      // GDAL's six numbers in the order of a matrix: rows of x and of y.
      'proj:transform': [xColumn, xRow, x, yColumn, yRow, y],
      ...(Number.isInteger(width) && Number.isInteger(height) ? { 'proj:shape': [height, width] } : {}),
    },
  };
}

/** Where the points of a cloud, or a model, lie in their own coordinate system. @param facts of its build */
export function cloudProjectionOf(facts: Readonly<Record<string, unknown>>): Extended {
  const { projection, bounds, projectedBounds, outline } = facts;
  if (typeof projection !== 'string') return NOT_EXTENDED;
  const { min, max } = (projectedBounds ?? bounds ?? {}) as {
    readonly min?: readonly number[];
    readonly max?: readonly number[];
  };
  return {
    schemas: [SCHEMA],
    fields: {
      'proj:code': horizontalCode(projection),
      ...(WKT2.test(projection) ? { 'proj:wkt2': projection } : {}),
      ...(min !== undefined && max !== undefined ? { 'proj:bbox': [...min, ...max] } : {}),
      ...(outline ? { 'proj:geometry': outline } : {}),
    },
  };
}

const WKT2 = /^\s*(?:PROJCRS|GEOGCRS|GEODCRS|COMPOUNDCRS|BOUNDCRS|ENGCRS)\s*\[/i;

/** The code of the whole system stands at the end of its text; those before it are of its parts. */
function authorityCode(wkt: string): string | null {
  const [, authority, code] = /(?:AUTHORITY|ID)\s*\[\s*"(\w+)"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*$/i.exec(wkt) ?? [];
  return authority === undefined ? null : `${authority.toUpperCase()}:${code}`;
}

function isAffine(value: unknown): value is readonly [number, number, number, number, number, number] {
  return Array.isArray(value) && value.length === 6 && value.every((number) => Number.isFinite(number));
}
