import Type, { type Static } from 'typebox';
import { HEIGHT_ENCODINGS } from '../maps/raster-look.ts';
import { RASTER_STYLES } from '../maps/raster-style.ts';
import { COLOUR_MAP_IDS, SPECTRAL_INDEX_IDS } from '../spectral/index.ts';

const NUMBER = String.raw`-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?:[eE][-+]?[0-9]{1,2})?`;
const BAND = '[1-9][0-9]{0,3}';

/** Fields of a query by which a map tile of a raster is asked for in another look. */
export const LOOK_FIELDS = {
  style: Type.Optional(
    Type.Enum(RASTER_STYLES, {
      description:
        'A style by its name, as WMS has it, of those that the raster has. `hillshade` and `elevation`: of a raster of one band that is no picture of bytes.',
    }),
  ),
  bands: Type.Optional(
    Type.String({
      pattern: `^${BAND}(?:,${BAND},${BAND})?$`,
      description: 'Three bands as red, green and blue (`4,3,2`), or one in the colours of `colormap`. From 1.',
    }),
  ),
  rescale: Type.Optional(
    Type.String({
      pattern: `^${NUMBER},${NUMBER}(?:,${NUMBER},${NUMBER},${NUMBER},${NUMBER})?$`,
      description: 'Values drawn as the lower and upper end: `min,max`, or a pair for each of three bands.',
    }),
  ),
  colormap: Type.Optional(
    Type.Enum(COLOUR_MAP_IDS, { description: 'Colours of one band, of heights or of an `expression`.' }),
  ),
  expression: Type.Optional(
    Type.Enum(SPECTRAL_INDEX_IDS, { description: 'Index computed from the bands, by its name (docs/tools.md).' }),
  ),
  encoding: Type.Optional(
    Type.Enum([...HEIGHT_ENCODINGS], {
      description:
        'Heights in metres as the colours of a PNG, for programs that show a terrain; where there is none, `fill`.',
    }),
  ),
  fill: Type.Optional(
    Type.String({
      pattern: String.raw`^-?[0-9]{1,5}(?:\.[0-9]{1,3})?$`,
      description: 'With `encoding`: the height in metres that is written where there is none. Default: 0.',
    }),
  ),
} as const;

const Asked = Type.Object(LOOK_FIELDS);
/** A look as it is asked for: what stands in the query. */
export type AskedLook = Static<typeof Asked>;
