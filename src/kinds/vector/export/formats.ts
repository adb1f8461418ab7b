/** A format that features are exported in. */
export interface OutputFormat {
  /** GDAL's name of its driver. */
  readonly driver: string;
  readonly extension: string;
  /** Whether one file holds many layers; else each is a file. */
  readonly holdsLayers: boolean;
  /** Whether a layer is several files, which belong together. */
  readonly isSeveralFiles: boolean;
  /** The only CRS there is in it. */
  readonly crs: string | null;
  /** Whether it holds attributes beside the geometry. */
  readonly hasFields: boolean;
  /** Options of GDAL for the layer. @param facts of the layer, and whether a CRS was asked for */
  readonly options: (facts: OutputFacts) => readonly string[];
}

export interface OutputFacts {
  /** Whether all geometries are single points. */
  readonly isPoint: boolean;
  readonly isReprojected: boolean;
  /** Names of the attributes, in lower case. */
  readonly fields: ReadonlySet<string>;
}

const COMMON = { holdsLayers: false, isSeveralFiles: false, crs: null, hasFields: true, options: () => [] } as const;
const WGS_84 = 'EPSG:4326';

export const EXPORT_FORMATS = {
  GPKG: {
    ...COMMON,
    driver: 'GPKG',
    extension: 'gpkg',
    holdsLayers: true,
    options: ({ fields }) => [`FID=${freeName('fid', fields)}`, `GEOMETRY_NAME=${freeName('geom', fields)}`],
  },
  GeoJSON: {
    ...COMMON,
    driver: 'GeoJSON',
    extension: 'geojson',
    // Where no CRS is asked for, the GeoJSON of RFC 7946: longitude and latitude, areas counterclockwise.
    options: ({ isReprojected }) => (isReprojected ? [] : ['RFC7946=YES']),
  },
  FlatGeobuf: { ...COMMON, driver: 'FlatGeobuf', extension: 'fgb' },
  'ESRI Shapefile': {
    ...COMMON,
    driver: 'ESRI Shapefile',
    extension: 'shp',
    isSeveralFiles: true,
    options: () => ['ENCODING=UTF-8'],
  },
  KML: { ...COMMON, driver: 'LIBKML', extension: 'kml', crs: WGS_84 },
  DXF: { ...COMMON, driver: 'DXF', extension: 'dxf', hasFields: false },
  CSV: {
    ...COMMON,
    driver: 'CSV',
    extension: 'csv',
    options: ({ isPoint }) => [`GEOMETRY=${isPoint ? 'AS_XY' : 'AS_WKT'}`],
  },
} as const satisfies Readonly<Record<string, OutputFormat>>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** A name for a column of the format's own that no attribute has. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 1; taken.has(name); number += 1) name = `${wanted}_${number}`;
  return name;
}
