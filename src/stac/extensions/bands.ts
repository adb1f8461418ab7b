import { NOT_EXTENDED, type Extended } from '../stac-document.ts';

const EO_SCHEMA = 'https://stac-extensions.github.io/eo/v2.0.0/schema.json';

/** GDAL's names of sample types, as catalogs call them. */
const DATA_TYPES: Readonly<Record<string, string>> = {
  Byte: 'uint8',
  Int8: 'int8',
  UInt16: 'uint16',
  Int16: 'int16',
  UInt32: 'uint32',
  Int32: 'int32',
  UInt64: 'uint64',
  Int64: 'int64',
  Float32: 'float32',
  Float64: 'float64',
  CInt16: 'cint16',
  CInt32: 'cint32',
  CFloat32: 'cfloat32',
  CFloat64: 'cfloat64',
};

/** Colours that catalogs have a common name for. */
const COMMON_NAMES: ReadonlySet<string> = new Set(['red', 'green', 'blue']);

/** The bands of a raster, for its asset. @param properties of the entry, as inspection wrote them */
export function bandsOf({ bands, nodata }: Readonly<Record<string, unknown>>): Extended {
  if (!Array.isArray(bands) || bands.length === 0) return NOT_EXTENDED;
  const described = (bands as readonly { readonly type?: unknown; readonly colorInterp?: unknown }[]).map(
    (band, index) => describe(band, index, Array.isArray(nodata) ? (nodata as readonly unknown[])[index] : undefined),
  );
  const hasColours = described.some((band) => 'eo:common_name' in band);
  return { schemas: hasColours ? [EO_SCHEMA] : [], fields: { bands: described } };
}

function describe(
  { type, colorInterp }: { readonly type?: unknown; readonly colorInterp?: unknown },
  index: number,
  nodata: unknown,
): Record<string, unknown> {
  const colour = typeof colorInterp === 'string' ? colorInterp : 'Undefined';
  const common = colour.toLowerCase();
  return {
    name: `band${index + 1}`,
    data_type: (typeof type === 'string' ? DATA_TYPES[type] : undefined) ?? 'other',
    ...(colour === 'Undefined' ? {} : { description: colour }),
    ...(nodata === null || nodata === undefined ? {} : { nodata }),
    ...(COMMON_NAMES.has(common) ? { 'eo:common_name': common } : {}),
  };
}
