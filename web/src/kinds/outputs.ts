// Made from what the kinds of the service declare (src/kinds), by `npm run docs`.

/** An output of the service: files derived from an entry, or its own file in a form that is served as it is. */
export type Output = {
  /** Name of the kind whose entries have the output. */
  readonly kind: string;
  readonly folder: string;
  readonly title: string;
  /** How it comes to be: by a build, as the uploaded file, or as a view of another output. */
  readonly made: 'by-build' | 'as-uploaded' | 'from-output';
  readonly artifacts: readonly Artifact[];
};

export type Artifact = {
  /** Path below the build of an entry; `**` stands for any number of files. */
  readonly path: string;
  readonly mediaType: string;
  readonly title: string;
  /** True if people get its address to copy. */
  readonly shown: boolean;
};

export const OUTPUTS: readonly Output[] = [
  {
    "kind": "raster",
    "folder": "cog",
    "title": "Cloud-optimized GeoTIFF",
    "made": "by-build",
    "artifacts": [
      {
        "path": "cog/cog.tif",
        "mediaType": "image/tiff; application=geotiff; profile=cloud-optimized",
        "title": "Cloud-optimized GeoTIFF",
        "shown": true
      },
      {
        "path": "cog/cog.tif.stats.json",
        "mediaType": "application/json",
        "title": "Statistics of the bands",
        "shown": false
      }
    ]
  },
  {
    "kind": "vector",
    "folder": "vec",
    "title": "GeoPackage",
    "made": "by-build",
    "artifacts": [
      {
        "path": "vec/source.gpkg",
        "mediaType": "application/geopackage+sqlite3",
        "title": "GeoPackage",
        "shown": true
      }
    ]
  },
  {
    "kind": "vector",
    "folder": "mvt",
    "title": "Vector tiles",
    "made": "by-build",
    "artifacts": [
      {
        "path": "mvt/metadata.json",
        "mediaType": "application/json",
        "title": "TileJSON",
        "shown": false
      },
      {
        "path": "mvt/tiles.mbtiles",
        "mediaType": "application/vnd.sqlite3",
        "title": "Vector tiles",
        "shown": false
      }
    ]
  },
  {
    "kind": "pointcloud",
    "folder": "copc",
    "title": "Cloud-optimized point cloud (COPC)",
    "made": "by-build",
    "artifacts": [
      {
        "path": "copc/cloud.copc.laz",
        "mediaType": "application/vnd.laszip+copc",
        "title": "Cloud-optimized point cloud (COPC)",
        "shown": true
      }
    ]
  },
  {
    "kind": "pointcloud",
    "folder": "ept",
    "title": "Entwine Point Tile (EPT)",
    "made": "from-output",
    "artifacts": [
      {
        "path": "ept/ept.json",
        "mediaType": "application/json",
        "title": "Entwine Point Tile (EPT)",
        "shown": true
      },
      {
        "path": "ept/ept-hierarchy/**",
        "mediaType": "application/json",
        "title": "Hierarchy",
        "shown": false
      },
      {
        "path": "ept/ept-data/**",
        "mediaType": "application/vnd.laszip",
        "title": "Tiles",
        "shown": false
      }
    ]
  }
];

/** What `GET /sys/features` says that entries of a type open. */
export const VIEWERS: readonly (readonly [type: number, opens: 'map' | 'scene' | 'tab'])[] = [[4,"map"],[6,"tab"],[3,"tab"],[12,"tab"],[13,"tab"],[9,"tab"],[10,"tab"],[5,"scene"],[11,"scene"],[8,"tab"]];
