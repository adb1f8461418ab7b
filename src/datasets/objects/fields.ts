import Type from 'typebox';
import { PAGE_LIMIT } from './listing.ts';

/** Fields that several routes of objects take. */
export const pathField = Type.String({ maxLength: 8192, description: 'Path in the dataset, / between names' });
export const typeField = Type.Integer({ minimum: 0, maximum: 16, description: 'Only entries of this type' });
export const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT, description: 'Most entries of a page' })),
  after: Type.Optional(
    Type.String({ maxLength: 8192, description: 'Only entries whose paths sort behind this one; see the Link header' }),
  ),
};
