import Type, { type TSchemaOptions } from 'typebox';
import type { EntryType } from '../../inspection/index.ts';

/**
 * Fields of parameters that several tools have. `x-input` tells a form how the value is chosen (`none`: it is not asked for),
 * `x-more` that it is rarely wanted, `x-proposal` what a form fills in; a program need not know them.
 */

/** Marks a parameter that is rarely wanted: forms fold it away. */
const RARE = { 'x-more': true } as const;

/** Longest path of an entry, in characters: as long as the addresses of the API take. */
const MAX_PATH = 8192;
/** Paths that one task takes. */
const MAX_PATHS = 10_000;

/** Path of an entry of the dataset. @param types those that are offered */
export const pathField = (description: string, types?: readonly EntryType[], options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength: MAX_PATH, description, 'x-input': 'path', ...typed(types), ...options });

/** Paths of entries of the dataset. */
export const pathsField = (description: string, types?: readonly EntryType[], options: TSchemaOptions = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_PATH }), {
    maxItems: MAX_PATHS,
    uniqueItems: true,
    description,
    'x-input': 'paths',
    ...typed(types),
    ...options,
  });

/**
 * Path at which a new file comes into the dataset.
 *
 * @param proposal what forms fill in, with names of other parameters in braces: `{path}_{kind}.tif`. A path stands for itself
 *   without its extension, a list for its first
 */
export const outputPathField = (description: string, proposal: string, options: TSchemaOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_PATH,
    description,
    'x-input': 'output-path',
    'x-proposal': proposal,
    ...options,
  });

/** Whether what is in the way of a new file goes. */
export const replaceField = () =>
  Type.Boolean({
    default: false,
    description: 'Whether a file that is there already is replaced.',
    ...RARE,
  });

/** What forms call `outputPath` and `replace`. */
export const OUTPUT_WORDS = { outputPath: 'New file', replace: 'Replace a file that is there already' } as const;

/** Name of a file, without folders. */
export const fileNameField = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength: 250, pattern: '^[^/\\\\\\u0000-\\u001f]+$', description, ...options });

/** A coordinate reference system by the code of its authority. */
export const crsField = (description: string) =>
  Type.String({ pattern: '^EPSG:[1-9][0-9]{3,6}$', description, examples: ['EPSG:25832'], 'x-input': 'crs' });

/** The same field, rarely wanted. */
export const rare = <S extends Type.TSchema>(schema: S): S => Object.assign(schema, RARE);

/** The same field, or null for none; null when it is left out, as existing clients send it. */
export const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()], { default: null });

const longitude = Type.Number({ minimum: -180, maximum: 180 });
const latitude = Type.Number({ minimum: -90, maximum: 90 });
const position = Type.Tuple([longitude, latitude]);
/** Corners of a shape that somebody drew, or a program made of what he has; more than that is a file. */
const MAX_POSITIONS = 10_000;

/** A line of GeoJSON in longitude and latitude. */
export const lineField = (description: string) =>
  Type.Object(
    {
      type: Type.Literal('LineString'),
      coordinates: Type.Array(position, { minItems: 2, maxItems: MAX_POSITIONS }),
    },
    { additionalProperties: false, description, 'x-input': 'line' },
  );

/** An area of GeoJSON in longitude and latitude, with holes where it has some. */
export const areaField = (description: string) =>
  Type.Object(
    {
      type: Type.Literal('Polygon'),
      coordinates: Type.Array(Type.Array(position, { minItems: 4, maxItems: MAX_POSITIONS }), {
        minItems: 1,
        maxItems: 100,
      }),
    },
    { additionalProperties: false, description, 'x-input': 'area' },
  );

/** A box of longitudes and latitudes, which may not cross the antimeridian. */
export const boxField = (description: string) =>
  Type.Tuple([longitude, latitude, longitude, latitude], { description, 'x-input': 'box' });

const typed = (types: readonly EntryType[] | undefined) => (types === undefined ? {} : { 'x-types': types });
