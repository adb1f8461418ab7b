/** An output of the service: a folder of files that it builds from an entry. */
export type Output = {
  /** Name of the kind whose entries have the output. */
  readonly kind: string;
  readonly folder: string;
  readonly title: string;
  readonly artifacts: readonly Artifact[];
};

export type Artifact = {
  /** Path below the build of an entry. */
  readonly path: string;
  readonly mediaType: string;
  readonly title: string;
  /** True if people get its address to copy. */
  readonly shown: boolean;
};

export const OUTPUTS: readonly Output[] = [
  {
    kind: 'raster',
    folder: 'cog',
    title: 'Cloud-optimized GeoTIFF',
    artifacts: [
      {
        path: 'cog/cog.tif',
        mediaType: 'image/tiff; application=geotiff; profile=cloud-optimized',
        title: 'Cloud-optimized GeoTIFF',
        shown: true,
      },
      { path: 'cog/cog.tif.stats.json', mediaType: 'application/json', title: 'Statistics of the bands', shown: false },
    ],
  },
  {
    kind: 'vector',
    folder: 'vec',
    title: 'GeoPackage',
    artifacts: [
      { path: 'vec/source.gpkg', mediaType: 'application/geopackage+sqlite3', title: 'GeoPackage', shown: true },
    ],
  },
  {
    kind: 'vector',
    folder: 'mvt',
    title: 'Vector tiles',
    artifacts: [
      { path: 'mvt/metadata.json', mediaType: 'application/json', title: 'TileJSON', shown: false },
      { path: 'mvt/tiles.mbtiles', mediaType: 'application/vnd.sqlite3', title: 'Vector tiles', shown: false },
    ],
  },
];
