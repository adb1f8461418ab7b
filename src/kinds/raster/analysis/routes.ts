import Type from 'typebox';
import { shown } from '../../../datasets/index.ts';
import { fail } from '../../../errors/index.ts';
import { datasetParams, route, type Route } from '../../../http/index.ts';
import { SPECTRAL_INDEX_IDS } from '../spectral/index.ts';
import { RasterInfo, RasterStatistics, RasterValue } from './answers.ts';
import type { RasterAnalysis } from './raster-analysis.ts';
import type { Bounds } from './raster-info.ts';

const BASE = '/orgs/:orgSlug/ds/:dsSlug/raster';
const path = Type.String({ maxLength: 8192, description: 'Path of the raster in the dataset' });
const pathQuery = Type.Object({ path });
const NUMBER = String.raw`-?[0-9]{1,3}(?:\.[0-9]{1,15})?`;
const BAND = '[1-9][0-9]{0,3}';

const common = {
  method: 'GET',
  access: 'dataset:read',
  challenge: 'Basic',
  tag: 'Maps',
  params: datasetParams,
} as const;

/** Routes that answer questions about rasters. */
export function rasterRoutes(analysis: RasterAnalysis): Route[] {
  return [
    route({
      ...common,
      path: `${BASE}/info`,
      shows: ({ query }) => shown(query.path),
      summary: 'Bands, looks, colours and bounds of a raster',
      description: 'What a page needs to offer the looks of map tiles: see the fields of tiles/{z}/{x}/{y}.',
      query: pathQuery,
      response: { 200: RasterInfo },
      handle: ({ dataset, query, signal }) => analysis.info(dataset(), query.path, signal),
    }),
    route({
      ...common,
      path: `${BASE}/statistics`,
      shows: ({ query }) => shown(query.path),
      summary: 'Statistics and histograms of bands of a raster, or of an index',
      description:
        'Of the built map, from at most 1 Mi pixels: of an overview where it has more, which `approximate` tells. Without bands and expression those of the bands that are drawn.',
      query: Type.Object({
        path,
        bands: Type.Optional(
          Type.String({
            pattern: `^${BAND}(?:,${BAND}){0,99}$`,
            description: 'Numbers of up to 16 bands, from 1: `1,2`',
          }),
        ),
        expression: Type.Optional(
          Type.Enum(SPECTRAL_INDEX_IDS, { description: 'Index instead of bands, by its name' }),
        ),
        bbox: Type.Optional(
          Type.String({
            pattern: `^${NUMBER}(?:,${NUMBER}){3}$`,
            description: 'Only within west, south, east, north, in degrees',
          }),
        ),
      }),
      response: { 200: RasterStatistics },
      handle: ({ dataset, query, signal }) => {
        const { bands, expression, bbox } = query;
        if (bands !== undefined && expression !== undefined)
          throw fail('invalid-input', 'Ask either for bands or for an expression.');
        const asked = { bands: bands?.split(',').map(Number), expression, box: boxOf(bbox) };
        return analysis.statistics(dataset(), query.path, asked, signal);
      },
    }),
    route({
      ...common,
      path: `${BASE}/value`,
      shows: ({ query }) => shown(query.path),
      summary: 'Values of a raster at a place',
      description: 'The original values of all bands of the uploaded file, and the indices that they are enough for.',
      query: Type.Object({
        path,
        lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude in degrees (WGS 84)' }),
        lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude in degrees (WGS 84)' }),
      }),
      response: { 200: RasterValue },
      handle: ({ dataset, query, signal }) => analysis.value(dataset(), query.path, [query.lon, query.lat], signal),
    }),
  ];
}

/** @throws ServiceError `invalid-input` for what is no box */
function boxOf(text: string | undefined): Bounds | undefined {
  if (text === undefined) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  if (west < east && south < north) return [west, south, east, north];
  throw fail('invalid-input', 'bbox is west,south,east,north with west below east and south below north.');
}
