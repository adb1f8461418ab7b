import type { AccessToken } from '../api/tokens.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

/** What a token or link reaches and may do, in a few words: "Link to club/survey/maps, read only". */
export function scopeText({
  kind,
  organization,
  dataset,
  path,
  readOnly,
}: Pick<AccessToken, 'kind' | 'organization' | 'dataset' | 'path' | 'readOnly'>): string {
  const place = [organization, dataset, path].filter((it) => it !== null && it !== '').join('/');
  return `${kind === 'link' ? i18n.t('Link to ') : ''}${place === '' ? i18n.t('everything you reach') : plain(place)}, ${readOnly ? i18n.t('read only') : i18n.t('read and write')}`;
}
