import { NOT_EXTENDED, type Extended } from '../stac-document.ts';

const SCHEMA = 'https://stac-extensions.github.io/projection/v2.0.0/schema.json';

/** Where the pixels of a raster lie in its own coordinate system. @param properties of the entry, as inspection wrote them */
export function projectionOf(properties: Readonly<Record<string, unknown>>): Extended {
  const { geotransform, projection, width, height } = properties;
  if (!isAffine(geotransform) || typeof projection !== 'string') return NOT_EXTENDED;
  const [x, xColumn, xRow, y, yColumn, yRow] = geotransform;
  return {
    schemas: [SCHEMA],
    fields: {
      'proj:code': authorityCode(projection),
      ...(WKT2.test(projection) ? { 'proj:wkt2': projection } : {}),
      // GDAL's six numbers in the order of a matrix: rows of x and of y.
      'proj:transform': [xColumn, xRow, x, yColumn, yRow, y],
      ...(Number.isInteger(width) && Number.isInteger(height) ? { 'proj:shape': [height, width] } : {}),
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
