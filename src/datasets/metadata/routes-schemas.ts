import Type from 'typebox';
import { datasetParams } from '../../http/index.ts';

/** Where the routes of metadata lie. */
export const AT = '/orgs/:orgSlug/ds/:dsSlug/meta';

const keyField = Type.String({ maxLength: 512, description: 'Key of the values; lists end in `s`' });
const pathField = Type.String({ maxLength: 8192, description: 'Entry the value belongs to; absent: the dataset' });

export const keyParams = Type.Object({ ...datasetParams.properties, key: keyField });
export const pathQuery = Type.Object({ path: Type.Optional(pathField) });
export const placeQuery = Type.Object({ key: Type.Optional(keyField), path: Type.Optional(pathField) });

export const ValueBody = Type.Object({
  id: Type.String(),
  data: Type.Unsafe<unknown>({ description: 'Any JSON value' }),
  mtime: Type.Integer({ description: 'Seconds since 1970' }),
});
export const RemovedBody = Type.Object({ removed: Type.Integer({ description: 'How many values there were' }) });
