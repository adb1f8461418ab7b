import Type, { type Static } from 'typebox';
import { EntryType } from '../../../inspection/index.ts';
import { BAND_FILTER, COLOUR_MAP_IDS, SPECTRAL_INDEX_IDS } from '../spectral/index.ts';
import { boxField, crsField, orNull, pathField, rare, withWords } from '../../../tasks/tool-kit/index.ts';

/** Bands that three channels are made of, by what they see. */
export const PRESETS = {
  'true-color': ['R', 'G', 'B'],
  'color-infrared': ['N', 'R', 'G'],
  'red-edge': ['N', 'Re', 'G'],
} as const;

/** Longest side of what is made, in pixels: readers of GeoTIFF take no longer ones. */
export const LONGEST_SIDE = 2 ** 24;
/** Bands of one export: more than sensors of any drone have. */
const MOST_BANDS = 64;
const NUMBER = '-?[0-9]{1,15}(?:\\.[0-9]{1,15})?(?:[eE][-+]?[0-9]{1,2})?';
export const RANGE_PATTERN = `^${NUMBER},${NUMBER}$`;

export const rasterExportParameters = withWords(
  Type.Object(
    {
      path: pathField('The file as it was uploaded is read, not its build.', [EntryType.GeoRaster]),
      content: Type.Enum(['picture', 'values'], {
        default: 'picture',
        description:
          'A picture has 8 bits a channel and alpha where the raster has gaps; values keep the type of their bands, and of a formula its numbers.',
      }),
      preset: orNull(
        Type.Enum(Object.keys(PRESETS) as (keyof typeof PRESETS)[], {
          description: 'Bands of the picture by what they see.',
        }),
      ),
      bands: rare(
        orNull(
          Type.String({
            pattern: `^[1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){0,${MOST_BANDS - 1}}$`,
            description: 'Numbers of bands from 1, in the order that is wanted: `4,3,2`.',
          }),
        ),
      ),
      formula: orNull(Type.Enum(SPECTRAL_INDEX_IDS, { description: 'Index to compute instead of bands.' })),
      bandFilter: rare(
        orNull(
          Type.String({
            pattern: BAND_FILTER,
            description: 'What the bands of the file see, in their order: `RGBNRe`.',
          }),
        ),
      ),
      colormap: orNull(Type.Enum(COLOUR_MAP_IDS, { description: 'Colours of the index; rdylgn unless told.' })),
      rescale: rare(
        orNull(Type.String({ pattern: RANGE_PATTERN, description: 'Least and greatest value shown: `0,0.4`.' })),
      ),
      fileName: rare(
        orNull(Type.String({ minLength: 1, maxLength: 250, description: 'Name of the file that is made.' })),
      ),
      crs: orNull(crsField('Coordinate reference system of what is made; that of the raster unless told.')),
      window: orNull(boxField('West, south, east and north of the part that is wanted, in degrees; all unless told.')),
      resolution: rare(
        orNull(
          Type.Number({
            exclusiveMinimum: 0,
            description: 'Side of a pixel in units of the coordinate reference system.',
          }),
        ),
      ),
      width: rare(
        orNull(
          Type.Integer({ minimum: 1, maximum: LONGEST_SIDE, description: 'Pixels in a row, instead of a resolution.' }),
        ),
      ),
      resampling: rare(
        orNull(
          Type.Enum(['nearest', 'linear', 'cubic', 'average'], {
            description: 'How values of other pixels are made; of classes always nearest.',
          }),
        ),
      ),
      format: Type.Enum(['COG', 'GTiff', 'PNG', 'JPEG'], {
        default: 'COG',
        description: 'Cloud-optimised GeoTIFF, tiled GeoTIFF, or a picture without a place.',
      }),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Raster',
    content: { title: 'Content', choices: { picture: 'Picture', values: 'Values of the bands' } },
    preset: {
      title: 'Colours of the picture',
      choices: { 'true-color': 'True colour', 'color-infrared': 'Colour infrared', 'red-edge': 'Red edge' },
    },
    bands: 'Bands',
    formula: 'Index',
    bandFilter: 'What the bands see',
    colormap: 'Colours of the index',
    rescale: 'Range of values',
    fileName: 'File name',
    crs: 'Coordinate system',
    window: 'Part',
    resolution: 'Size of a pixel',
    width: 'Width in pixels',
    resampling: {
      title: 'Resampling',
      choices: { nearest: 'Nearest pixel', linear: 'Linear', cubic: 'Cubic', average: 'Average' },
    },
    format: {
      title: 'Format',
      choices: { COG: 'Cloud-optimised GeoTIFF', GTiff: 'GeoTIFF', PNG: 'PNG picture', JPEG: 'JPEG picture' },
    },
  },
);

export type RasterExportParameters = Static<typeof rasterExportParameters>;

/** @param text matches the pattern of `bands` */
export const readBands = (text: string): readonly number[] => text.split(',').map(Number);

/** @param text matches the pattern of `rescale` */
export const readRange = (text: string): readonly [low: number, high: number] => {
  const [low = 0, high = 1] = text.split(',').map(Number);
  return [low, high];
};
