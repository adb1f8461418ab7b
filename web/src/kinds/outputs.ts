import { i18n } from '../languages/i18n.ts';

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
    "title": i18n.t("Cloud-optimized GeoTIFF"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "cog/cog.tif",
        "title": i18n.t("Cloud-optimized GeoTIFF"),
        "shown": true
      },
      {
        "path": "cog/cog.tif.stats.json",
        "title": i18n.t("Statistics of the bands"),
        "shown": false
      }
    ]
  },
  {
    "kind": "vector",
    "folder": "vec",
    "title": i18n.t("GeoPackage"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "vec/source.gpkg",
        "title": i18n.t("GeoPackage"),
        "shown": true
      }
    ]
  },
  {
    "kind": "vector",
    "folder": "mvt",
    "title": i18n.t("Vector tiles"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "mvt/metadata.json",
        "title": i18n.t("TileJSON"),
        "shown": false
      },
      {
        "path": "mvt/tiles.mbtiles",
        "title": i18n.t("Vector tiles"),
        "shown": false
      }
    ]
  },
  {
    "kind": "pointcloud",
    "folder": "copc",
    "title": i18n.t("Cloud-optimized point cloud (COPC)"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "copc/cloud.copc.laz",
        "title": i18n.t("Cloud-optimized point cloud (COPC)"),
        "shown": true
      }
    ]
  },
  {
    "kind": "pointcloud",
    "folder": "ept",
    "title": i18n.t("Entwine Point Tile (EPT)"),
    "made": "from-output",
    "artifacts": [
      {
        "path": "ept/ept.json",
        "title": i18n.t("Entwine Point Tile (EPT)"),
        "shown": true
      },
      {
        "path": "ept/ept-hierarchy/**",
        "title": i18n.t("Hierarchy"),
        "shown": false
      },
      {
        "path": "ept/ept-data/**",
        "title": i18n.t("Tiles"),
        "shown": false
      }
    ]
  },
  {
    "kind": "splat",
    "folder": "gsplat",
    "title": i18n.t("Gaussian splats with levels of detail (RAD)"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "gsplat/model.rad",
        "title": i18n.t("Gaussian splats with levels of detail (RAD)"),
        "shown": true
      },
      {
        "path": "gsplat/bounds.json",
        "title": i18n.t("Box around the splats"),
        "shown": false
      },
      {
        "path": "gsplat/georef.json",
        "title": i18n.t("Place of the splats on Earth"),
        "shown": false
      }
    ]
  },
  {
    "kind": "mesh",
    "folder": "nxs",
    "title": i18n.t("Multiresolution model (Nexus)"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "nxs/model.nxz",
        "title": i18n.t("Multiresolution model (Nexus)"),
        "shown": true
      }
    ]
  },
  {
    "kind": "mesh",
    "folder": "3dtiles",
    "title": i18n.t("3D Tiles"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "3dtiles/tileset.json",
        "title": i18n.t("3D Tiles"),
        "shown": true
      },
      {
        "path": "3dtiles/tiles/**",
        "title": i18n.t("Tiles"),
        "shown": false
      }
    ]
  },
  {
    "kind": "tiles3d",
    "folder": "3dtiles",
    "title": i18n.t("3D Tiles"),
    "made": "by-build",
    "artifacts": [
      {
        "path": "3dtiles/tileset.json",
        "title": i18n.t("3D Tiles"),
        "shown": true
      },
      {
        "path": "3dtiles/**",
        "title": i18n.t("Tiles"),
        "shown": false
      }
    ]
  }
];

/** What `GET /sys/features` says that entries of a type open. */
export const VIEWERS: readonly (readonly [type: number, opens: 'map' | 'scene' | 'tab'])[] = [[4,"map"],[6,"tab"],[3,"tab"],[12,"tab"],[13,"tab"],[9,"tab"],[10,"tab"],[5,"scene"],[15,"scene"],[11,"scene"],[16,"scene"],[8,"tab"]];
