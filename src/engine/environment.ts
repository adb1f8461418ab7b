/**
 * The environment of every process the engine starts: built from nothing, so that no credential, proxy or
 * GDAL setting of the server's own environment reaches code that reads files of strangers.
 */

/**
 * Variables taken over as they are: where programs are, where temporary files go, how text is spelled, and where Node.js
 * keeps compiled sources, with which a child starts in half the time.
 */
const INHERITED = [
  'PATH',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'GDAL_DATA',
  'PROJ_DATA',
  'PROJ_LIB',
  'NODE_COMPILE_CACHE',
];

/**
 * Drivers that reach the network, a database server, or other files named by their content. A driver this build of
 * GDAL does not have is ignored. The driver list given to every `open` is the first wall, this is the second.
 */
export const NETWORK_DRIVERS = [
  'WMS',
  'WMTS',
  'WCS',
  'WFS',
  'OAPIF',
  'OGCAPI',
  'HTTP',
  'CSW',
  'EEDA',
  'EEDAI',
  'DAAS',
  'NGW',
  'PLMOSAIC',
  'PLSCENES',
  'Carto',
  'AmigoCloud',
  'Elasticsearch',
  'STACTA',
  'STACIT',
  'GTI',
  'TILEDB',
  'Rasterlite',
  'PostgreSQL',
  'PostGISRaster',
  'MySQL',
  'MSSQLSpatial',
  'ODBC',
  'PGeo',
  'GeoRaster',
  'OCI',
  'MongoDBv3',
  'HANA',
  'OGR_VRT',
  'DERIVED',
  'GMLAS',
  'OGR_OGDI',
  'GNMFile',
  'GNMDatabase',
  'KMLSUPEROVERLAY',
  'GPSBabel',
  'LIBERTIFF',
];

/**
 * GDAL's own VRT driver describes a raster made of other files: never opened for a user, but the command-line programs
 * need it registered for the views they build in memory, so it is skipped in the operation children only.
 */
export const VIRTUAL_DRIVERS = ['VRT'];

/** GDAL's block cache, in MB: large enough for a row of blocks of a wide orthophoto, small beside the memory limit. */
const CACHE_MB = 256;

/** Resident memory of a process of GDAL before it reads anything, in MB. */
const EMPTY_MB = 128;
/** What a feature of GeoJSON takes while it is read, as a multiple of what GDAL thinks: 2.9 was measured. */
const UNDERRATED = 3.5;

export interface EnvironmentOptions {
  /** Resident memory that a process may take. */
  readonly memoryLimitBytes: number;
  readonly threads: number;
  /** True for the children that run operations, false for external programs. */
  readonly skipVirtual: boolean;
}

/** Environment for a child, from the server's own (`inherited`) and the fixed GDAL settings. */
export function childEnvironment(
  { memoryLimitBytes, threads, skipVirtual }: EnvironmentOptions,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const kept = INHERITED.flatMap((name) => (inherited[name] === undefined ? [] : [[name, inherited[name]] as const]));
  return {
    ...Object.fromEntries(kept),
    GDAL_SKIP: [...NETWORK_DRIVERS, ...(skipVirtual ? VIRTUAL_DRIVERS : [])].join(' '),
    // No .aux.xml is read or written beside a blob, and the blob folder is never listed.
    GDAL_PAM_ENABLED: 'NO',
    GDAL_DISABLE_READDIR_ON_OPEN: 'EMPTY_DIR',
    GDAL_CACHEMAX: String(CACHE_MB),
    // A feature of GeoJSON that would need more memory than there is, by GDAL's estimate in MB: it is refused with a word. 512 MB
    // are enough for 500,000 positions, 2 GB for three million.
    OGR_GEOJSON_MAX_OBJ_SIZE: String(Math.max(1, Math.floor((memoryLimitBytes / 2 ** 20 - EMPTY_MB) / UNDERRATED))),
    GDAL_NUM_THREADS: String(threads),
    // The only remote file that may be asked for, by its whole name, which names none.
    CPL_VSIL_CURL_ALLOWED_FILENAME: 'none',
    CPL_VSIL_CURL_USE_HEAD: 'NO',
    GDAL_HTTP_TIMEOUT: '1',
    GDAL_HTTP_MAX_RETRY: '0',
    // A proxy that answers nothing: what would still try the network ends on this machine.
    GDAL_HTTP_PROXY: '127.0.0.1:9',
    AWS_NO_SIGN_REQUEST: 'YES',
    AWS_EC2_METADATA_DISABLED: 'true',
    PROJ_NETWORK: 'OFF',
    GDAL_VRT_ENABLE_PYTHON: 'NO',
    GDAL_VRT_ENABLE_RAWRASTERBAND: 'NO',
    GDAL_DRIVER_PATH: 'disable',
    GDAL_PYTHON_DRIVER_PATH: 'disable',
    // Coordinates are easting or longitude first everywhere, whatever order the authority prints (EPSG:2193, 3035 ...).
    OSR_DEFAULT_AXIS_MAPPING_STRATEGY: 'TRADITIONAL_GIS_ORDER',
    CPL_TMPDIR: inherited['TMPDIR'] ?? '/tmp',
  };
}
