import Type from 'typebox';
import { shown } from '../../../datasets/index.ts';
import { datasetParams, route, type Route } from '../../../http/index.ts';
import type { TerrainMeasures } from './terrain-measures.ts';

const BASE = '/orgs/:orgSlug/ds/:dsSlug/raster';
const path = Type.String({ maxLength: 8192, description: 'Path of the raster in the dataset' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const metres = (description: string) => Type.Number({ description });

/** More are told by what measures them, which is asked later. */
const MAX_POSITIONS = 10_000;
const position = Type.Array(Type.Number({ minimum: -180, maximum: 180 }), { minItems: 2, maxItems: 2 });
const positions = (least: number) => Type.Array(position, { minItems: least, maxItems: MAX_POSITIONS });
const Line = Type.Object(
  { type: Type.Enum(['LineString']), coordinates: positions(2) },
  { description: 'LineString of GeoJSON in longitude and latitude' },
);
const Area = Type.Object(
  { type: Type.Enum(['Polygon']), coordinates: Type.Array(positions(4), { minItems: 1, maxItems: 100 }) },
  { description: 'Polygon of GeoJSON in longitude and latitude, with holes where it has some' },
);

const common = {
  method: 'POST',
  access: 'dataset:read',
  reads: true,
  challenge: 'Basic',
  tag: 'Maps',
  params: datasetParams,
} as const;

const Profile = Type.Object({
  length: metres('Metres on the ellipsoid (WGS 84)'),
  band: Type.Integer(),
  unit: Type.String({ description: 'As the band names it; empty for none' }),
  metresPerUnit: Type.Number({ description: 'Metres in a unit of the values, where they are heights' }),
  distances: Type.Array(Type.Number(), { description: 'Metres from the begin of the line' }),
  values: Type.Array(orNull(Type.Number()), { description: 'With scale and offset; null where there is none' }),
  positions: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
    description: 'Longitude and latitude of each sample',
  }),
  min: orNull(Type.Number()),
  max: orNull(Type.Number()),
});

const Volume = Type.Object({
  cut: metres('Cubic metres above the base'),
  fill: metres('Cubic metres below the base'),
  net: metres('Cut less fill'),
  area: metres('Square metres of the polygon that have heights'),
  missing: metres('Square metres of the polygon without heights, which count for nothing'),
  base: Type.Object({
    kind: Type.Enum(['lowest', 'average', 'plane', 'height']),
    height: metres('Metres; of a plane in the middle of the polygon'),
  }),
  lowest: metres('Lowest height within, in metres'),
  highest: Type.Number(),
  cellSize: Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: 'Metres of a cell on the ground along its row, and along its column',
  }),
  cells: Type.Integer({ description: 'Cells within the polygon' }),
  source: Type.Enum(['original', 'overview'], {
    description: 'The uploaded file, or an overview of the built map where it has more than 4 Mi cells',
  }),
});

/** Routes that measure rasters of heights. */
export function terrainRoutes(measures: TerrainMeasures): Route[] {
  return [
    route({
      ...common,
      path: `${BASE}/profile`,
      shows: ({ body }) => shown(body.path),
      summary: 'Profile of a raster along a line',
      description:
        'Values of a band of the uploaded file at equal distances along a line, between the centres of pixels. Up to 1000 positions of the line.',
      body: Type.Object({
        path,
        line: Line,
        samples: Type.Integer({ minimum: 2, maximum: 2000, default: 256, description: 'Places on the line' }),
        band: Type.Integer({ minimum: 1, maximum: 1024, default: 1, description: 'Number of the band, from 1' }),
      }),
      response: { 200: Profile },
      handle: ({ dataset, body, signal }) => measures.profile(dataset(), body, signal),
    }),
    route({
      ...common,
      path: `${BASE}/volume`,
      shows: ({ body }) => shown(body.path),
      summary: 'Volume between a raster of heights and a base',
      description:
        'Cut and fill within a polygon of up to 1000 positions, of the uploaded file or an overview of its map. The tool `volume` measures whole files of polygons, against other terrains as well.',
      body: Type.Object({
        path,
        polygon: Area,
        base: Type.Union([Type.Enum(['lowest', 'average', 'plane']), Type.Number({ minimum: -1e6, maximum: 1e6 })], {
          default: 'plane',
          description:
            'The lowest height along the border, the average of those, a plane fitted to them, or a height in metres',
        }),
      }),
      response: { 200: Volume },
      handle: ({ dataset, body, signal }) => measures.volume(dataset(), body, signal),
    }),
  ];
}
