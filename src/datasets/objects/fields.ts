import Type from 'typebox';
import { EntryType } from '../../inspection/index.ts';
import { namedNumbers } from '../../input/index.ts';
import { PAGE_LIMIT } from './listing.ts';

/** Fields that several routes of objects take. */
export const pathField = Type.String({ maxLength: 8192, description: 'Path in the dataset, / between names' });
const entryTypes = namedNumbers(...Object.keys(EntryType));
export const typeField = { ...entryTypes.schema, description: `Only entries of this type. ${entryTypes.choices}` };
/** @throws `invalid-input` for a type there is none of */
export const readType = (given: string | number | undefined): number | undefined =>
  given === undefined ? undefined : entryTypes.read('type', given);
export const typesField = Type.String({
  maxLength: 256,
  description: `Only entries of one of these types, divided by commas. ${entryTypes.choices}`,
});
/** @throws `invalid-input` for a type there is none of */
export const readTypes = (given: string | undefined): readonly number[] | undefined =>
  given === undefined ? undefined : [...new Set(given.split(',').map((one) => entryTypes.read('types', one.trim())))];
export const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT, description: 'Most entries of a page' })),
  after: Type.Optional(
    Type.String({ maxLength: 8192, description: 'Only entries whose paths sort behind this one; see the Link header' }),
  ),
};
