import type { AccessToken } from '../api/tokens.ts';
import { plain } from '../format/plain.ts';

/** What a token or link reaches and may do, in a few words: "Link to club/survey/maps, read only". */
export function scopeText({
  kind,
  organization,
  dataset,
  path,
  readOnly,
}: Pick<AccessToken, 'kind' | 'organization' | 'dataset' | 'path' | 'readOnly'>): string {
  const place = [organization, dataset, path].filter((it) => it !== null && it !== '').join('/');
  return `${kind === 'link' ? 'Link to ' : ''}${place === '' ? 'everything you reach' : plain(place)}, ${readOnly ? 'read only' : 'read and write'}`;
}
