import Type, { type TSchemaOptions } from 'typebox';
import type { EntryType } from '../formats/index.ts';

/**
 * Fields of parameters that several tools have. `x-input` tells a form how the value is chosen; a program need not know it.
 */

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

/** Path at which a new file comes into the dataset. */
export const outputPathField = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength: MAX_PATH, description, 'x-input': 'output-path', ...options });

/** Name of a file, without folders. */
export const fileNameField = (description: string) =>
  Type.String({ minLength: 1, maxLength: 250, pattern: '^[^/\\\\\\u0000-\\u001f]+$', description });

/** A coordinate reference system by the code of its authority. */
export const crsField = (description: string) =>
  Type.String({ pattern: '^EPSG:[1-9][0-9]{3,6}$', description, examples: ['EPSG:25832'], 'x-input': 'crs' });

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
