import Type, { type Static } from 'typebox';
import { EntryType } from '../../../inspection/index.ts';
import {
  OUTPUT_WORDS,
  orNull,
  outputPathField,
  pathField,
  rare,
  replaceField,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { RANGE_PATTERN } from '../export/parameters.ts';
import { BAND_FILTER, SPECTRAL_INDEX_IDS } from '../spectral/index.ts';
import { ZONE_COLOURS } from './zone-style.ts';

/** As many as a style may have. */
const MOST_CLASSES = 10;
const METHODS = ['quantiles', 'equal', 'natural', 'breaks'] as const;

export const zoneParameters = withWords(
  Type.Object(
    {
      path: pathField('The file as it was uploaded is read, not its build.', [EntryType.GeoRaster]),
      formula: orNull(
        Type.Enum(SPECTRAL_INDEX_IDS, { description: 'Index whose values are divided; a band without one.' }),
      ),
      band: Type.Integer({
        minimum: 1,
        maximum: 1024,
        default: 1,
        description: 'Band whose values are divided, without an index.',
      }),
      bandFilter: rare(
        orNull(
          Type.String({
            pattern: BAND_FILTER,
            description: 'What the bands of the file see, in their order: `RGBNRe`.',
          }),
        ),
      ),
      method: Type.Enum([...METHODS], {
        default: 'quantiles',
        description:
          'Equal areas, equal steps of the values, groups of values that lie together, or bounds that are given.',
      }),
      classes: Type.Integer({
        minimum: 2,
        maximum: MOST_CLASSES,
        default: 5,
        description: 'How many classes there are.',
      }),
      breaks: orNull(
        Type.Array(Type.Number(), {
          minItems: 1,
          maxItems: MOST_CLASSES - 1,
          uniqueItems: true,
          description: 'Values at which the next class begins; one less than there are classes.',
        }),
      ),
      rescale: orNull(
        Type.String({
          pattern: RANGE_PATTERN,
          description:
            'Least and greatest value that are divided: `0,0.4`. What lies beyond is in the outermost classes.',
        }),
      ),
      smoothing: Type.Number({
        minimum: 0,
        maximum: 1000,
        default: 0,
        description: 'Metres around a pixel whose values count with its own.',
      }),
      minArea: orNull(
        Type.Number({
          minimum: 0,
          maximum: 1e9,
          description:
            'Square metres; smaller pieces become part of the neighbour with the longest border. Without it a thousandth of the whole area.',
        }),
      ),
      tolerance: rare(
        Type.Number({
          minimum: 0,
          maximum: 1000,
          default: 0,
          description: 'Metres by which a border may leave the edges of pixels. Neighbours keep one border.',
        }),
      ),
      features: rare(
        Type.Enum(['pieces', 'classes'], {
          default: 'pieces',
          description: 'One area for each piece, or one of all pieces for each class.',
        }),
      ),
      colours: rare(
        Type.Enum([...ZONE_COLOURS], { default: 'rdylgn', description: 'Colours of the classes on maps.' }),
      ),
      outputPath: orNull(
        outputPathField(
          'Path of the new file in the dataset, which ends with .geojson, .gpkg or .fgb; without one beside the raster.',
          '{path}_zones.geojson',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Raster',
    formula: 'Index',
    band: 'Band',
    bandFilter: 'What the bands see',
    method: {
      title: 'Divide by',
      choices: { quantiles: 'Equal areas', equal: 'Equal steps', natural: 'Natural breaks', breaks: 'Given bounds' },
    },
    classes: { title: 'Classes', when: { parameter: 'method', is: ['quantiles', 'equal', 'natural'] } },
    breaks: { title: 'Bounds', when: { parameter: 'method', is: ['breaks'] } },
    rescale: { title: 'Range of values', when: { parameter: 'method', is: ['quantiles', 'equal', 'natural'] } },
    smoothing: 'Smoothing (m)',
    minArea: 'Smallest area (m²)',
    tolerance: 'Tolerance (m)',
    features: { title: 'Areas', choices: { pieces: 'One for each piece', classes: 'One for each class' } },
    colours: { title: 'Colours', choices: { rdylgn: 'Red to green', viridis: 'Viridis' } },
    ...OUTPUT_WORDS,
  },
);

export type ZoneParameters = Static<typeof zoneParameters>;
