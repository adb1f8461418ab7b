import type { GeoBounds } from '../../../geodata/geometry.ts';
import { columnType } from './source.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { LAYER_NAME } from './tile-layer.ts';

/** What `metadata.json` says of an archive: TileJSON 3.0, and members of ours. */
export interface TileMetadata {
  readonly tilejson: '3.0.0';
  /** Name of the file, put in for each request: several files share an archive, and can be renamed. */
  readonly name: string;
  readonly scheme: 'xyz';
  /** Relative to the address of the document. */
  readonly tiles: readonly [string];
  readonly minzoom: number;
  readonly maxzoom: number;
  /** Absent for a source without features. */
  readonly bounds?: GeoBounds;
  readonly center?: readonly [longitude: number, latitude: number, zoom: number];
  readonly vector_layers: readonly VectorLayer[];
  /** Layers of the source; each may be asked for alone, by `?layer=` and its name. */
  readonly layers: readonly SourceLayer[];
  readonly featureCount: number;
  /** Features of the deepest zoom that were left out of tiles that would be too large; one may count several times. */
  readonly droppedCount: number;
  readonly generator: 'Alidade';
}

interface VectorLayer {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly minzoom: number;
  readonly maxzoom: number;
}

interface SourceLayer {
  readonly name: string;
  readonly featureCount: number;
  readonly geometryType: string;
}

/** What an archive is called while nobody asks for it. */
const NO_NAME = 'Vector tiles';

export function tileMetadata(layers: readonly GeoPackageLayer[], maxzoom: number, droppedCount: number): TileMetadata {
  const bounds = boundsOf(layers);
  const fields = layers.flatMap(({ columns }) =>
    columns
      .filter(({ type }) => !/BLOB/i.test(type))
      .map((column) => [column.name, FIELD_TYPES[columnType(column.type)]]),
  );
  return {
    tilejson: '3.0.0',
    name: NO_NAME,
    scheme: 'xyz',
    tiles: ['{z}/{x}/{y}.pbf'],
    minzoom: 0,
    maxzoom,
    ...(bounds === null ? {} : { bounds, center: centreOf(bounds, maxzoom) }),
    vector_layers: [
      {
        id: LAYER_NAME,
        fields: { layer: 'String', ...(Object.fromEntries(fields) as Record<string, string>) },
        minzoom: 0,
        maxzoom,
      },
    ],
    layers: layers.map((layer) => ({
      name: layer.name,
      featureCount: layer.featureCount,
      geometryType: layer.geometryType,
    })),
    featureCount: layers.reduce((sum, layer) => sum + layer.featureCount, 0),
    droppedCount,
    generator: 'Alidade',
  };
}

const FIELD_TYPES = { boolean: 'Boolean', integer: 'Number', real: 'Number', text: 'String' } as const;

/** Around all layers, within the square of Web Mercator. */
export function boundsOf(layers: readonly GeoPackageLayer[]): GeoBounds | null {
  const boxes = layers.map(({ bounds }) => bounds).filter((bounds) => bounds !== null);
  if (boxes.length === 0) return null;
  const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
  return [
    within(Math.min(...boxes.map(([west]) => west)), 180),
    within(Math.min(...boxes.map(([, south]) => south)), LAST_LATITUDE),
    within(Math.max(...boxes.map(([, , east]) => east)), 180),
    within(Math.max(...boxes.map(([, , , north]) => north)), LAST_LATITUDE),
  ];
}

const LAST_LATITUDE = 85.051_129;

/** A place and zoom at which all of it is seen. */
function centreOf([west, south, east, north]: GeoBounds, maxzoom: number): [number, number, number] {
  const widest = Math.max(east - west, north - south, 360 / 2 ** maxzoom);
  const zoom = Math.max(0, Math.min(maxzoom, Math.floor(Math.log2(360 / widest))));
  return [(west + east) / 2, (south + north) / 2, zoom];
}
