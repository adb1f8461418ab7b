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
        "title": "Cloud-optimized GeoTIFF",
        "shown": true
      },
      {
        "path": "cog/cog.tif.stats.json",
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
        "title": "TileJSON",
        "shown": false
      },
      {
        "path": "mvt/tiles.mbtiles",
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
        "title": "Entwine Point Tile (EPT)",
        "shown": true
      },
      {
        "path": "ept/ept-hierarchy/**",
        "title": "Hierarchy",
        "shown": false
      },
      {
        "path": "ept/ept-data/**",
        "title": "Tiles",
        "shown": false
      }
    ]
  },
  {
    "kind": "splat",
    "folder": "gsplat",
    "title": "Gaussian splats with levels of detail (RAD)",
    "made": "by-build",
    "artifacts": [
      {
        "path": "gsplat/model.rad",
        "title": "Gaussian splats with levels of detail (RAD)",
        "shown": true
      },
      {
        "path": "gsplat/bounds.json",
        "title": "Box around the splats",
        "shown": false
      },
      {
        "path": "gsplat/georef.json",
        "title": "Place of the splats on Earth",
        "shown": false
      }
    ]
  },
  {
    "kind": "mesh",
    "folder": "nxs",
    "title": "Multiresolution model (Nexus)",
    "made": "by-build",
    "artifacts": [
      {
        "path": "nxs/model.nxz",
        "title": "Multiresolution model (Nexus)",
        "shown": true
      }
    ]
  },
  {
    "kind": "mesh",
    "folder": "3dtiles",
    "title": "3D Tiles",
    "made": "by-build",
    "artifacts": [
      {
        "path": "3dtiles/tileset.json",
        "title": "3D Tiles",
        "shown": true
      },
      {
        "path": "3dtiles/tiles/**",
        "title": "Tiles",
        "shown": false
      }
    ]
  },
  {
    "kind": "tiles3d",
    "folder": "3dtiles",
    "title": "3D Tiles",
    "made": "by-build",
    "artifacts": [
      {
        "path": "3dtiles/tileset.json",
        "title": "3D Tiles",
        "shown": true
      },
      {
        "path": "3dtiles/**",
        "title": "Tiles",
        "shown": false
      }
    ]
  }
];

/** What `GET /sys/features` says that entries of a type open. */
export const VIEWERS: readonly (readonly [type: number, opens: 'map' | 'scene' | 'tab'])[] = [[4,"map"],[6,"tab"],[3,"tab"],[12,"tab"],[13,"tab"],[9,"tab"],[10,"tab"],[5,"scene"],[15,"scene"],[11,"scene"],[16,"scene"],[8,"tab"]];
