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
  if (kind === 'link') {
    const values = { place: plain(place) };
    return readOnly ? i18n.t('Link to {place}, read only', values) : i18n.t('Link to {place}, read and write', values);
  }
  const values = { place: place === '' ? i18n.t('everything you reach') : plain(place) };
  return readOnly ? i18n.t('{place}, read only', values) : i18n.t('{place}, read and write', values);
}
