import Type from 'typebox';
import { EntryType } from '../../inspection/index.ts';
import type { BandRule, Offer } from '../../tasks/index.ts';
import { orNull, outputPathField, pathField, rare, replaceField } from '../../tasks/tool-kit/index.ts';

/** Fields of parameters of the tools that read terrains. */

/**
 * Bands of an elevation model: one, of heights. Pictures have eight bits a pixel, or a band for each colour. The tools also take heights
 * from such a file, when its path and band are given.
 */
const HEIGHTS: BandRule = {
  count: 1,
  types: ['Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64', 'Float16', 'Float32', 'Float64'],
};

/** With a single elevation model chosen the tool is offered. */
export const TERRAIN_OFFERS: readonly Offer[] = [
  { on: 'file', types: [EntryType.GeoRaster], bands: HEIGHTS, parameter: 'path' },
];

export const terrainField = (description: string) =>
  pathField(description, [EntryType.GeoRaster], { 'x-bands': HEIGHTS });

export const bandField = Type.Integer({
  minimum: 1,
  // As many as a raster may have (`geo-driver.ts`).
  maximum: 1024,
  default: 1,
  description: 'Band that holds the heights.',
  'x-more': true,
});

export const heightUnitField = rare(
  orNull(
    Type.Enum(['metre', 'foot', 'us-survey-foot'], {
      description: 'Unit of the heights; without one that of the file.',
    }),
  ),
);

/** What forms call the two. */
export const TERRAIN_WORDS = {
  band: 'Band with the heights',
  heightUnit: {
    title: 'Unit of the heights',
    choices: { metre: 'Metres', foot: 'Feet', 'us-survey-foot': 'US survey feet' },
  },
} as const;

/** Where a layer comes into the dataset, and whether over what is there. */
export const outputFields = (beside: string, proposal = `{path}${beside}`) => ({
  outputPath: orNull(
    outputPathField(
      `Path of the new file in the dataset; without one beside the terrain, with the ending ${beside}.`,
      proposal,
    ),
  ),
  replace: replaceField(),
});
