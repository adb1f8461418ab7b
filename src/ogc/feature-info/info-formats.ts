import { failOgc, quoteInput } from '../ogc-error.ts';

/** What GetFeatureInfo answers in. */
export interface InfoFormat {
  /** Its media type as it is asked for and answered. */
  readonly type: string;
  readonly form: 'text' | 'html' | 'json' | 'gml';
  /** By which addresses ask for it. */
  readonly ending: string;
}

export const PLAIN_TEXT: InfoFormat = { type: 'text/plain', form: 'text', ending: 'txt' };
export const INFO_FORMATS: readonly InfoFormat[] = [
  PLAIN_TEXT,
  { type: 'text/html', form: 'html', ending: 'html' },
  { type: 'application/json', form: 'json', ending: 'json' },
  { type: 'application/vnd.ogc.gml', form: 'gml', ending: 'gml' },
  { type: 'text/xml', form: 'gml', ending: 'xml' },
];
/** Other names that clients use. */
const ALIASES: Readonly<Record<string, string>> = {
  'application/geo+json': 'application/json',
  'application/geojson': 'application/json',
  'application/xml': 'text/xml',
};

/**
 * The format that a media type means.
 *
 * @param wrong what an unknown one is: the code of the service, and the parameter
 * @throws OgcError of that code
 */
export function findInfoFormat(asked: string, wrong: { readonly code: string; readonly locator: string }): InfoFormat {
  const type = asked.toLowerCase().split(';', 1)[0]!.trim();
  const found = INFO_FORMATS.find((format) => format.type === (ALIASES[type] ?? type));
  if (found !== undefined) return found;
  const known = INFO_FORMATS.map((format) => format.type).join(', ');
  throw failOgc(wrong.code, `${wrong.locator} is one of ${known}, not ${quoteInput(asked)}.`, wrong.locator);
}
