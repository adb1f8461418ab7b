import { type MapServer, serveMapFile } from '../support/mapserver.ts';

/** MapServer's WFS of a GeoPackage, with the type `parcels`. @returns undefined where it is not installed */
export const serveWfs = (
  folder: string,
  path: string,
  processes: number,
  table: string,
): Promise<MapServer | undefined> => serveMapFile(folder, mapFileOf(path, table), processes);

function mapFileOf(path: string, table: string): string {
  return `MAP
  NAME "bench"
  EXTENT 10 45 12 46.5
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "wfs_title" "bench"
    "wfs_onlineresource" "http://localhost/"
    "wfs_enable_request" "*"
    "wfs_srs" "EPSG:4326"
    "wfs_getfeature_formatlist" "gml32,geojson"
  END END
  OUTPUTFORMAT
    NAME "geojson"
    DRIVER "OGR/GEOJSON"
    MIMETYPE "application/json; subtype=geojson"
    FORMATOPTION "STORAGE=stream"
    FORMATOPTION "FORM=simple"
  END
  LAYER
    NAME "parcels"
    TYPE POLYGON
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${path}"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "${table}"
    PROJECTION "init=epsg:4326" END
    METADATA
      "wfs_title" "parcels"
      "gml_include_items" "all"
      "gml_types" "auto"
      "wfs_use_default_extent_for_getfeature" "false"
    END
    TEMPLATE "none"
  END
END
`;
}
