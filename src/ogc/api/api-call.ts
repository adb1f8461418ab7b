import { TOKEN_QUERY } from '../../http/index.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { type OgcCall, queryOf } from '../service.ts';

/** Representations of a resource, by the values of `f`. */
const FORMATS = ['json', 'html'] as const;
type Format = (typeof FORMATS)[number];

/** A request of the OGC API. */
export interface ApiCall extends Omit<OgcCall, 'kvp'> {
  /** Address of the landing page, without a slash behind it. */
  readonly root: string;
  /** Parameters as they came; each name once. */
  readonly query: ReadonlyMap<string, string>;
}

/** A link of a document (RFC 8288 as JSON). */
export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
  readonly title?: string;
  readonly templated?: true;
}

/** Parameters of all resources. */
const EVERYWHERE = ['f', TOKEN_QUERY];
/** More no client sends. */
const MAX_PARAMETERS = 200;

/** @throws InvalidParameterValue for a parameter that is given twice, or too many */
export function readApiCall(place: Omit<OgcCall, 'kvp'>): ApiCall {
  const parameters = [...new URLSearchParams(queryOf(place.request))];
  if (parameters.length > MAX_PARAMETERS)
    throw failOgc('InvalidParameterValue', `A request has at most ${MAX_PARAMETERS} parameters.`);
  const query = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (query.has(name)) throw failOgc('InvalidParameterValue', `The parameter ${quoteInput(name)} is given twice.`);
    query.set(name, value);
  }
  return { ...place, query, root: `${place.datasetAddress}/ogcapi` };
}

/** @throws InvalidParameterValue for a parameter that the resource does not have (OGC 17-069r4, 7.15) */
export function checkParameters({ query }: ApiCall, known: readonly string[]): void {
  for (const name of query.keys())
    if (!EVERYWHERE.includes(name) && !known.includes(name))
      throw failOgc(
        'InvalidParameterValue',
        `There is no parameter ${quoteInput(name)} here; there are ${[...EVERYWHERE, ...known].join(', ')}.`,
      );
}

/** Representations beside those of every resource, by the values of `f`; with the media types that Accept has for them. */
export type OtherFormats<F extends string> = Readonly<Record<F, string | undefined>>;

/**
 * The representation that is wanted: `f`, else a page where Accept names HTML and not JSON, as that of browsers does, or one of
 * the others where Accept prefers it by name.
 *
 * @throws InvalidParameterValue for another `f`, or an Accept that names none of them (406)
 */
export function formatOf<F extends string = never>(
  { query, request, reply }: Pick<ApiCall, 'query' | 'request' | 'reply'>,
  others: OtherFormats<F> = {} as OtherFormats<F>,
): Format | F {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? 'Accept' : `${String(vary)}, Accept`);
  const wanted = query.get('f');
  const all = [...FORMATS, ...(Object.keys(others) as F[])];
  if (wanted !== undefined) {
    const known = all.find((format) => format === wanted);
    if (known !== undefined) return known;
    throw failOgc('InvalidParameterValue', `f is ${all.join(' or ')}, not ${quoteInput(wanted)}.`);
  }
  const accept = request.headers.accept ?? '';
  const preferred = preferredOf(accept, others);
  if (preferred !== undefined) return preferred;
  requireAcceptable(accept);
  return accept.includes('text/html') && !/application\/(?:\w+\+)?json/.test(accept) ? 'html' : 'json';
}

/** JSON and HTML by name. */
const NAMED = /^(?:text\/html|application\/xhtml\+xml|application\/(?:[\w.+-]+\+)?json)$/;
/** Media ranges of Accept that a resource of JSON and HTML meets: browsers and programs name one of these, or anything. */
const MET = /^(?:\*\/\*|application\/\*|text\/\*|text\/html|application\/xhtml\+xml|application\/(?:[\w.+-]+\+)?json)$/;

/** What Accept names: types in lower case, with how much each is wanted. */
const rangesOf = (accept: string): readonly { readonly type: string; readonly weight: number }[] =>
  accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const [, weight = '1'] = parameters.map((each) => /^q=([01](?:\.\d*)?)$/.exec(each)).find((each) => each) ?? [];
    return { type, weight: Number(weight) };
  });

/** The other representation that is named and wanted more than JSON or HTML that are named, too. */
function preferredOf<F extends string>(accept: string, others: OtherFormats<F>): F | undefined {
  const ranges = rangesOf(accept);
  const names = Object.keys(others) as F[];
  let best: F | undefined;
  let [most, usual] = [0, 0];
  for (const { type, weight } of ranges) {
    if (NAMED.test(type)) usual = Math.max(usual, weight);
    const named = names.find((format) => others[format] === type);
    if (named !== undefined && weight > most) [best, most] = [named, weight];
  }
  return most > usual ? best : undefined;
}

/** @throws InvalidParameterValue with status 406 (RFC 9110, 15.5.7) */
function requireAcceptable(accept: string): void {
  if (accept.trim() === '') return;
  if (!rangesOf(accept).some(({ type, weight }) => MET.test(type) && weight > 0))
    throw failOgc('InvalidParameterValue', 'This is there as JSON and as HTML; Accept names neither.', 'Accept', 406);
}

/** For a resource that is JSON alone, also for browsers. @throws InvalidParameterValue when another `f` is asked for */
export function requireJson({ query }: Pick<ApiCall, 'query'>): void {
  const wanted = query.get('f') ?? 'json';
  if (wanted !== 'json') throw failOgc('InvalidParameterValue', `f is json here, not ${quoteInput(wanted)}.`, 'f');
}

/** The address of a resource, with the token of the caller. @param path from the landing page, encoded */
export function addressOf(
  { root, address }: Pick<ApiCall, 'root' | 'address'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams({ ...query, ...Object.fromEntries(address.searchParams) });
  const text = parameters.toString();
  return `${root}${path}${text === '' ? '' : `?${text}`}`;
}

export const JSON_TYPE = 'application/json';
export const GEOJSON = 'application/geo+json';
export const HTML = 'text/html';
export const CSV = 'text/csv';

/** Links of a resource to itself and to its other representation. @param type of its JSON */
export function selfLinks(call: ApiCall, path: string, format: string, type: string = JSON_TYPE): readonly Link[] {
  const [own, other] = format === 'html' ? [HTML, type] : [type, HTML];
  return [
    { href: addressOf(call, path), rel: 'self', type: own, title: 'This document' },
    {
      href: addressOf(call, path, { f: format === 'html' ? 'json' : 'html' }),
      rel: 'alternate',
      type: other,
      title: format === 'html' ? 'This document as JSON' : 'This document as a page',
    },
  ];
}
