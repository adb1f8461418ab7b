import type { StyleSpecification } from 'maplibre-gl';
import { type ApiError, errorFromAnswer } from '../../api/api-error.ts';

type MapError = { readonly error: object; readonly sourceId?: string };

/** What did not come of a source of the map. */
export type SourceFailure = { readonly source: string; readonly error: ApiError; readonly url: string };

/** @param url what did not come; '' where that is not known */
export type TellSourceError = (source: string, error: ApiError, url: string) => void;

/** Tells what did not come of a source, in the words of the service where it says some. */
export function tellSourceError({ error, sourceId }: MapError, tell: TellSourceError): void {
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  const url = 'url' in error && typeof error.url === 'string' ? error.url : '';
  const report = async (answer: string): Promise<void> =>
    tell(sourceId ?? '', await errorFromAnswer(status, answer), url);
  if ('body' in error && error.body instanceof Blob) error.body.text().then(report, () => report(''));
  else void report('');
}

/** True for tiles of a look that the layer had before: their answer came after the change. */
export function isOfFormerLook(style: StyleSpecification, source: string, url: string): boolean {
  const known = style.sources[source];
  const template = known?.type === 'raster' ? known.tiles?.[0] : undefined;
  return template !== undefined && url !== '' && queryOf(url) !== queryOf(template);
}

const queryOf = (address: string): string => address.slice(address.indexOf('?') + 1);
