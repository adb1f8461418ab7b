import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { tileJsonAddress, type DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { request } from '../../api/http.ts';
import { keys } from '../../api/keys.ts';
import { isRecord } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';

export type Attribute = { readonly name: string; readonly isNumber: boolean };

/** The member that the tiles themselves add. */
const OWN = 'layer';

/** Attributes of a vector file, as its tiles tell them. */
export const attributesQuery = (ref: DatasetRef, entry: Entry | null) => {
  const { path = '', hash = null } = entry ?? {};
  return queryOptions({
    queryKey: [...keys.entry(ref, path), 'attributes', hash],
    queryFn: async ({ signal }): Promise<readonly Attribute[]> => {
      const { value } = await request(tileJsonAddress(ref, hash ?? '', path), { method: 'GET', signal });
      const layers = isRecord(value) && Array.isArray(value['vector_layers']) ? value['vector_layers'] : null;
      if (layers === null) throw new ApiError(0, i18n.t('The service does not tell the attributes of this file.'));
      const fields = layers
        .filter(isRecord)
        .flatMap((layer) => Object.entries(isRecord(layer['fields']) ? layer['fields'] : {}));
      return fields.filter(([name]) => name !== OWN).map(([name, type]) => ({ name, isNumber: type === 'Number' }));
    },
    enabled: hash !== null,
    staleTime: Infinity,
  });
};
